// SPDX-License-Identifier: MIT

import ExactNumerics
import Oracles

extension ScriptTruth {
  /// Computes the expectation of each step in a session.
  ///
  /// All changes between two readings are accepted together or refused together.
  ///
  /// - Precondition: the script is well formed.
  /// - Throws: the errors of the oracle.
  package init(
    ofTransactions script: SolverScript, limit: OracleLimit = .standard
  ) throws(OracleError) {
    try ScriptWork.check(script)
    var builder = TransactionBuilder(script, limit)
    for index in script.steps.indices { try builder.take(index) }
    self.init(
      builder.expectations, last: builder.state, tried: builder.tried, refused: builder.refused)
  }
}

/// A builder of expectations that walks through a script once.
///
/// A refused reading restores the state of the last answer.
private struct TransactionBuilder {
  private let script: SolverScript
  private(set) var state: ScriptState
  private(set) var expectations: [ScriptTruth.Expectation] = []
  private(set) var refused = Set<Int>()
  private(set) var tried: ScriptState?
  /// The state at the last answer, and the first step after it.
  private var answered: ScriptState
  private var start = 0
  private var work: ScriptWork

  init(_ script: SolverScript, _ limit: OracleLimit) {
    self.script = script
    work = ScriptWork(limit)
    state = ScriptState(variableCount: script.variableCount)
    answered = state
  }

  mutating func take(_ index: Int) throws(OracleError) {
    try work.walk(rows: state.held.count + state.suggestions.count)
    let isThere: Bool
    switch script.steps[index] {
    case .solve: return try read(index)
    case .suggest(let variable, let value, let strength):
      state.suggest(variable, value, strength)
      isThere = true
    case .endSuggestion(let variable):
      let before = state.suggestions.count
      state.suggestions.removeAll { $0.variable == variable }
      isThere = state.suggestions.count < before
    case .add(let constraint):
      state.add(constraint)
      isThere = true
    case .remove(let id): isThere = state.remove(id)
    case .setConstant(let id, let value):
      isThere = state.change(id) {
        $0.constraint.constant = Rational(exactly: value) ?? .zero
        $0.extremeConstant = ScriptTruth.isExtreme(value) ? value : nil
      }
    case .setStrength(let id, let strength):
      isThere = state.change(id) { $0.constraint.strength = strength }
    case .setActive(let id, let isActive): isThere = state.change(id) { $0.isActive = isActive }
    }
    expectations.append(isThere ? .done : .skipped)
  }

  private mutating func read(_ index: Int) throws(OracleError) {
    tried = state
    if state.extremes.contains(where: { !$0.isFinite }) {
      refuse(index, .refusedNumber)
    } else if state.isExtreme {
      accept(index, .anything)
    } else {
      let limit = try work.solve(rows: state.held.count + state.suggestions.count)
      let system = try state.solved(limit: limit)
      try work.keep(system)
      if system.answer.isFeasible {
        accept(index, .answer(system))
      } else {
        refuse(index, .refused(system))
      }
    }
  }

  private mutating func accept(_ index: Int, _ expectation: ScriptTruth.Expectation) {
    expectations.append(expectation)
    answered = state
    start = index + 1
  }

  private mutating func refuse(_ index: Int, _ expectation: ScriptTruth.Expectation) {
    expectations.append(expectation)
    state = answered
    refused.formUnion(start...index)
    start = index + 1
  }
}

extension ScriptState {
  /// Returns the system in force with its exact answer.
  fileprivate func solved(limit: OracleLimit) throws(OracleError) -> ScriptSystem {
    try ScriptSystem(
      rows, constraints: constraints, variableCount: variableCount, limit: limit)
  }
}
