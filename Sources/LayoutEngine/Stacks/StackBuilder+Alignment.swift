// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The placement of the arranged views across the axis (AUTOLAYOUT 9.4), and hidden ones (9.5).
extension StackBuilder {
  mutating func addAlignment(_ stack: StackArrangement) {
    if stack.isDesktop { return alignOnDesktop(stack) }
    guard !stack.visible.isEmpty else { return }
    if stack.alignment == .fill {
      fillAcross(stack)
      return
    }
    let spanner = addGuide(flatAlong: stack.axis, .alignmentSpanner)
    connectAcross(stack, spanner)
    span(stack, spanner)
    for place in stack.visible.indices {
      shrink(
        .view(stack.visibleView(place)), stack.cross,
        priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
    }
  }

  private mutating func fillAcross(_ stack: StackArrangement) {
    let cross = stack.cross
    let first = Item.view(stack.visibleView(0))
    relate(stack.edge(.near, cross), Anchor(first, cross.near), as: .canvasConnection)
    relate(Anchor(first, cross.far), stack.edge(.far, cross), as: .canvasConnection)
    align(stack, [cross.near, cross.far])
  }

  /// Aligns attributes of all visible views with those of the first.
  private mutating func align(_ stack: StackArrangement, _ attributes: [Attribute]) {
    let first = Item.view(stack.visibleView(0))
    for place in stack.visible.indices.dropFirst() {
      let view = Item.view(stack.visibleView(place))
      for attribute in attributes {
        relate(Anchor(first, attribute), Anchor(view, attribute), as: .alignment)
      }
    }
  }

  /// Connects the edges of the stack with the first view and with the guide that spans all views.
  private mutating func connectAcross(_ stack: StackArrangement, _ spanner: Item) {
    let cross = stack.cross
    let first = Item.view(stack.visibleView(0))
    let near = stack.edge(.near, cross)
    let far = stack.edge(.far, cross)
    switch stack.alignment {
    case .fill: return
    case .leading:
      relate(near, Anchor(first, cross.near), as: .canvasConnection)
      relate(Anchor(spanner, cross.far), far, as: .canvasConnection)
      align(stack, [cross.near])
    case .trailing:
      relate(near, Anchor(spanner, cross.near), as: .canvasConnection)
      relate(Anchor(first, cross.far), far, as: .canvasConnection)
      align(stack, [cross.far])
    case .center:
      relate(near, Anchor(spanner, cross.near), as: .canvasConnection)
      relate(Anchor(spanner, cross.far), far, as: .canvasConnection)
      relate(stack.center(cross), Anchor(first, cross.center), as: .canvasConnection)
      align(stack, [cross.center])
    case .firstBaseline:
      relate(near, Anchor(spanner, cross.near), as: .canvasConnection)
      relate(Anchor(spanner, cross.far), far, relation: .lessThanOrEqual, as: .canvasConnection)
      shrink(.view(stack.view), cross, priority: StackRules.canvasFit, as: .canvasFit)
      align(stack, [.firstBaseline])
    case .lastBaseline:
      relate(near, Anchor(spanner, cross.near), relation: .lessThanOrEqual, as: .canvasConnection)
      relate(Anchor(spanner, cross.far), far, as: .canvasConnection)
      shrink(.view(stack.view), cross, priority: StackRules.canvasFit, as: .canvasFit)
      align(stack, [.lastBaseline])
    }
  }

  /// Makes the guide span all visible views, and no more than necessary.
  private mutating func span(_ stack: StackArrangement, _ spanner: Item) {
    let cross = stack.cross
    for place in stack.visible.indices {
      let view = Item.view(stack.visibleView(place))
      for (attribute, relation, side) in [
        (cross.near, LayoutConstraint.Relation.lessThanOrEqual, StackLayout.Alignment.leading),
        (cross.far, .greaterThanOrEqual, .trailing),
      ] {
        let isSide = stack.alignment == side
        relate(
          Anchor(spanner, attribute), Anchor(view, attribute), relation: isSide ? .equal : relation,
          priority: isSide ? StackRules.spanningSide : .required, as: .spanningBoundary)
      }
    }
    shrink(spanner, cross, priority: StackRules.spanningFit, as: .spanningFit)
  }

  // MARK: - Hidden views

  /// Removes the size of hidden views along the axis, and prefers none across, where they move
  /// nothing else.
  mutating func addHiding(_ stack: StackArrangement) {
    let cross = stack.cross
    for (place, view) in stack.members.enumerated() where stack.isHidden[place] {
      let item = Item.view(view)
      shrink(item, stack.axis, priority: .required, as: .hiding)
      shrink(
        item, cross, priority: arranged.views[view].compressionResistance[cross], as: .hiding)
      // Its natural size resists as strongly as that preference.
      shrink(item, cross, priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
      let attribute: Attribute
      switch stack.alignment {
      case .center: attribute = cross.center
      case .trailing: attribute = cross.far
      case .fill, .leading, .firstBaseline, .lastBaseline: attribute = cross.near
      }
      let reference =
        stack.visible.first.map { Anchor(.view(stack.members[$0]), attribute) }
        ?? stack.edge(.near, cross)
      relate(
        reference, Anchor(item, stack.visible.isEmpty ? cross.near : attribute), as: .alignment)
    }
  }
}
