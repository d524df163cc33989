// SPDX-License-Identifier: MIT

import Judging
import LayoutModel
import LinearModel
import Minimization
import Processes
import Scripts
import Supervision

/// Work that runs strategies and the oracle: a campaign does all of it through a `CaseDesk`.
enum CaseWork: Sendable {
  /// Cases of the campaign, and what is known to end a process on them.
  case cases(Range<Int>, [CaseDeath])
  /// The case that a failure is about, and what the answers say about where it is.
  case origin(case: Int, Accusation)
  /// Whether a case fails in this way.
  case probe(Accusation, LayoutCase)
  /// What the strategies answer to a case that is none of the campaign, with what is known to end
  /// its process on it; costs are judged when it is accused of them.
  case judge(LayoutCase, Accusation?, [CaseDeath])
  /// The texts about a failure; `compares` runs other strategies for tables beside it.
  case describe(Failure, compares: Bool)
  /// The script of a case on which the session is wrong.
  case script(case: Int)
  /// How the session fails on a script, and why.
  case examine(SolverScript)
  /// Whether the session fails on a script in this way.
  case probeScript(SolverScript, ScriptFailure)

  /// A case that fails in a known way.
  struct Failure: Sendable {
    let accusation: Accusation
    let layoutCase: LayoutCase
    /// How the strategy ends its process on the case; nil when it gives an answer.
    let death: ProcessFailure?
    /// What that process wrote before; no worker is told.
    var errors: StandardError?
  }
}

/// What came of a piece of work.
enum CaseWorkResult: Sendable {
  case cases(CaseBatch)
  case origin(FailureOrigin?)
  case probe(Bool)
  case judged([JudgedAnswer])
  case description(FindingDescription?)
  /// Nil when the session is right on it.
  case script(SolverScript?)
  /// Nil when a limit of the oracle was reached.
  case examined(ScriptExamination?)
  /// The tool contradicts itself.
  case contradiction(String)
}

/// Where a failure comes from.
package struct FailureOrigin: Sendable, Hashable {
  /// The case that the finding is about: what strategies were given, or what a law was tried on.
  package let layoutCase: LayoutCase
  package let hints: MinimizationHints
}

/// The texts about a failure.
struct FindingDescription: Sendable, Hashable {
  /// One sentence without a full stop.
  let sentence: String
  /// The text of `certificate.json`; nil when there is none.
  let certificate: [UInt8]?
  let body: ReportBody
}

/// Does the work of a campaign: in this process, or in supervised ones.
protocol CaseDesk: Sendable {
  /// Whether no work is done any more, because no worker comes to an end.
  var hasGivenUp: Bool { get }
  /// - Parameter isMinimizing: whether the work is one of many of its kind, for which there is less
  ///   time.
  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome
  /// Does work in a process that does nothing else, where there are such.
  ///
  /// - Returns: what came of it, and what the process wrote to standard error if it has ended.
  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?)
  /// Runs cases of the campaign; nil when the run is stopped.
  ///
  /// - Parameter isOver: whether no further cases are begun. Those that run come to their end then,
  ///   but not at any price.
  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch?
}

extension CaseDesk {
  var hasGivenUp: Bool { false }

  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?) {
    (done(work, isMinimizing: false), nil)
  }

  /// Runs cases of a campaign without a time limit.
  func run(_ cases: Range<Int>) -> CaseBatch? { run(cases, isOver: { false }) }
}

/// How a piece of work ended.
enum CaseWorkOutcome: Sendable {
  case done(CaseWorkResult)
  /// The process that worked on it has ended.
  case died(CaseDeath)
  /// The run is stopped.
  case stopped
}
