// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Scripts

/// Operations that only a session has.
extension ScriptDrawer {
  /// Adds a constraint under its own number.
  mutating func append(_ constraint: SolverScript.Constraint) {
    note(constraint)
    script.steps.append(.add(constraint))
  }

  /// Chooses the optional priorities that occur, or some usual ones, so that operations share
  /// levels.
  mutating func chooseUsualPriorities(_ source: inout ChoiceSource) throws(GenerationStop) {
    let own = script.strengths.filter { !$0.isRequired }
    if own.isEmpty { try choosePriorities(&source) } else { priorities = own }
  }

  func isPresent(_ id: Int) -> Bool { present.contains { $0.id == id } }
  func isActive(_ id: Int) -> Bool { !inactive.contains(id) }

  mutating func remove(_ id: Int) {
    guard let position = present.firstIndex(where: { $0.id == id }) else { return }
    present.remove(at: position)
    script.steps.append(.remove(id))
  }

  mutating func setConstant(of id: Int, to value: Double) {
    guard let position = present.firstIndex(where: { $0.id == id }) else { return }
    present[position].constant = Rational(exactly: value) ?? .zero
    script.steps.append(.setConstant(id, value))
  }

  mutating func setActive(_ id: Int, _ isActive: Bool) {
    if isActive { inactive.remove(id) } else { inactive.insert(id) }
    script.steps.append(.setActive(id, isActive))
  }

  /// Returns a present constraint, in half of the cases that of the last operation.
  ///
  /// Many faults need several operations on one constraint.
  mutating func anyPresent(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> SolverScript.Constraint? {
    if present.isEmpty { return nil }
    if let last = present.first(where: { $0.id == touched }), try source.bool() { return last }
    let constraint = present[try source.index(below: present.count)]
    touched = constraint.id
    return constraint
  }

  /// Sets another constant, mostly near the old one; sometimes several in a row.
  mutating func setConstant(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source) else { return }
    var value = constraint.constant.doubleValue.rounded()
    for _ in 0..<(1 + (try source.index(weights: [60, 20, 10, 10]))) {
      value +=
        Double(
          try source.bool(3, in: 4)
            ? try source.integer(in: -12...12, towards: 1)
            : try source.integer(in: -300...300, towards: 1))
      setConstant(of: constraint.id, to: value)
      if try source.bool() { solve() }
    }
  }

  mutating func setStrength(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source),
      let position = present.firstIndex(where: { $0.id == constraint.id })
    else { return }
    let strength = try source.bool(1, in: 6) ? Strength.required : try priority(&source)
    present[position].strength = strength
    script.steps.append(.setStrength(constraint.id, strength))
  }

  /// Switches a constraint off, or on when it is off.
  mutating func toggle(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source) else { return }
    let offs = inactive.sorted().filter(isPresent)
    var id = constraint.id
    if !offs.isEmpty, try source.bool() { id = offs[try source.index(below: offs.count)] }
    setActive(id, inactive.contains(id))
  }

  /// Adds a constraint with the terms of a present one, and another right side and priority.
  mutating func addRelated(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source) else { return }
    let relation = Relation.allCases[try source.index(below: 3)]
    let distance = Rational(try source.integer(in: -60...60, towards: 0))
    let strength = try source.bool(1, in: 4) ? Strength.required : try priority(&source)
    append(
      constraint.terms.map { ($0.variable.index, $0.coefficient) }, relation,
      constraint.constant + distance, strength)
  }

  /// Adds the same constraint again, and mostly removes one of the two soon.
  mutating func duplicate(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source), isActive(constraint.id) else { return }
    append(
      constraint.terms.map { ($0.variable.index, $0.coefficient) }, constraint.relation,
      constraint.constant, constraint.strength)
    guard try source.bool(3, in: 4), let copy = present.last else { return }
    if try source.bool() { solve() }
    remove(try source.bool() ? copy.id : constraint.id)
  }

  /// Returns a variable, mostly one that has a suggestion already.
  func dragged(_ source: inout ChoiceSource) throws(GenerationStop) -> Int {
    let edited = suggested.indices.filter { suggested[$0] != nil }
    if !edited.isEmpty, try source.bool(2, in: 3) {
      return edited[try source.index(below: edited.count)]
    }
    return try source.index(below: script.variableCount)
  }

  /// Suggests values for a variable, one after the other.
  mutating func drag(_ source: inout ChoiceSource) throws(GenerationStop) {
    let variable = try dragged(&source)
    let start = try source.integer(in: -50...500, towards: 0)
    let step = try source.integer(in: -40...40, towards: 1)
    for turn in 0..<(1 + (try source.index(below: 4))) {
      try suggest(variable, Double(start + turn * step), &source)
      solve()
    }
  }

  mutating func endSuggestion(_ source: inout ChoiceSource) throws(GenerationStop) {
    let edited = suggested.indices.filter { suggested[$0] != nil }
    guard !edited.isEmpty else { return }
    let variable = edited[try source.index(below: edited.count)]
    suggested[variable] = nil
    script.steps.append(.endSuggestion(variable: variable))
  }

  private static let extremes = [Double.nan, .infinity, -.infinity, 1e308, 1e20]

  /// Sets a constant or suggestion to a non-finite or absurdly large number, then to a usual one.
  mutating func changeToExtreme(_ source: inout ChoiceSource) throws(GenerationStop) {
    let value = Self.extremes[try source.index(weights: [40, 25, 15, 10, 10])]
    if try source.bool(), let constraint = try anyPresent(&source) {
      script.steps.append(.setConstant(constraint.id, value))
      solve()
      // A refused operation is no change.
      setConstant(of: constraint.id, to: constraint.constant.doubleValue)
    } else {
      let variable = try dragged(&source)
      try suggest(variable, value, &source)
      solve()
      // The next operation may be about something else.
      if try source.bool() { return try addRelated(&source) }
      try suggest(variable, Double(try source.integer(in: 0...500)), &source)
    }
    solve()
  }

  /// Changes a constraint that was removed, which has no effect.
  mutating func changeWhatIsGone(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try anyPresent(&source) else { return }
    remove(constraint.id)
    if try source.bool() { solve() }
    switch try source.index(below: 3) {
    case 0: script.steps.append(.remove(constraint.id))
    case 1: script.steps.append(.setConstant(constraint.id, 1))
    default: script.steps.append(.setActive(constraint.id, true))
    }
  }
}
