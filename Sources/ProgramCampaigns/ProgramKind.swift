// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import ExternalSolvers
import JSON
import Judging
import Oracles

/// A kind of programs that campaigns test: how their scripts are made, run and judged, and how
/// those that fail become findings.
package protocol ProgramKind: Sendable {
  associatedtype Process: PooledProcess
  associatedtype Subject
  /// The judgement of a run.
  associatedtype Judgement: Sendable
  associatedtype Look: FailureExamination where Look.Subject == Subject

  /// A program in one word.
  static var noun: String { get }
  /// The option of commands that names one.
  static var option: String { get }
  /// One of its judged replies in one word.
  static var reply: String { get }
  /// The kinds of scripts, in a fixed order; empty when there is only one.
  static var scriptKinds: [String] { get }

  /// The name and version of a program.
  static func version(_ greeting: Process.Greeting) -> String
  /// The abilities that a program stated, as in the records of its findings; nil for none.
  static func offer(_ greeting: Process.Greeting) -> JSONValue?

  /// Returns the command that shows what a program cannot do.
  static func check(of command: String) -> String

  /// Runs one case with each program.
  static func run(
    case index: Int, _ settings: ProgramSettings<Process>, into batch: inout ProgramBatch<Self>)

  /// Creates the examination of a failing script.
  ///
  /// - Parameters:
  ///   - failing: the script.
  ///   - settings: the settings of the campaign.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the examination.
  static func look(
    into failing: FailingProgramCase<Self>, _ settings: ProgramSettings<Process>,
    isStopped: @escaping @Sendable () -> Bool
  ) -> Look

  /// Returns the reason why the program cannot be used any more; nil while it can.
  static func problem(_ diagnosed: Look.Diagnosis) -> ProgramProblem?
}

/// A script on which a program fails.
package struct FailingProgramCase<Kind: ProgramKind>: EarlyFailure {
  package let index: Int
  /// The position of the program in the settings of the campaign.
  package let program: Int
  package let subject: Kind.Subject
  package let verdict: FailureKind
  /// The kind of the generated script, in one word; nil when there is only one.
  package var madeFrom: String?
  /// Whether the failure can be repeated; false when only a process that had worked on other cases
  /// failed.
  package var isRepeatable = true
  /// The judgement of the failing run; nil when another process has seen it.
  package var judgement: Kind.Judgement?

  package init(index: Int, program: Int, _ subject: Kind.Subject, _ verdict: FailureKind) {
    self.index = index
    self.program = program
    self.subject = subject
    self.verdict = verdict
  }

  package var source: String { "\(program)" }
}

/// A reason why a campaign against programs ends early.
package enum ProgramProblem: Error, Sendable {
  /// A program could not be started again.
  case adapter(AdapterStartError)
  case internalError(InternalError)
}
