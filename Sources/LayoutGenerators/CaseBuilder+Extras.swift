// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Constraints beyond those that settle the layout: slack ones, redundant ones and wishes.
extension CaseBuilder {
  private enum Extra: Int {
    case bound, inequality, redundant, wish, copy, inverse, itself, tie
  }

  /// Draws constraints until the choices stop it.
  mutating func drawExtras(_ source: inout ChoiceSource) throws(GenerationStop) {
    let isRich = profile == .degenerate || profile == .competing
    guard isRich || features.contains(.extras) else { return }
    let odds = isRich ? 4 : 2
    for _ in 0..<200 {
      source.beginSpan(.extra)
      guard try source.bool(odds, in: odds + 1) else {
        source.dropSpan()
        break
      }
      try drawExtra(&source)
      source.endSpan()
    }
  }

  private var weights: [Int] {
    switch profile {
    case .ambiguous: return [1, 1]
    case .degenerate: return isBinary ? [1, 1, 9, 1, 2, 2, 2, 2] : [1, 1, 3, 1, 3, 3, 3, 3]
    case .competing: return [2, 2, 0, 12, 3]
    default: return [2, 2, 2, 2]
    }
  }

  private mutating func drawExtra(_ source: inout ChoiceSource) throws(GenerationStop) {
    switch Extra(rawValue: try source.index(weights: weights)) {
    case .inequality: try addInequality(&source, isTight: false)
    case .tie: try addInequality(&source, isTight: true)
    case .redundant:
      let (first, second) = try anchors(&source)
      let isScaled = first.attribute.kind == .dimension || isBinary
      let multiplier = isScaled ? try multiplier(&source) : 1
      relate(
        first, .equal, second, multiplier: multiplier, priority: try anyPriority(&source))
    case .wish: try addWish(&source)
    case .copy:
      guard !layoutCase.constraints.isEmpty else { return }
      var copy = layoutCase.constraints[try source.index(below: layoutCase.constraints.count)]
      copy.id = "c\(layoutCase.constraints.count + 1)"
      layoutCase.constraints.append(copy)
    case .inverse: try addInverse(&source)
    case .itself: try addSelfRelation(&source)
    default:
      let item = try anyItem(&source)
      let isLower = try !source.bool()
      let slack = Ratio(try source.integer(in: 1...100, towards: 1))
      relate(
        Anchor(item, try source.bool() ? .height : .width),
        isLower ? .greaterThanOrEqual : .lessThanOrEqual, priority: try anyPriority(&source),
        shift: isLower ? -slack : slack)
    }
  }

  private mutating func addInequality(
    _ source: inout ChoiceSource, isTight: Bool
  ) throws(GenerationStop) {
    let (first, second) = try anchors(&source)
    let isLower = try !source.bool()
    let slack = isTight ? 0 : Ratio(try source.integer(in: 1...100, towards: 1))
    relate(
      first, isLower ? .greaterThanOrEqual : .lessThanOrEqual, second,
      priority: try anyPriority(&source), shift: isLower ? -slack : slack)
  }

  /// Adds a preference that the witness violates.
  ///
  /// Unless preferences compete, its priority is below that of all settling constraints, so that it
  /// changes nothing.
  private mutating func addWish(_ source: inout ChoiceSource) throws(GenerationStop) {
    let (first, second) = try anchors(&source)
    let table = profile == .competing ? Palette.priorities : Palette.wishPriorities
    let priority = table[try source.index(below: table.count)]
    let relation: LayoutConstraint.Relation =
      switch try source.index(weights: [3, 1, 1]) {
      case 1: .greaterThanOrEqual
      case 2: .lessThanOrEqual
      default: .equal
      }
    let shift = Ratio(try source.integer(in: -100...100, towards: 0))
    relate(first, relation, second, priority: priority, shift: shift)
  }

  /// Adds an equality in the other direction: `b = a / m - c / m`.
  private mutating func addInverse(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard !layoutCase.constraints.isEmpty else { return }
    let original = layoutCase.constraints[try source.index(below: layoutCase.constraints.count)]
    guard let second = original.second, original.relation == .equal, !original.multiplier.isZero,
      let inverse = (1 / Ratio(original.multiplier)).layoutNumber,
      !isBinary || original.multiplier == 1
    else { return }
    relate(second, .equal, original.first, multiplier: inverse, priority: original.priority)
  }

  /// Relates a view to itself: a size to a size, or an edge to an edge.
  private mutating func addSelfRelation(_ source: inout ChoiceSource) throws(GenerationStop) {
    let item = try anyItem(&source)
    switch try source.index(below: isBinary ? 3 : 4) {
    case 1: relate(Anchor(item, .right), .equal, Anchor(item, .left))
    case 2:
      relate(
        Anchor(item, .width), .equal, Anchor(item, .width),
        multiplier: LayoutNumber(digits: 5, scale: 1))
    case 3:
      relate(
        Anchor(item, .height), .equal, Anchor(item, .width),
        multiplier: LayoutNumber(1, 3, form: .fraction))
    default: relate(Anchor(item, .width), .equal, Anchor(item, .height))
    }
  }

  private func anyPriority(_ source: inout ChoiceSource) throws(GenerationStop) -> Priority {
    guard features.contains(.optional), try source.bool() else { return .required }
    return Palette.priorities[try source.index(below: Palette.priorities.count)]
  }

  private func anyItem(_ source: inout ChoiceSource) throws(GenerationStop) -> Item {
    let views = layoutCase.views.count
    let index = try source.index(below: views + layoutCase.guides.count)
    // The root, which is completely known, is the least interesting.
    if index >= views { return .guide(index - views) }
    return .view((index + 1) % views)
  }

  /// Draws two anchors that may be related, or a size alone.
  private func anchors(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> (Anchor, Anchor?) {
    let item = try anyItem(&source)
    let axis: Axis = try source.bool() ? .vertical : .horizontal
    let size: Attribute = axis == .horizontal ? .width : .height
    switch try source.index(weights: [2, 2, 4]) {
    case 0: return (Anchor(item, size), nil)
    case 1:
      let other = try anyItem(&source)
      return (Anchor(item, size), Anchor(other, try source.bool(1, in: 4) ? .height : size))
    default:
      let other = try anyItem(&source)
      let isDirected = !(features.contains(.absoluteSides) ? try source.bool() : false)
      let one = Edge(rawValue: try source.index(below: 3)) ?? .low
      let two = Edge(rawValue: try source.index(below: 3)) ?? .low
      return (
        Anchor(item, plainAttribute(for: one, axis, isDirected: isDirected)),
        Anchor(other, plainAttribute(for: two, axis, isDirected: isDirected))
      )
    }
  }
}
