// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The placement of the arranged views across the axis (AUTOLAYOUT 9.4), and hidden ones (9.5).
extension StackBuilder {
  mutating func addAlignment(_ stack: StackArrangement) {
    guard !stack.visible.isEmpty else { return }
    if stack.isDesktop {
      alignOnDesktop(stack)
      return
    }
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

  /// Keeps each view inside the stack and aligns it with the stack, which hugs them by its own
  /// priority.
  private mutating func alignOnDesktop(_ stack: StackArrangement) {
    let cross = stack.cross
    let (near, far) = (stack.edge(.near, cross), stack.edge(.far, cross))
    let priority = StackRules.desktopAlignment
    for place in stack.visible.indices {
      let view = Item.view(stack.visibleView(place))
      relate(
        Anchor(view, cross.near), near, relation: .greaterThanOrEqual, as: .canvasConnection)
      relate(Anchor(view, cross.far), far, relation: .lessThanOrEqual, as: .canvasConnection)
      switch stack.alignment {
      case .leading, .fill:
        relate(Anchor(view, cross.near), near, priority: priority, as: .alignment)
        guard stack.alignment == .fill else { break }
        relate(Anchor(view, cross.far), far, priority: priority, as: .alignment)
      case .trailing: relate(Anchor(view, cross.far), far, priority: priority, as: .alignment)
      case .center:
        relate(
          Anchor(view, cross.center), stack.center(cross), priority: priority, as: .alignment)
      case .firstBaseline, .lastBaseline: alignBaseline(of: view, stack, isFirst: place == 0)
      }
      shrink(view, cross, priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
    }
    shrink(.view(stack.view), cross, priority: desktopHugging(stack), as: .canvasFit)
  }

  /// Aligns the baseline of a view in a row with that of the first one.
  ///
  /// The whole row prefers the edge beside its baselines, so that its place is not open.
  private mutating func alignBaseline(of view: Item, _ stack: StackArrangement, isFirst: Bool) {
    let usesTop = stack.alignment == .firstBaseline
    if !isFirst {
      let baseline: Attribute = usesTop ? .firstBaseline : .lastBaseline
      relate(
        Anchor(.view(stack.visibleView(0)), baseline), Anchor(view, baseline),
        priority: StackRules.desktopAlignment, as: .alignment)
    }
    let edge = usesTop ? stack.cross.near : stack.cross.far
    relate(
      Anchor(view, edge), stack.edge(usesTop ? .near : .far, stack.cross),
      priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
  }

  /// Returns the priority with which a stack hugs its views across its axis: its own, but below
  /// that with which any of them resists compression.
  private func desktopHugging(_ stack: StackArrangement) -> Priority {
    stack.visible.indices.reduce(arranged.views[stack.view].hugging[stack.cross]) { least, place in
      let view = arranged.views[stack.visibleView(place)]
      return StackRules.hugging(least, below: view.compressionResistance[stack.cross])
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
