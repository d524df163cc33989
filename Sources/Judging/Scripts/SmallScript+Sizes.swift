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

  // MARK: - Drags

  /// Drags a variable, or the constant of a constraint on it, past preferences, and back.
  ///
  /// A divider meets smallest and largest sizes, and pushes or leaves them. The session goes from
  /// basis to basis then.
  mutating func dragAcross(_ source: inout ChoiceSource) throws(GenerationStop) {
    let count = drawer.script.variableCount
    guard count > 1 else { return }
    let variable = try source.index(below: count)
    let stops = 2 + (try source.index(below: 6))
    for _ in 0..<stops { try addStop(to: variable, &source) }
    let isEdit = try source.bool()
    if isEdit {
      try drawer.sweep(variable, &source)
    } else {
      let relation = Relation.allCases[try source.index(below: 3)]
      drawer.append(
        [(variable, try drawer.coefficient(&source))], relation, .zero, drawer.priorities[0])
      try drawer.sweepLast(&source)
    }
    for constraint in drawer.present.suffix(isEdit ? stops : stops + 1)
    where try source.bool(3, in: 4) {
      drawer.remove(constraint.id)
    }
  }

  /// Adds a preference of another variable, or a tie of it to the dragged one.
  private mutating func addStop(
    to dragged: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    // Ties and preferences have to meet on few variables; sometimes on the dragged one itself.
    let count = drawer.script.variableCount
    let distance = try source.index(weights: [1, 6, 3])
    let other = (dragged + distance) % count
    let relation = Relation.allCases[try source.index(below: 3)]
    let place = Rational(try source.integer(in: 0...400, towards: 0))
    var terms = [(other, try drawer.coefficient(&source))]
    if other != dragged, try source.bool(2, in: 3) {
      terms.append((dragged, -(try drawer.coefficient(&source))))
    }
    drawer.append(terms, relation, place, try drawer.lowerPriority(&source))
  }

  /// Drags a variable, or two in turn, by more steps than a session follows without solving again.
  mutating func dragLong(_ source: inout ChoiceSource) throws(GenerationStop) {
    let one = try drawer.dragged(&source)
    let other = try source.bool() ? one : try source.index(below: drawer.script.variableCount)
    var values: [Int: Double] = [:]
    for variable in [one, other] {
      values[variable] = Double(try source.integer(in: 0...200, towards: 0))
    }
    let step = Double(1 + (try source.index(below: 24))) / 8
    for turn in 0..<1300 {
      let variable = turn % 2 == 0 ? one : other
      let value = (values[variable] ?? 0) + (turn < 800 ? step : -step)
      values[variable] = value
      try drawer.suggest(variable, value, &source)
      drawer.solve()
    }
  }
}

extension ScriptDrawer {
  /// Returns a priority below the highest one, if there are several.
  func lowerPriority(_ source: inout ChoiceSource) throws(GenerationStop) -> Strength {
    let first = min(1, priorities.count - 1)
    return priorities[first + (try source.index(below: priorities.count - first))]
  }

  /// Suggests values for a variable with the highest optional priority, up and down by large steps.
  mutating func sweep(
    _ variable: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let strength = suggested[variable] ?? priorities[0]
    suggested[variable] = strength
    for value in try sweptValues(&source) {
      script.steps.append(.suggest(variable: variable, value: value, strength: strength))
      solve()
    }
  }

  /// Changes the constant of the last constraint, up and down by large steps.
  mutating func sweepLast(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let last = present.last else { return }
    for value in try sweptValues(&source) {
      setConstant(of: last.id, to: value)
      solve()
    }
  }

  private func sweptValues(_ source: inout ChoiceSource) throws(GenerationStop) -> [Double] {
    var value = Double(try source.integer(in: -50...100, towards: 0))
    let step = Double(try source.integer(in: 5...150, towards: 40))
    let turns = 2 + (try source.index(below: 8))
    return (0..<2 * turns).map { turn in
      defer { value += turn < turns ? step : -step }
      return value
    }
  }

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
