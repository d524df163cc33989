// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Scripts

/// Drags of a small script: past preferences and back, and longer than a session follows them.
extension SmallScript {
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
}
