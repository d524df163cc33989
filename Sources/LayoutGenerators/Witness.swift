// SPDX-License-Identifier: MIT

import LayoutModel

/// The extent of an item along one axis, in the root's coordinate space.
struct Stretch: Sendable, Hashable {
  var low: Ratio
  var size: Ratio

  var high: Ratio { low + size }
  var center: Ratio { low + size.half }
}

/// A value for each axis.
struct ByAxis<Value: Sendable>: Sendable {
  var horizontal: Value
  var vertical: Value

  init(_ horizontal: Value, _ vertical: Value) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  init(both value: Value) { self.init(value, value) }

  subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set {
      if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
    }
  }
}

/// A layout with exact frames from which the constants of constraints are derived.
///
/// Computes the value of every attribute directly from AUTOLAYOUT sections 1, 7 and 13. It shares
/// no code with lowering, so it is a check of it.
///
/// Shape: alignment rectangles by view index, and by guide index for free guides (unused for
/// others); content sizes by view index (unused for views that do not scroll).
struct Witness: Sendable {
  var views: [ByAxis<Stretch>] = []
  var guides: [ByAxis<Stretch>] = []
  var contents: [ByAxis<Ratio>] = []

  /// Measures the extent of an item along an axis.
  ///
  /// - Parameters:
  ///   - item: the view or guide.
  ///   - axis: the axis.
  ///   - isInside: for a scroll view, its content area instead of its frame.
  ///   - layoutCase: the case of the witness.
  /// - Returns: the extent in the root's coordinates.
  func stretch(
    of item: Item, _ axis: Axis, isInside: Bool, in layoutCase: LayoutCase
  ) -> Stretch {
    switch item {
    case .view(let view):
      if isInside { return content(of: view, axis, in: layoutCase) }
      return views[view][axis]
    case .guide(let index):
      let guide = layoutCase.guides[index]
      let owner = views[guide.owner][axis]
      switch guide.kind {
      case .free: return guides[index][axis]
      case .area(let area): return stretch(of: area, in: guide.owner, axis, layoutCase)
      case .scrollContent: return content(of: guide.owner, axis, in: layoutCase)
      case .scrollFrame: return frame(of: guide.owner, axis, in: layoutCase)
      case .inset(let insets):
        let (low, high) = insets.along(axis)
        return Stretch(low: owner.low + low, size: owner.size - low - high)
      case .topStrip(let height):
        return axis == .vertical ? Stretch(low: owner.low, size: Ratio(height)) : owner
      case .bottomStrip(let height):
        if axis == .horizontal { return owner }
        return Stretch(low: owner.high - Ratio(height), size: Ratio(height))
      }
    }
  }

  /// Returns the frame of a view: its alignment rectangle extended by the alignment insets.
  func frame(of view: Int, _ axis: Axis, in layoutCase: LayoutCase) -> Stretch {
    let inner = views[view][axis]
    let (low, high) = layoutCase.views[view].alignmentInsets.along(axis)
    return Stretch(low: inner.low - low, size: inner.size + low + high)
  }

  func content(of view: Int, _ axis: Axis, in layoutCase: LayoutCase) -> Stretch {
    let frame = frame(of: view, axis, in: layoutCase)
    return Stretch(low: frame.low, size: contents[view][axis])
  }

  /// Whether an anchor refers to the content of a scroll view: its edge, margin or baseline,
  /// related to an item inside of it.
  static func isContent(_ anchor: Anchor, other: Anchor?, in layoutCase: LayoutCase) -> Bool {
    guard case .view(let view) = anchor.item, layoutCase.views[view].kind == .scrollView,
      let other
    else { return false }
    switch anchor.attribute {
    case .width, .height, .centerX, .centerY: return false
    default: break
    }
    var inner = layoutCase.viewIndex(of: other.item)
    if case .guide = other.item, inner == view { return true }
    while let parent = layoutCase.views[inner].parent {
      if parent == view { return true }
      inner = parent
    }
    return false
  }

  /// Returns the coordinate in the root's space, or the length, of an anchor.
  func value(_ anchor: Anchor, other: Anchor?, in layoutCase: LayoutCase) -> Ratio {
    let isContent = Witness.isContent(anchor, other: other, in: layoutCase)
    var range = stretch(of: anchor.item, anchor.axis, isInside: isContent, in: layoutCase)
    if case .view(let index) = anchor.item {
      if anchor.attribute.isMargin {
        let (low, high) = margins(of: index, anchor.axis, in: layoutCase)
        range = Stretch(low: range.low + low, size: range.size - low - high)
      }
      if anchor.attribute == .firstBaseline {
        return range.low + Ratio(layoutCase.views[index].firstBaselineOffset ?? 0)
      }
      if anchor.attribute == .lastBaseline {
        return range.high - Ratio(layoutCase.views[index].lastBaselineOffset ?? 0)
      }
    }
    if anchor.attribute.kind == .dimension { return range.size }
    switch anchor.attribute.edge(direction(anchor, other, in: layoutCase)) {
    case .low: return range.low
    case .center: return range.center
    case .high: return range.high
    }
  }

  /// Returns the reading direction of a constraint: the one that the nearest common ancestor of its
  /// items forces, else the environment's.
  private func direction(
    _ anchor: Anchor, _ other: Anchor?, in layoutCase: LayoutCase
  ) -> LayoutCase.Environment.Direction {
    guard anchor.attribute.followsDirection == true || other?.attribute.followsDirection == true,
      let other
    else { return layoutCase.environment.direction }
    let ancestor = layoutCase.nearestAncestor(of: anchor.item, other.item)
    return layoutCase.views[ancestor].direction ?? layoutCase.environment.direction
  }

  /// Returns `first - multiplier * second`, both relative to the constraint's origin: the constant
  /// with which both sides are equal.
  func balance(
    _ first: Anchor, _ second: Anchor?, multiplier: LayoutNumber, in layoutCase: LayoutCase
  ) -> Ratio {
    let one = value(first, other: second, in: layoutCase)
    guard let second else { return one }
    let two = value(second, other: first, in: layoutCase)
    let factor = Ratio(multiplier)
    if first.attribute.kind == .dimension { return one - factor * two }
    let isMirrored =
      (first.attribute.followsDirection == true || second.attribute.followsDirection == true)
      && direction(first, second, in: layoutCase) == .rightToLeft
    let space = originSpace(first, second, in: layoutCase)
    if isMirrored { return (space.high - one) - factor * (space.high - two) }
    return (one - space.low) - factor * (two - space.low)
  }

  /// Returns the coordinate space of the nearest common ancestor: its frame, or the content of a
  /// scroll view.
  ///
  /// A scroll view related to itself has its frame.
  func originSpace(_ first: Anchor, _ second: Anchor, in layoutCase: LayoutCase) -> Stretch {
    let ancestor = layoutCase.nearestAncestor(of: first.item, second.item)
    let isOutside = first.item == .view(ancestor) && second.item == .view(ancestor)
    if layoutCase.views[ancestor].kind == .scrollView && !isOutside {
      return content(of: ancestor, first.axis, in: layoutCase)
    }
    return frame(of: ancestor, first.axis, in: layoutCase)
  }

  /// Whether a constraint holds exactly; nil when the numbers do not fit.
  func holds(_ constraint: LayoutConstraint, in layoutCase: LayoutCase) -> Bool? {
    let left = balance(
      constraint.first, constraint.second, multiplier: constraint.multiplier, in: layoutCase)
    let right = Ratio(constraint.constant)
    guard left.isDefined, right.isDefined else { return nil }
    switch constraint.relation {
    case .equal: return left == right
    case .lessThanOrEqual: return left <= right
    case .greaterThanOrEqual: return left >= right
    }
  }
}

/// The end or center of a stretch that a location attribute refers to.
enum Edge: Int, Sendable, Hashable {
  case low, center, high

  var opposite: Edge { self == .low ? .high : self == .high ? .low : .center }
}

extension Attribute {
  /// Returns the end of a location attribute; leading and trailing depend on the reading direction.
  func edge(_ direction: LayoutCase.Environment.Direction) -> Edge {
    switch self {
    case .left, .leftMargin, .top, .topMargin, .firstBaseline: return .low
    case .right, .rightMargin, .bottom, .bottomMargin, .lastBaseline: return .high
    case .leading, .leadingMargin: return direction == .leftToRight ? .low : .high
    case .trailing, .trailingMargin: return direction == .leftToRight ? .high : .low
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: return .center
    case .width, .height: return .low
    }
  }
}

extension Anchor {
  var axis: Axis { attribute.axis }
}

extension LayoutInsets {
  func along(_ axis: Axis) -> (low: Ratio, high: Ratio) {
    axis == .horizontal ? (Ratio(left), Ratio(right)) : (Ratio(top), Ratio(bottom))
  }
}

extension LayoutCase {
  /// Returns the deepest view that contains both items; a view contains itself and its guides.
  ///
  /// Parents have smaller indices than their children, in preorder or not.
  func nearestAncestor(of first: Item, _ second: Item) -> Int {
    var (one, two) = (viewIndex(of: first), viewIndex(of: second))
    while one != two {
      if one > two { one = views[one].parent ?? 0 } else { two = views[two].parent ?? 0 }
    }
    return one
  }
}
