// SPDX-License-Identifier: MIT

import LayoutModel

/// A constraint as a dimension line in a drawing: from one edge to another, as in a technical
/// drawing.
struct DimensionLine {
  /// The axis along which the constraint measures.
  let axis: Axis
  /// Both ends along the axis, and the place of the line on the other axis.
  let from: Double
  let to: Double
  let across: Double
  /// The text at the line.
  let label: String

  /// Makes the line of a constraint; nil for one without a place in a drawing: one of guides, or a
  /// relation between sizes.
  ///
  /// `rects` are the rectangles of the views.
  init?(_ constraint: LayoutConstraint, in layoutCase: LayoutCase, _ rects: [PlacedRect]) {
    guard case .view(let first) = constraint.first.item else { return nil }
    let own = rects[first]
    switch constraint.first.attribute.kind {
    case .dimension:
      guard constraint.second == nil else { return nil }
      axis = constraint.first.attribute == .width ? .horizontal : .vertical
      from = own.low(axis)
      to = own.high(axis)
      // Near the far edge, where there are no names.
      across = own.low(axis.other) + (own.high(axis.other) - own.low(axis.other)) * 0.8
      label = Self.symbol(constraint) + Markup.number(constraint.constant.doubleValue)
    case .horizontalLocation, .verticalLocation:
      guard let second = constraint.second, case .view(let other) = second.item else { return nil }
      axis = constraint.first.attribute.kind == .horizontalLocation ? .horizontal : .vertical
      let direction = layoutCase.direction(inside: Self.commonAncestor(first, other, layoutCase))
      from = Self.place(second.attribute, rects[other], direction)
      to = Self.place(constraint.first.attribute, own, direction)
      let low = max(own.low(axis.other), rects[other].low(axis.other))
      let high = min(own.high(axis.other), rects[other].high(axis.other))
      across = low < high ? (low + high) / 2 : (own.low(axis.other) + own.high(axis.other)) / 2
      let multiplier = constraint.multiplier.doubleValue
      label =
        Self.symbol(constraint) + (multiplier == 1 ? "" : "\u{00D7}\(Markup.number(multiplier)) ")
        + Markup.number(constraint.constant.doubleValue)
    }
  }

  /// Returns the deepest view around both; parents come before their subviews.
  private static func commonAncestor(_ one: Int, _ other: Int, _ layoutCase: LayoutCase) -> Int {
    var (low, high) = (min(one, other), max(one, other))
    while low != high {
      let parent = layoutCase.views[high].parent ?? low
      (low, high) = (min(low, parent), max(low, parent))
    }
    return low
  }

  private static func symbol(_ constraint: LayoutConstraint) -> String {
    switch constraint.relation {
    case .equal: return ""
    case .lessThanOrEqual: return "\u{2264}"
    case .greaterThanOrEqual: return "\u{2265}"
    }
  }

  /// Returns the place of an attribute along its axis; margins and baselines at the edges from
  /// which they are measured.
  private static func place(
    _ attribute: Attribute, _ rect: PlacedRect, _ direction: LayoutCase.Environment.Direction
  ) -> Double {
    let leading = direction == .leftToRight ? rect.x : rect.right
    let trailing = direction == .leftToRight ? rect.right : rect.x
    switch attribute {
    case .left, .leftMargin: return rect.x
    case .right, .rightMargin: return rect.right
    case .leading, .leadingMargin: return leading
    case .trailing, .trailingMargin: return trailing
    case .centerX, .centerXWithinMargins: return (rect.x + rect.right) / 2
    case .top, .topMargin, .firstBaseline: return rect.y
    case .bottom, .bottomMargin, .lastBaseline: return rect.bottom
    case .centerY, .centerYWithinMargins: return (rect.y + rect.bottom) / 2
    case .width: return rect.width
    case .height: return rect.height
    }
  }
}

extension Axis {
  fileprivate var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
