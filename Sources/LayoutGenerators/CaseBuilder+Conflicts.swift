// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Planted conflicts: irreducible sets of required constraints that contradict each other.
///
/// A conflict uses only the root, whose size is fixed, and fresh views on which nothing else
/// depends. So without any one of its constraints the rest of the case can be satisfied.
extension CaseBuilder {
  private enum Shape: Int {
    case twoSizes, crossedBounds, overfullSpan, negativeSize, crossedEdges, mutualGrowth
    case cycle, overfullChain, aspect, translatedMask
  }

  /// Adds a conflict.
  ///
  /// - Returns: the indices of its constraints.
  mutating func plantConflict(_ source: inout ChoiceSource) throws(GenerationStop) -> [Int] {
    source.beginSpan(.conflict)
    defer { source.endSpan() }
    let axis: Axis = try source.bool() ? .vertical : .horizontal
    let amount = Ratio(try source.integer(in: 1...100, towards: 1))
    let start = layoutCase.constraints.count
    switch Shape(rawValue: try source.index(weights: [2, 2, 3, 1, 2, 1, 2, 2, 1, 2])) {
    case .crossedBounds:
      let size = try freshSize(axis)
      impose(size, .greaterThanOrEqual, nil, 1, amount + 10)
      impose(size, .lessThanOrEqual, nil, 1, 10)
    case .overfullSpan: try plantOverfullSpan(axis, amount, &source)
    case .negativeSize:
      let size = try freshSize(axis)
      impose(size, try source.bool() ? .lessThanOrEqual : .equal, nil, 1, -amount)
    case .crossedEdges:
      let width = witness.views[0][axis].size
      let (low, high) = try freshEdges(axis)
      impose(low.0, .equal, low.1, 1, amount)
      impose(high.0, .equal, high.1, 1, -width)
    case .mutualGrowth:
      let size = try freshSize(axis)
      let cross = Anchor(size.item, axis == .horizontal ? .height : .width)
      impose(size, .greaterThanOrEqual, cross, 1, amount)
      impose(cross, .greaterThanOrEqual, size, 1, 0)
    case .cycle: try plantCycle(axis, amount, &source)
    case .overfullChain: try plantOverfullChain(axis, &source)
    case .aspect:
      let size = try freshSize(axis)
      let cross = Anchor(size.item, axis == .horizontal ? .height : .width)
      impose(size, .equal, cross, LayoutNumber(16, 9, form: .ratio), 0)
      impose(cross, .equal, nil, 1, 90)
      impose(size, .equal, nil, 1, amount + 160)
    case .translatedMask:
      // The program sets a size, although the frame is translated into constraints (scene S5).
      let size = try freshSize(axis)
      let view = layoutCase.views.count - 1
      let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
      layoutCase.views[view].hold = View.Hold(frame: frame, reason: .autoresizing)
      impose(size, try source.bool() ? .greaterThanOrEqual : .equal, nil, 1, amount + 10)
    default:
      let size = try freshSize(axis)
      impose(size, .equal, nil, 1, 10)
      impose(size, .equal, nil, 1, amount + 10)
    }
    return Array(start..<layoutCase.constraints.count)
  }

  /// Adds a constraint with a given constant, independently of the witness.
  private mutating func impose(
    _ first: Anchor, _ relation: LayoutConstraint.Relation, _ second: Anchor?,
    _ multiplier: LayoutNumber, _ constant: Ratio
  ) {
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "c\(layoutCase.constraints.count + 1)", first: first, relation: relation,
        second: second, multiplier: multiplier, constant: constant.layoutNumber ?? 0))
  }

  private mutating func freshView() -> Int {
    addView(
      parent: 0,
      at: ByAxis(both: Stretch(low: 0, size: 10)))
  }

  private mutating func freshSize(_ axis: Axis) throws(GenerationStop) -> Anchor {
    Anchor(.view(freshView()), axis == .horizontal ? .width : .height)
  }

  /// Returns the near and the far edge of a fresh view, each with the same edge of the root.
  ///
  /// Constants count in reading direction.
  private mutating func freshEdges(
    _ axis: Axis
  ) throws(GenerationStop) -> ((Anchor, Anchor), (Anchor, Anchor)) {
    let view = Item.view(freshView())
    let near: Attribute = axis == .horizontal ? .leading : .top
    let far: Attribute = axis == .horizontal ? .trailing : .bottom
    return (
      (Anchor(view, near), Anchor(.view(0), near)), (Anchor(view, far), Anchor(.view(0), far))
    )
  }

  /// Adds both edges and a size that does not fit between them.
  private mutating func plantOverfullSpan(
    _ axis: Axis, _ amount: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let room = witness.views[0][axis].size
    let (low, high) = try freshEdges(axis)
    let isTooSmall = try source.bool()
    impose(low.0, .equal, low.1, 1, 0)
    impose(high.0, .equal, high.1, 1, 0)
    let size = Anchor(low.0.item, axis == .horizontal ? .width : .height)
    // At least one point, so that a size of 0 is not required.
    let wrong = isTooSmall ? room * Ratio(1, 2) : room + amount
    impose(size, .equal, nil, 1, wrong)
  }

  /// Adds views of which each is strictly after the next one, and the last after the first.
  private mutating func plantCycle(
    _ axis: Axis, _ amount: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let count = try source.integer(in: 2...5, towards: 2)
    let views = (0..<count).map { _ in freshView() }
    let near: Attribute = axis == .horizontal ? .leading : .top
    for index in views.indices {
      let next = views[(index + 1) % count]
      impose(
        Anchor(.view(views[index]), near), .greaterThanOrEqual, Anchor(.view(next), near), 1,
        index == 0 ? amount : 0)
    }
  }

  /// Adds views in a row whose least sizes together do not fit in the root.
  private mutating func plantOverfullChain(
    _ axis: Axis, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let count = try source.integer(in: 2...5, towards: 2)
    let room = witness.views[0][axis].size
    // The excess is smaller than any of the sizes, so that the chain fits without one of them.
    let size = room * Ratio(Int64(1), Int64(count)) + Ratio(1, 2)
    let near: Attribute = axis == .horizontal ? .leading : .top
    let far: Attribute = axis == .horizontal ? .trailing : .bottom
    var previous = Anchor(.view(0), near)
    for _ in 0..<count {
      let view = Item.view(freshView())
      impose(Anchor(view, near), .greaterThanOrEqual, previous, 1, 0)
      impose(
        Anchor(view, axis == .horizontal ? .width : .height), .greaterThanOrEqual, nil, 1, size)
      previous = Anchor(view, far)
    }
    impose(previous, .lessThanOrEqual, Anchor(.view(0), far), 1, 0)
  }
}
