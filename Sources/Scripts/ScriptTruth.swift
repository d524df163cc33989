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
  /// All rows as constraints, those of suggestions with ids of their own.
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

  /// All that a script adds, where it takes nothing back and suggests nothing: the script of a
  /// system.
  package init(
    whole script: SolverScript, limit: OracleLimit = .standard
  ) throws(OracleError) {
    let rows = script.constraints
    try self.init(rows, constraints: rows, variableCount: script.variableCount, limit: limit)
  }
}

/// What follows from a script, exactly: which additions contradict what is in force, and which
/// answers are right.
///
/// Extreme suggestions (infinities, NaN, numbers of no screen) have no right answer in doubles. A
/// solver may refuse them or answer anything while one is in force; once it is replaced, answers
/// must be right again.
package struct ScriptTruth: Sendable {
  /// What a step must come to.
  package enum Expectation: Sendable {
    /// It must be accepted.
    case done
    /// The constraint contradicts those in force: with it, there is no answer. For a session it is
    /// what is done since the last reading that must be refused, all of it.
    case refused(ScriptSystem)
    /// What is done since the last reading has a number that is not finite, and must be refused:
    /// only for sessions.
    case refusedNumber
    /// An extreme suggestion: refused or not, as the solver likes.
    case either
    /// What is to be taken back is not in force: there is nothing to do.
    case skipped
    /// The answer to this must be right.
    case answer(ScriptSystem)
    /// The answer while an extreme suggestion is in force is not looked at.
    case anything
  }

  /// One for each step.
  package let expectations: [Expectation]
  /// What is in force after the last step.
  package let last: ScriptState
  /// What would be in force if the last reading had not been refused; only for sessions.
  package let tried: ScriptState?
  /// The steps that must be refused, with all that is refused together with them.
  package let refused: Set<Int>

  /// Suggestions of at least this size are extreme.
  package static let extremeMagnitude = 1e15

  package static func isExtreme(_ value: Double) -> Bool {
    !value.isFinite || value.magnitude >= extremeMagnitude
  }

  /// What each addition comes to when it is asked for at once, as adapters are.
  ///
  /// - Precondition: the script is well formed, and not one that only a session takes.
  /// - Throws: as the oracle does.
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

/// What is in force at some step.
package struct ScriptState: Sendable {
  /// A constraint that is there.
  struct Held: Sendable {
    var constraint: SolverScript.Constraint
    var isActive = true
    /// Its constant when that is extreme, and the exact one says nothing.
    var extremeConstant: Double?
  }

  package let variableCount: Int
  /// The constraints that are there, in force or not, in order of their addition.
  var held: [Held] = []
  /// By variable, in order of first suggestion.
  package var suggestions: [(variable: Int, value: Double, strength: Strength)] = []

  init(variableCount: Int) { self.variableCount = variableCount }

  /// The constraints in force.
  package var constraints: [SolverScript.Constraint] {
    held.compactMap { $0.isActive ? $0.constraint : nil }
  }

  /// The numbers in force that are extreme.
  var extremes: [Double] {
    suggestions.map(\.value).filter(ScriptTruth.isExtreme)
      + held.compactMap { $0.isActive ? $0.extremeConstant : nil }
  }

  var isExtreme: Bool { !extremes.isEmpty }

  mutating func add(_ constraint: SolverScript.Constraint) {
    held.append(Held(constraint: constraint))
  }

  /// - Returns: whether it was there.
  mutating func remove(_ id: Int) -> Bool {
    let before = held.count
    held.removeAll { $0.constraint.id == id }
    return held.count < before
  }

  /// Changes a constraint.
  ///
  /// - Returns: whether it is there.
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

  /// The constraints, then a row for each suggestion.
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

/// Walks through a script once.
///
/// Whether required constraints contradict each other is asked only when it matters, for all that
/// were added since it was asked last; then the first to contradict is found by halving.
private struct TruthBuilder {
  private let script: SolverScript
  private(set) var state: ScriptState
  private(set) var expectations: [ScriptTruth.Expectation] = []
  /// Steps that added required constraints since they were known to agree.
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

  /// Takes back the additions that contradict what was in force.
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

  /// The position in `unchecked` of the first addition that contradicts those before it.
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
