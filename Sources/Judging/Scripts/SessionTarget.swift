// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel
import LayoutSolving
import LinearModel
import Oracles
import Scripts
import Supervision

/// The project's own session as a target of scripts, in this process.
///
/// It supports the operations of adapters, and those that only a session has.
///
/// The operations of a script between two readings are one transaction. Besides the values, the
/// target checks four promises. Refused changes leave everything as it was. Changed variables are
/// reported. Constraints are known as long as they are present. The session solves everything that
/// a new session solves.
package struct SessionTarget: Sendable, Hashable {
  /// A planted bug; nil for the healthy session.
  package let fault: SessionFault?
  /// A fault that ends or disturbs the process on short scripts, which only minimization produces.
  ///
  /// It tests the supervision.
  package let ending: ProcessFault?

  package init(fault: SessionFault? = nil, ending: ProcessFault? = nil) {
    self.fault = fault
    self.ending = ending
  }

  /// The number of steps below which scripts end the process.
  static let endingStepsMax = 6

  /// The name of the healthy session in findings.
  package static let healthyName = CasePhase.sessionName

  /// The name: `session`, `session.rangeOverrun` for a mutant, or `session.rangeOverrun.trap`.
  package var name: String {
    ([Self.healthyName] + [fault?.rawValue, ending?.rawValue].compactMap { $0 })
      .joined(separator: ".")
  }

  /// Creates the target of the given name; nil when there is none.
  package init?(named name: String) {
    if name == Self.healthyName {
      self.init()
      return
    }
    let endings = [nil] + ProcessFault.allCases.map(Optional.some)
    let all = SessionFault.allCases.lazy.flatMap { fault in
      endings.map { Self(fault: fault, ending: $0) }
    }
    guard let found = all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Runs a script.
  ///
  /// - Precondition: the script is well formed, and `truth` is the script's in transactions.
  /// - Throws: when the oracle contradicts itself.
  package func run(
    _ script: SolverScript, _ truth: ScriptTruth, limit: OracleLimit
  ) throws(OracleError) -> ScriptJudgement {
    if script.steps.count < Self.endingStepsMax { ending?.happen(count: script.steps.count) }
    var talk = SessionTalk(script, self, limit)
    for index in script.steps.indices {
      guard try talk.take(index, truth.expectations[index]) else { break }
    }
    return talk.summary
  }
}

/// A run of one script with one session.
private struct SessionTalk: ~Copyable {
  private let script: SolverScript
  private let target: SessionTarget
  private let limit: OracleLimit
  private var books: SessionBooks
  private(set) var summary = ScriptJudgement(.pass)

  init(_ script: SolverScript, _ target: SessionTarget, _ limit: OracleLimit) {
    self.script = script
    self.target = target
    self.limit = limit
    books = SessionBooks(fault: target.fault)
  }

  /// Performs a step.
  ///
  /// - Returns: whether to continue.
  mutating func take(
    _ index: Int, _ expectation: ScriptTruth.Expectation
  ) throws(OracleError) -> Bool {
    let step = script.steps[index]
    if case .solve = step { return try read(index, expectation) }
    var isThere = true
    if case .skipped = expectation { isThere = false }
    if books.isKnown(step) != isThere { return broken(.constraintsAreKnown, index) }
    if isThere { books.take(step) }
    return true
  }

  private mutating func read(
    _ index: Int, _ expectation: ScriptTruth.Expectation
  ) throws(OracleError) -> Bool {
    let before = books.values
    let outcome = books.solve()
    summary.cellOperations = books.session.counters.cellOperations
    if case .solved = outcome {
      if !books.reportsChanges(since: before) { return broken(.changesAreReported, index) }
      books.accept()
    } else {
      if books.values != before { return broken(.refusalChangesNothing, index) }
      books.takeBack()
    }
    if !books.knowsAll { return broken(.constraintsAreKnown, index) }
    for value in books.values { summary.answers.combine(value.bitPattern) }
    switch (expectation, outcome) {
    case (.answer(let system), _): return try judgeAnswer(outcome, system, index)
    case (.refusedNumber, .conflict), (.refusedNumber, .gaveUp): return true
    case (.refused(let system), _):
      try judge(outcome, system, index)
      return goesOn(after: outcome, isRefused: true)
    case (.refusedNumber, .solved): return broken(.nonFiniteIsRefused, index)
    // The session decides whether to refuse an extreme number; then the constraints in force are
    // unknown.
    case (.anything, _): return goesOn(after: outcome, isRefused: false)
    default: preconditionFailure("a reading is not expected to be \(expectation)")
    }
  }

  private func goesOn(after outcome: SolverSession.Outcome, isRefused: Bool) -> Bool {
    !summary.verdict.isFailure && (outcome != .solved) == isRefused
  }

  private mutating func judgeAnswer(
    _ outcome: SolverSession.Outcome, _ system: ScriptSystem, _ index: Int
  ) throws(OracleError) -> Bool {
    if case .gaveUp = outcome {
      let isSolvedAnew = SessionBooks.solvesAnew(system.rows, fault: target.fault)
      if isSolvedAnew { return broken(.answersAsANewSession, index, system) }
    }
    try judge(outcome, system, index)
    return goesOn(after: outcome, isRefused: false)
  }

  private mutating func judge(
    _ outcome: SolverSession.Outcome, _ system: ScriptSystem, _ index: Int
  ) throws(OracleError) {
    let claim = books.claim(outcome, about: system, variables: script.variableCount)
    let verdict = try Oracles.judge(
      SolveResult(claim, work: WorkCounters()), of: system.system, against: system.answer,
      limit: limit
    ).verdict
    summary.judgedAnswers += 1
    guard verdict.isFailure || summary.verdict == .pass else { return }
    summary.take(verdict, step: index, outcome: claim, truth: system)
  }

  private mutating func broken(
    _ promise: Verdict.SessionPromise, _ index: Int, _ system: ScriptSystem? = nil
  ) -> Bool {
    summary.take(.promiseBroken(promise), step: index, outcome: nil, truth: system)
    return false
  }
}
