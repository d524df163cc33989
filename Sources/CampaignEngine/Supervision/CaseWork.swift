// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutModel
import LinearModel
import Minimization
import Processes
import Scripts
import Supervision

/// Work that runs strategies and the oracle: a campaign does all of it through a `CaseDesk`.
enum CaseWork: Sendable {
  /// Runs cases of the campaign; known deaths are not tried again.
  case cases(Range<Int>, [CaseDeath])
  /// Tests whether a case fails in this way.
  case probe(Accusation, LayoutCase)
  /// Returns the answers of the strategies to a case outside of the campaign; known deaths are not
  /// tried again. Costs are judged if the accusation is about costs.
  case judge(LayoutCase, Accusation?, [CaseDeath])
  /// Returns the texts about a failure on a case.
  ///
  /// `endedBy` is the end of the process in which the strategy runs on the case; nil when it gives
  /// an answer. `compares` runs other strategies for tables next to it.
  case describe(Accusation, LayoutCase, endedBy: ProcessFailure?, compares: Bool)
  /// Returns the examination of the session's failure on a script.
  case examine(SolverScript)
  /// Tests whether the session fails on a script in this way.
  case probeScript(SolverScript, FailureIdentity)
}

/// The result of a piece of work.
enum CaseWorkResult: Sendable {
  case cases(CaseBatch)
  case probe(Bool)
  case judged([JudgedAnswer])
  case description(FindingDescription?)
  /// The examination; nil when a limit of the oracle was reached.
  case examined(ScriptExamination?)
  /// The tool contradicts itself.
  case contradiction(String)
}

/// An interface that does the work of a campaign, in this process or in supervised ones.
protocol CaseDesk: Sendable {
  /// Whether no further work is done, because workers fail for any work.
  var hasGivenUp: Bool { get }
  /// The limits of one case; nil in this process, which has none.
  var limits: WorkerLimits? { get }
  /// Does work and returns its outcome.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - isMinimizing: whether the work is one of many runs of a minimization, for which there is
  ///     less time.
  /// - Returns: the result, `.died` for work that ended its process, or `.stopped`.
  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome
  /// Does work in a process that does no other work, where separate processes exist.
  ///
  /// - Returns: the outcome, and the standard error of the process if it has ended.
  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?)
  /// Runs cases of the campaign.
  ///
  /// - Parameters:
  ///   - cases: the indices of the cases.
  ///   - isOver: whether no further cases begin. Running cases are then completed within a limited
  ///     time.
  /// - Returns: the results; nil when the run is stopped.
  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch?
}

extension CaseDesk {
  var hasGivenUp: Bool { false }

  var limits: WorkerLimits? { nil }

  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?) {
    (done(work, isMinimizing: false), nil)
  }

  /// Runs cases of a campaign without a time limit.
  func run(_ cases: Range<Int>) -> CaseBatch? { run(cases, isOver: { false }) }
}

/// The outcome of a piece of work.
enum CaseWorkOutcome: Sendable {
  case done(CaseWorkResult)
  /// The process that worked on it has ended.
  case died(CaseDeath)
  /// The run is stopped.
  case stopped
}
