// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LinearModel
import Minimization
import Processes
import Scripts

/// The result of examining a script.
package struct ScriptExamination: Sendable, Hashable {
  package let verdict: VerdictKind
  /// The cause of the failure; nil without a failure, and where the cause was not requested.
  package let cause: ScriptFailure.Cause?
  /// The answer of the solver at the failing step; nil without an answer.
  let answer: FindingRecord.Answer?
  /// The end of the process of another program.
  let ending: CrashEnding?
  /// The verdict in words; only a sentence without a failure.
  let description: FindingDescription

  init(
    verdict: VerdictKind, cause: ScriptFailure.Cause?, answer: FindingRecord.Answer?,
    ending: CrashEnding? = nil, description: FindingDescription
  ) {
    self.description = description
    self.ending = ending
    self.verdict = verdict
    self.cause = cause
    self.answer = answer
  }

  /// The verdict in one sentence without a full stop.
  package var sentence: String { description.sentence }

  /// Returns the failure as in the record of a finding; nil without a failure.
  package func failure(of solver: String) -> ScriptFailure? {
    guard let cause, let failure = verdict.failure else { return nil }
    return ScriptFailure(solver: solver, verdict: failure, cause: cause, ending: ending)
  }

  package init(
    _ judgement: ScriptJudgement, on script: SolverScript, by runner: ScriptRunner,
    cause: ScriptFailure.Cause? = nil, ending: CrashEnding? = nil
  ) {
    let text = ScriptText(
      script, judgement, solver: runner.name,
      timeLimit: runner.timeoutNanoseconds.map(ShownNumber.limit))
    let verdict = VerdictKind(judgement.verdict)
    self.init(
      verdict: verdict, cause: cause,
      answer: FindingRecord.Answer(judgement), ending: ending,
      description: verdict.isFailure ? text.description : FindingDescription(text.sentence))
  }
}

/// An interface that runs scripts with a solver without harm, even if one traps or never ends.
package protocol ScriptDesk: Sendable {
  /// The runner of the solver.
  var runner: ScriptRunner { get }

  /// Examines a script; nil when no statement is possible because of a stop or a limit of the
  /// oracle.
  func examine(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> ScriptLook?

  /// Tests whether a script fails in the given way. If the cause is unknown, only the verdict must
  /// be the same.
  func trial(_ script: SolverScript, _ failure: ScriptFailure) -> Trial

  /// Returns the standard error of a new process that fails on a script with the given verdict.
  ///
  /// Nil when it does not fail as a process.
  func errors(on script: SolverScript, verdict: FailureKind) -> StandardError?
}

/// The outcome of an examination of a script.
package enum ScriptLook: Sendable, Hashable {
  case seen(ScriptExamination)
  /// The process of the examination has ended.
  case died(ProcessFailure)

  /// Returns the failure as in the record of a finding; nil without a failure.
  ///
  /// A failure that ends its process has no known cause.
  package func failure(of solver: String) -> ScriptFailure? {
    switch self {
    case .seen(let seen): return seen.failure(of: solver)
    case .died(let end):
      return ScriptFailure(solver: solver, verdict: .process(end.kind), cause: .unexamined)
    }
  }
}

extension ScriptDesk {
  /// Returns nil: a session whose scripts end processes is found by its cases, not by its scripts.
  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? { nil }

  /// Minimizes a script that fails in the given way.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - failure: the failure, which minimization keeps.
  ///   - jobs: the number of scripts that are tried at a time.
  ///   - isStopped: whether the minimization must stop.
  /// - Returns: the smallest script, with the reason why minimization ended.
  package func minimize(
    _ script: SolverScript, _ failure: ScriptFailure, jobs: Int = 1,
    isStopped: @escaping @Sendable () -> Bool
  ) -> ScriptMinimizer.Result {
    ScriptMinimizer.minimize(
      script, budget: failure.budget(inSession: runner.isSession), isStopped: isStopped,
      bench: .pool(jobs: jobs, isStopped: isStopped) { trial($0, failure) })
  }
}

extension ScriptFailure {
  /// The most processes that minimizing a script of a session may end: each hang takes a time
  /// limit.
  private static let endingsMax = 20
  /// The same when the failure is a crash.
  private static let crashesMax = 200

  /// Returns the budget for minimizing a script.
  fileprivate func budget(inSession isSession: Bool) -> MinimizationBudget {
    if isSession {
      return ScriptMinimizer.budget(
        calls: ScriptMinimizer.sessionCallsMax,
        endings: verdict == .process(.crash) ? Self.crashesMax : Self.endingsMax)
    }
    switch verdict {
    case .process(.hang):
      return ScriptMinimizer.budget(calls: ScriptMinimizer.slowCallsMax)
    case .process(.crash):
      return ScriptMinimizer.budget(calls: ScriptMinimizer.crashCallsMax)
    default: return ScriptMinimizer.budget(calls: ScriptMinimizer.callsMax)
    }
  }
}

/// A desk that runs scripts from this process.
///
/// The solver is an adapter, which has processes of its own, or a session whose scripts are known
/// to be harmless.
package struct DirectScriptDesk: ScriptDesk {
  private let diagnosis: ScriptDiagnosis

  init(diagnosis: ScriptDiagnosis) { self.diagnosis = diagnosis }

  package init(_ runner: ScriptRunner) { self.init(diagnosis: ScriptDiagnosis(runner)) }

  package var runner: ScriptRunner { diagnosis.runner }

  package func examine(_ script: SolverScript) throws(ScriptRunner.Failure) -> ScriptLook? {
    if let (failure, judgement) = try diagnosis.failure(script) {
      return .seen(
        .init(
          judgement, on: script, by: runner, cause: failure.cause, ending: failure.ending))
    }
    return try diagnosis.judgement(script).map {
      .seen(ScriptExamination($0, on: script, by: runner))
    }
  }

  package func trial(_ script: SolverScript, _ failure: ScriptFailure) -> Trial {
    // The next case reports an adapter that cannot be started again.
    Trial(fails: (try? diagnosis.fails(script, as: failure)) ?? false)
  }

  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? {
    runner.errors(on: script, verdict: verdict)
  }
}

extension ScriptDiagnosis {
  /// Minimizes a script that fails in the given way, in this process.
  package func minimize(
    _ script: SolverScript, _ failure: ScriptFailure, jobs: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> ScriptMinimizer.Result {
    DirectScriptDesk(diagnosis: self).minimize(script, failure, jobs: jobs, isStopped: isStopped)
  }
}
