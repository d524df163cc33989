// SPDX-License-Identifier: MIT

import LayoutModel

/// The places of views in their superviews by required constraints, before anything is laid out.
///
/// They are a good estimate for the first pass, since most views with areas of their own are tied
/// to their superview's edges.
///
/// Nothing is guessed: an edge that no constraint ties has an unknown distance, and inherits
/// nothing.
struct ViewTies {
  /// The tie `view's edge == superview's edge of the target, and so far inward`.
  private struct Tie {
    enum Target { case edge, safeArea, margins, readable }
    var edge: InsetEdge
    var target: Target
    var inward: LayoutNumber
  }

  /// The ties of each view.
  private var ties: [[Tie]]
  /// The widths of the views that were requested so far, where they are known.
  private var widths: [LayoutNumber?] = []

  /// - Complexity: O(views + constraints).
  init(of layoutCase: LayoutCase) {
    ties = [[Tie]](repeating: [], count: layoutCase.views.count)
    for constraint in layoutCase.constraints {
      guard constraint.relation == .equal, constraint.priority.isRequired,
        let second = constraint.second, constraint.multiplier.isOne,
        let opposite = constraint.constant.negated
      else { continue }
      add(inner: constraint.first, outer: second, constraint.constant, layoutCase)
      add(inner: second, outer: constraint.first, opposite, layoutCase)
    }
  }

  private mutating func add(
    inner: Anchor, outer: Anchor, _ constant: LayoutNumber, _ layoutCase: LayoutCase
  ) {
    guard case .view(let view) = inner.item, let parent = layoutCase.views[view].parent,
      layoutCase.viewIndex(of: outer.item) == parent, !inner.attribute.isMargin
    else { return }
    let direction = layoutCase.direction(inside: parent)
    guard let edge = InsetEdge(inner.attribute, direction),
      let facing = InsetEdge(outer.attribute, direction)
    else { return }
    // A guide above the keyboard ends at the edge of the safe area.
    let isAboveKeyboard =
      isKeyboard(outer.item, layoutCase) && edge == .bottom && facing == .top
    guard edge == facing || isAboveKeyboard else { return }
    let target: Tie.Target
    switch outer.item {
    case .view: target = outer.attribute.isMargin ? .margins : .edge
    case .guide(let guide):
      guard case .area(let area) = layoutCase.guides[guide].kind else { return }
      switch area {
      case .safeArea: target = .safeArea
      case .margins: target = .margins
      case .readable: target = .readable
      case .keyboard:
        // Its other edges are its owner's, except for its top, from which no top edge follows.
        if edge == .top { return }
        target = isAboveKeyboard ? .safeArea : .edge
      }
    }
    let isMirrored =
      direction == .rightToLeft && inner.attribute.followsDirection == true
    let isLow = edge == .top || edge == .left
    // A constant counts along the axis, mirrored ones against it; inward is along it at the low
    // edges.
    let inward = isLow != isMirrored ? constant : constant.negated ?? .zero
    ties[view].append(Tie(edge: edge, target: target, inward: inward))
  }

  private func isKeyboard(_ item: Item, _ layoutCase: LayoutCase) -> Bool {
    guard case .guide(let guide) = item else { return false }
    return layoutCase.guides[guide].kind == .area(.keyboard)
  }

  /// Returns the place of a view; views are requested in order.
  ///
  /// - Parameters:
  ///   - view: the index of the view.
  ///   - layoutCase: the case that the ties are of.
  ///   - areas: the areas of all views before it.
  ///   - measured: the place of the view in a layout, nil before the first one; tied edges may be
  ///     elsewhere in the next one.
  /// - Returns: the measured place with the tied edges replaced; without one, only those edges and
  ///   the frame that the view is held at.
  mutating func place(
    of view: Int, in layoutCase: LayoutCase, areas: [ViewAreas], measured: ViewPlace? = nil
  ) -> ViewPlace {
    let own = layoutCase.views[view].alignmentInsets
    var place = measured ?? ViewPlace(distances: [nil, nil, nil, nil], width: nil)
    if let parent = layoutCase.views[view].parent {
      if measured == nil, let hold = layoutCase.views[view].hold {
        place = Self.place(of: hold, own, layoutCase.views[parent].alignmentInsets)
      }
      for tie in ties[view].reversed() {
        let offset: LayoutNumber
        switch tie.target {
        case .edge: offset = .zero
        case .safeArea: offset = areas[parent].safeArea[tie.edge]
        case .margins: offset = areas[parent].margins[tie.edge]
        case .readable: offset = areas[parent].readable[tie.edge]
        }
        place.distances[tie.edge.rawValue] = tie.inward.plus(offset)
      }
      let tied = ties[view].map(\.edge)
      let isWidthTied = tied.contains(.left) && tied.contains(.right)
      if measured == nil || isWidthTied, let outer = widths[parent],
        let left = place.distances[InsetEdge.left.rawValue],
        let right = place.distances[InsetEdge.right.rawValue]
      {
        place.width = outer.minus(left).minus(right)
      }
    } else {
      place.width = layoutCase.environment.size.width.minus(own.left).minus(own.right)
    }
    // The content of a scroll view has a width of its own.
    widths.append(layoutCase.views[view].kind == .scrollView ? nil : place.width)
    return place
  }

  /// Returns the place by the frame of a mask, as if the superview had kept its size.
  private static func place(
    of hold: View.Hold, _ own: LayoutInsets, _ outer: LayoutInsets
  ) -> ViewPlace {
    let frame = hold.frame
    let beyond = hold.superviewSize.map { size in
      (
        bottom: size.height.minus(frame.y).minus(frame.height),
        right: size.width.minus(frame.x).minus(frame.width)
      )
    }
    return ViewPlace(
      distances: [
        frame.y.plus(own.top).minus(outer.top), frame.x.plus(own.left).minus(outer.left),
        beyond?.bottom.plus(own.bottom).minus(outer.bottom),
        beyond?.right.plus(own.right).minus(outer.right),
      ], width: frame.width.minus(own.left).minus(own.right))
  }
}

extension InsetEdge {
  /// Creates the edge of an attribute, margins counted as their edge; nil for other attributes.
  fileprivate init?(_ attribute: Attribute, _ direction: LayoutCase.Environment.Direction) {
    let isLeftToRight = direction == .leftToRight
    switch attribute {
    case .top, .topMargin: self = .top
    case .bottom, .bottomMargin: self = .bottom
    case .left, .leftMargin: self = .left
    case .right, .rightMargin: self = .right
    case .leading, .leadingMargin: self = isLeftToRight ? .left : .right
    case .trailing, .trailingMargin: self = isLeftToRight ? .right : .left
    default: return nil
    }
  }
}
