// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The rules of NSStackView, which its header states; `StackRules` lists the choices beyond it.
extension StackBuilder {
  /// Keeps each view inside the stack, aligns it with the stack, and hugs the views.
  mutating func alignOnDesktop(_ stack: StackArrangement) {
    place(detached: stack)
    if stack.visible.isEmpty {
      for axis in [Axis.horizontal, .vertical] { collapse(stack, axis) }
      return
    }
    let cross = stack.cross
    let (near, far) = (stack.edge(.near, cross), stack.edge(.far, cross))
    for place in stack.visible.indices {
      let view = Item.view(stack.visibleView(place))
      relate(
        Anchor(view, cross.near), near, relation: .greaterThanOrEqual, as: .canvasConnection)
      relate(Anchor(view, cross.far), far, relation: .lessThanOrEqual, as: .canvasConnection)
      align(view, at: place, stack)
      shrink(view, cross, priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
    }
    hug(stack)
  }

  /// Gives detached views a place and no size, as far as nothing else decides them.
  private mutating func place(detached stack: StackArrangement) {
    for view in stack.detached {
      for axis in [Axis.horizontal, .vertical] {
        let priority = StackRules.ambiguitySuppression
        shrink(.view(view), axis, priority: priority, as: .hiding)
        relate(
          Anchor(.view(view), axis.near), Anchor(.view(stack.view), axis.near), priority: priority,
          as: .hiding)
      }
    }
  }

  /// Gives a stack without visible views no size, as far as its hugging goes.
  private mutating func collapse(_ stack: StackArrangement, _ axis: Axis) {
    let hugging = arranged.views[stack.view].hugging[axis]
    let priority = hugging.isRequired ? StackRules.strongestPreference : hugging
    shrink(.view(stack.view), axis, priority: priority, as: .canvasFit)
  }

  private mutating func align(_ view: Item, at place: Int, _ stack: StackArrangement) {
    let cross = stack.cross
    let priority = StackRules.desktopAlignment
    let (near, far) = (stack.edge(.near, cross), stack.edge(.far, cross))
    switch stack.alignment {
    case .leading: relate(Anchor(view, cross.near), near, priority: priority, as: .alignment)
    case .trailing: relate(Anchor(view, cross.far), far, priority: priority, as: .alignment)
    case .center:
      relate(Anchor(view, cross.center), stack.center(cross), priority: priority, as: .alignment)
    case .fill:
      relate(Anchor(view, cross.near), near, priority: StackRules.desktopFill, as: .alignment)
      relate(Anchor(view, cross.far), far, priority: StackRules.desktopFill, as: .alignment)
      // A view that cannot stretch is at the near edge.
      relate(
        Anchor(view, cross.near), near, priority: StackRules.ambiguitySuppression,
        as: .ambiguitySuppression)
    case .firstBaseline: alignBaseline(.firstBaseline, of: view, at: place, stack)
    case .lastBaseline: alignBaseline(.lastBaseline, of: view, at: place, stack)
    }
  }

  /// Aligns the baseline of a view in a row with that of the first one.
  ///
  /// The whole row prefers the edge beside its baselines, so that its place is not open.
  private mutating func alignBaseline(
    _ baseline: Attribute, of view: Item, at place: Int, _ stack: StackArrangement
  ) {
    if place > 0 {
      relate(
        Anchor(.view(stack.visibleView(0)), baseline), Anchor(view, baseline),
        priority: StackRules.desktopAlignment, as: .alignment)
    }
    let usesTop = baseline == .firstBaseline
    relate(
      Anchor(view, usesTop ? stack.cross.near : stack.cross.far),
      stack.edge(usesTop ? .near : .far, stack.cross),
      priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
  }

  /// Hugs the views across the axis by the priority of the stack, without squeezing them: the stack
  /// stays at a guide around its views.
  private mutating func hug(_ stack: StackArrangement) {
    let cross = stack.cross
    let priority = arranged.views[stack.view].hugging[cross]
    let guide = addGuide(flatAlong: stack.axis, .spanningBoundary)
    for place in stack.visible.indices {
      let view = Item.view(stack.visibleView(place))
      relate(
        Anchor(guide, cross.near), Anchor(view, cross.near), relation: .lessThanOrEqual,
        as: .spanningBoundary)
      relate(
        Anchor(guide, cross.far), Anchor(view, cross.far), relation: .greaterThanOrEqual,
        as: .spanningBoundary)
    }
    relate(
      stack.edge(.near, cross), Anchor(guide, cross.near), priority: priority, as: .canvasFit)
    relate(stack.edge(.far, cross), Anchor(guide, cross.far), priority: priority, as: .canvasFit)
    shrink(guide, cross, priority: desktopFit(stack, cross), as: .spanningFit)
  }

  /// Returns the priority with which a stack, or the guide around its views, is as small as
  /// possible: the stack's hugging, but below the alignment and what the views resist with.
  func desktopFit(_ stack: StackArrangement, _ axis: Axis) -> Priority {
    let resistances = stack.visible.indices.map {
      arranged.views[stack.visibleView($0)].compressionResistance[axis].value
    }
    let hugging = arranged.views[stack.view].hugging[axis].value
    let least = resistances.reduce(hugging, min)
    return Priority(max(1, min(least - 0.5, StackRules.desktopFit.value)))
  }

  /// Makes the views as equal in length as possible.
  mutating func equalizeOnDesktop(_ stack: StackArrangement) {
    equalize(
      stack.visible.indices.map { .view(stack.visibleView($0)) }, stack,
      priority: StackRules.desktopEqualSizes)
  }

  /// Relates the lengths of items to that of one guide.
  ///
  /// Related to each other, they would leave open which of them differs.
  mutating func equalize(_ items: [Item], _ stack: StackArrangement, priority: Priority) {
    guard items.count > 1 else { return }
    let guide = addGuide(flatAlong: stack.cross, .fillEqually)
    relate(Anchor(guide, stack.axis.near), stack.edge(.near, stack.axis), as: .fillEqually)
    for item in items {
      relate(
        Anchor(item, stack.axis.size), Anchor(guide, stack.axis.size), priority: priority,
        as: .fillEqually)
    }
    shrink(guide, stack.axis, priority: StackRules.ambiguitySuppression, as: .ambiguitySuppression)
  }
}
