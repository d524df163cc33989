// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Scripts

/// Operations that make a small script large in one way: variables, terms, steps or numbers.
///
/// A session treats what is large in other ways than what is small, and layouts have few such
/// things.
extension SmallScript {
  /// The number of variables.
  enum Size {
    case few
    case several
    /// More than a row of a tableau has before it counts as long.
    case veryMany

    init(_ source: inout ChoiceSource) throws(GenerationStop) {
      switch try source.index(weights: [240, 58, 2]) {
      case 0: self = .few
      case 1: self = .several
      default: self = .veryMany
      }
    }

    func variableCount(_ source: inout ChoiceSource) throws(GenerationStop) -> Int {
      switch self {
      case .few: return 1 + (try source.index(below: 5))
      case .several: return 6 + (try source.index(below: 25))
      case .veryMany: return 520 + (try source.index(below: 120))
      }
    }
  }

  /// Moves a constraint or a variable far away, and back or on from there.
  ///
  /// The numbers are beyond those of layouts, and below those that have no correct answer.
  mutating func moveFar(_ source: inout ChoiceSource) throws(GenerationStop) {
    var distance = 1.0
    for _ in 0..<(3 + (try source.index(below: 8))) { distance *= 10 }
    if try source.bool() { distance = -distance }
    if try source.bool(), let constraint = try drawer.anyPresent(&source) {
      let value = constraint.constant.doubleValue.rounded()
      drawer.setConstant(of: constraint.id, to: value + distance)
      drawer.solve()
      if try source.bool(1, in: 4) { return drawer.remove(constraint.id) }
      // What is refused stays where it was.
      drawer.setConstant(of: constraint.id, to: value)
      return
    }
    let variable = try drawer.dragged(&source)
    try drawer.suggest(variable, distance, &source)
    drawer.solve()
    if try source.bool() { return try drawer.endSuggestion(&source) }
    try drawer.suggest(variable, Double(try source.integer(in: 0...500)), &source)
  }

  /// Adds required distances around a circle of variables, which hold or contradict each other all
  /// together.
  mutating func addCycle(_ source: inout ChoiceSource) throws(GenerationStop) {
    let count = drawer.script.variableCount
    guard count > 1 else { return }
    let length = min(count, 2 + (try source.index(below: 7)))
    let first = try source.index(below: count)
    let members = (0..<length).map { (first + $0) % count }
    let excess = Rational(try source.integer(in: -20...20, towards: 1))
    let isInSteps = try source.bool(1, in: 4)
    for position in 0..<length {
      let (one, next) = (members[position], members[(position + 1) % length])
      let distance = Rational(drawer.witness[next] - drawer.witness[one])
      drawer.append(
        [(next, .one), (one, Rational(-1))], .greaterThanOrEqual,
        position == length - 1 ? distance + excess : distance, .required)
      if isInSteps { drawer.solve() }
    }
    drawer.solve()
    // The ones that were not refused would leave no room for other operations.
    for constraint in drawer.present.suffix(length) where try source.bool(3, in: 4) {
      drawer.remove(constraint.id)
    }
  }
}

extension ScriptDrawer {
  /// Adds a constraint on most variables, which holds at the witness if it is required.
  mutating func addWide(_ source: inout ChoiceSource) throws(GenerationStop) {
    let period = 2 + (try source.index(below: 8))
    let omitted = try source.index(below: 2 * period)
    let factors = [try coefficient(&source), try coefficient(&source), .one]
    var terms: [(Int, Rational)] = []
    var sum = Rational.zero
    for variable in 0..<script.variableCount where variable % period != omitted {
      terms.append((variable, factors[variable % 3]))
      sum += factors[variable % 3] * Rational(witness[variable])
    }
    if terms.isEmpty { return }
    // Terms come in any order.
    if try source.bool() { terms.reverse() }
    let relation = Relation.allCases[try source.index(below: 3)]
    if try source.bool(2, in: 5) {
      let slack = Rational(relation == .equal ? 0 : try source.index(below: 60))
      append(
        terms, relation, relation == .lessThanOrEqual ? sum + slack : sum - slack, .required)
    } else {
      append(terms, relation, sum + (try constant(&source)), try priority(&source))
    }
  }
}
