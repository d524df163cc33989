// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles

/// The system that is in force at a step of a script, with its exact answer.
package struct ScriptSystem: Sendable {
  package let system: LinearSystem
  package let answer: ExactAnswer
  /// The constraints in force; row `i` of `system` is constraint `i`.
  ///
  /// Suggestions are rows after them.
  package let constraints: [SolverScript.Constraint]
  /// All rows as constraints; those of suggestions have ids of their own.
  package let rows: [SolverScript.Constraint]

  /// Solves rows exactly.
  init(
    _ rows: [SolverScript.Constraint], constraints: [SolverScript.Constraint], variableCount: Int,
    limit: OracleLimit
  ) throws(OracleError) {
    system = ScriptState.system(rows, variableCount: variableCount)
    answer = try ExactOracle.solve(system, limit: limit)
    self.constraints = constraints
    self.rows = rows
  }

  /// Creates the system of a script that removes nothing and suggests nothing, from all of its
  /// additions.
  package init(
    whole script: SolverScript, limit: OracleLimit = .standard
  ) throws(OracleError) {
    let rows = script.constraints
    try self.init(rows, constraints: rows, variableCount: script.variableCount, limit: limit)
  }
}

/// The exact consequences of a script: the additions that contradict constraints in force, and the
/// correct answers.
///
/// Extreme suggestions (infinities, NaN, values of 1e15 and more) have no correct answer in
/// doubles. While one is in force, a solver may refuse or answer anything. Once it is replaced,
/// answers must be correct again.
package struct ScriptTruth: Sendable {
  /// The expected result of a step.
  package enum Expectation: Sendable {
    /// It must be accepted.
    case done
    /// The constraint contradicts those in force: with it, there is no answer. In a session, all
    /// changes since the last reading must be refused together.
    case refused(ScriptSystem)
    /// The changes since the last reading contain a number that is not finite and must be refused;
    /// only for sessions.
    case refusedNumber
    /// An extreme suggestion: the solver may refuse or accept it.
    case either
    /// The constraint to remove is not in force: there is nothing to do.
    case skipped
    /// The answer to this system must be correct.
    case answer(ScriptSystem)
    /// An extreme suggestion is in force: the answer is not judged.
    case anything
  }

  /// The expectation of each step.
  package let expectations: [Expectation]
  /// The state after the last step.
  package let last: ScriptState
  /// The state if the last reading had not been refused; only for sessions.
  package let tried: ScriptState?
  /// The steps that must be refused, with all steps that are refused together with them.
  package let refused: Set<Int>

  /// The least magnitude of an extreme suggestion.
  package static let extremeMagnitude = 1e15

  /// Whether a number is not finite, or too large for any layout.
  package static func isExtreme(_ value: Double) -> Bool {
    !value.isFinite || value.magnitude >= extremeMagnitude
  }

  /// Computes the expectation of each step when every addition is checked at once, as in adapters.
  ///
  /// - Precondition: the script is well formed and has no steps that only a session takes.
  /// - Throws: the errors of the oracle.
  package init(of script: SolverScript, limit: OracleLimit = .standard) throws(OracleError) {
    try ScriptWork.check(script)
    var builder = TruthBuilder(script, limit)
    for index in script.steps.indices { try builder.take(index) }
    try builder.checkRequired()
    expectations = builder.expectations
    last = builder.state
    tried = nil
    var refused = Set<Int>()
    for (index, expectation) in expectations.enumerated() {
      if case .refused = expectation { refused.insert(index) }
    }
    self.refused = refused
  }

  init(
    _ expectations: [Expectation], last: ScriptState, tried: ScriptState?, refused: Set<Int>
  ) {
    self.expectations = expectations
    self.last = last
    self.tried = tried
    self.refused = refused
  }
}

/// The constraints and suggestions in force at a step.
package struct ScriptState: Sendable {
  /// A constraint that was added and not removed.
  struct Held: Sendable {
    var constraint: SolverScript.Constraint
    var isActive = true
    /// Its constant if extreme; then the constant of `constraint` is meaningless.
    var extremeConstant: Double?
  }

  package let variableCount: Int
  /// The constraints that were not removed, active or not, in order of their addition.
  var held: [Held] = []
  /// The suggestions, one for each variable, in order of first suggestion.
  package var suggestions: [(variable: Int, value: Double, strength: Strength)] = []

  init(variableCount: Int) { self.variableCount = variableCount }

  /// The constraints in force.
  package var constraints: [SolverScript.Constraint] {
    held.compactMap { $0.isActive ? $0.constraint : nil }
  }

  /// The extreme numbers in force.
  var extremes: [Double] {
    suggestions.map(\.value).filter(ScriptTruth.isExtreme)
      + held.compactMap { $0.isActive ? $0.extremeConstant : nil }
  }

  var isExtreme: Bool { !extremes.isEmpty }

  mutating func add(_ constraint: SolverScript.Constraint) {
    held.append(Held(constraint: constraint))
  }

  /// - Returns: whether it was present.
  mutating func remove(_ id: Int) -> Bool {
    let before = held.count
    held.removeAll { $0.constraint.id == id }
    return held.count < before
  }

  /// Changes a constraint.
  ///
  /// - Returns: whether it is present.
  mutating func change(_ id: Int, _ change: (inout Held) -> Void) -> Bool {
    guard let index = held.firstIndex(where: { $0.constraint.id == id }) else { return false }
    change(&held[index])
    return true
  }

  mutating func suggest(_ variable: Int, _ value: Double, _ strength: Strength) {
    if let index = suggestions.firstIndex(where: { $0.variable == variable }) {
      suggestions[index].value = value
    } else {
      suggestions.append((variable, value, strength))
    }
  }

  /// The constraints in force, then a row for each suggestion.
  var rows: [SolverScript.Constraint] {
    let first = (held.map(\.constraint.id).max() ?? -1) + 1
    return constraints
      + suggestions.enumerated().map { offset, suggestion in
        SolverScript.Constraint(
          id: first + offset, [.init(.one, VariableID(suggestion.variable))], .equal,
          Rational(exactly: suggestion.value) ?? .zero, strength: suggestion.strength)
      }
  }

  static func system(
    _ rows: [SolverScript.Constraint], variableCount: Int
  ) -> LinearSystem {
    var system = LinearSystem()
    _ = system.addVariables(variableCount)
    var cells = 0
    for row in rows { cells += row.terms.count }
    system.reserveCapacity(constraints: rows.count, cells: cells)
    for row in rows {
      system.addConstraint(row.terms, row.relation, row.constant, strength: row.strength)
    }
    return system
  }
}

/// A builder of expectations that walks through a script once.
///
/// Required constraints are checked for contradictions only when it matters, together for all
/// additions since the last check. Then bisection finds the first that contradicts.
private struct TruthBuilder {
  private let script: SolverScript
  private(set) var state: ScriptState
  private(set) var expectations: [ScriptTruth.Expectation] = []
  /// Steps that added required constraints since the last successful check.
  private var unchecked: [Int] = []
  private var work: ScriptWork

  init(_ script: SolverScript, _ limit: OracleLimit) {
    self.script = script
    work = ScriptWork(limit)
    state = ScriptState(variableCount: script.variableCount)
  }

  mutating func take(_ index: Int) throws(OracleError) {
    switch script.steps[index] {
    case .add(let constraint):
      state.add(constraint)
      if constraint.strength.isRequired { unchecked.append(index) }
      expectations.append(.done)
    case .remove(let id):
      try checkRequired()
      try work.walk(rows: state.held.count)
      expectations.append(state.remove(id) ? .done : .skipped)
    case .suggest(let variable, let value, let strength):
      try work.walk(rows: state.suggestions.count)
      state.suggest(variable, value, strength)
      expectations.append(ScriptTruth.isExtreme(value) ? .either : .done)
    case .endSuggestion, .setConstant, .setStrength, .setActive:
      preconditionFailure("a script for a session, with the truth of an adapter")
    case .solve:
      try checkRequired()
      expectations.append(
        state.isExtreme ? .anything : .answer(try solved(state.rows, state.constraints)))
    }
  }

  /// Removes the additions that contradict constraints in force.
  mutating func checkRequired() throws(OracleError) {
    while let first = try firstContradiction() {
      let step = unchecked[first]
      guard case .add(let constraint) = script.steps[step] else { return }
      let later = Set(unchecked[(first + 1)...].compactMap(id))
      let rows = state.constraints.filter { !later.contains($0.id) }
      expectations[step] = .refused(try solved(rows, rows))
      _ = state.remove(constraint.id)
      unchecked.removeFirst(first + 1)
    }
    unchecked = []
  }

  private func id(_ step: Int) -> Int? {
    if case .add(let constraint) = script.steps[step] { return constraint.id }
    return nil
  }

  /// Returns the position in `unchecked` of the first addition that contradicts those before it;
  /// nil without one.
  private mutating func firstContradiction() throws(OracleError) -> Int? {
    if unchecked.isEmpty { return nil }
    if try isFeasible(upTo: unchecked.count) { return nil }
    var range = 0..<unchecked.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      if try isFeasible(upTo: middle) {
        range = middle..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  private mutating func isFeasible(upTo count: Int) throws(OracleError) -> Bool {
    let later = Set(unchecked[count...].compactMap(id))
    let rows = state.constraints.filter { $0.strength.isRequired && !later.contains($0.id) }
    return try solved(rows, rows).answer.isFeasible
  }

  private mutating func solved(
    _ rows: [SolverScript.Constraint], _ constraints: [SolverScript.Constraint]
  ) throws(OracleError) -> ScriptSystem {
    let limit = try work.solve(rows: rows.count)
    let system = try ScriptSystem(
      rows, constraints: constraints, variableCount: script.variableCount, limit: limit)
    try work.keep(system)
    return system
  }
}
