// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LinearModel
import Minimization
import Processes
import Scripts

/// What came of looking at a script.
package struct ScriptExamination: Sendable, Hashable {
  /// The kind of verdict, as `worseThanOptimal`.
  package let verdict: String
  package let isFailure: Bool
  /// What must have happened before; nil when nothing fails, and where that was not asked for.
  package let cause: ScriptFailure.Cause?
  /// The verdict in one sentence without a full stop.
  package let sentence: String
  /// What the solver said at the step that failed; nil when it said nothing.
  let answer: FindingRecord.Answer?
  /// How the process of another program ended.
  let ending: CrashEnding?
  /// Empty when nothing fails.
  let body: ReportBody

  init(
    verdict: String, isFailure: Bool, cause: ScriptFailure.Cause?, sentence: String,
    answer: FindingRecord.Answer?, ending: CrashEnding? = nil, body: ReportBody = ReportBody()
  ) {
    self.body = body
    self.ending = ending
    self.verdict = verdict
    self.isFailure = isFailure
    self.cause = cause
    self.sentence = sentence
    self.answer = answer
  }

  /// The failure as in the record of a finding; nil when nothing fails.
  package func failure(of solver: String) -> ScriptFailure? {
    cause.map {
      ScriptFailure(solver: solver, verdict: FailureKind(name: verdict), cause: $0, ending: ending)
    }
  }

  init(
    _ judgement: ScriptJudgement, on script: SolverScript, solver: String,
    cause: ScriptFailure.Cause? = nil, ending: CrashEnding? = nil
  ) {
    let text = ScriptText(script, judgement, solver: solver)
    let isFailure = judgement.verdict.isFailure
    self.init(
      verdict: judgement.verdict.name, isFailure: isFailure, cause: cause,
      sentence: text.sentence, answer: FindingRecord.Answer(judgement), ending: ending,
      body: isFailure ? text.body : ReportBody())
  }
}

/// Whoever lets a solver run scripts, in a process in which one that traps or never ends does no
/// harm.
package protocol ScriptDesk: Sendable {
  /// Whose scripts they are.
  var runner: ScriptRunner { get }

  /// Looks at a script; nil when nothing can be said about it, as there is a stop, or a limit of
  /// the oracle.
  func examine(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> ScriptLook?

  /// Whether a script fails in the given way; of a cause that is not known, whether the verdict is
  /// the same.
  func trial(_ script: SolverScript, _ failure: ScriptFailure) -> Trial

  /// What a process that does nothing else writes to standard error before it fails on a script
  /// with the given verdict; nil when it does not fail as a process.
  func errors(on script: SolverScript, verdict: FailureKind) -> StandardError?
}

/// How looking at a script ended.
package enum ScriptLook: Sendable, Hashable {
  case seen(ScriptExamination)
  /// The process in which it was looked at has ended.
  case died(ProcessFailure)

  /// The failure as in the record of a finding; nil when nothing fails.
  ///
  /// Of what ends its process the cause is not known.
  package func failure(of solver: String) -> ScriptFailure? {
    switch self {
    case .seen(let seen): return seen.failure(of: solver)
    case .died(let end):
      return ScriptFailure(solver: solver, verdict: .process(end.kind), cause: .unexamined)
    }
  }
}

extension ScriptDesk {
  /// A session whose scripts end processes is found with its cases, not with its scripts.
  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? { nil }

  /// Makes a script small that fails in the given way.
  ///
  /// - Parameter jobs: how many scripts are tried at a time.
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
  /// The most processes that minimizing a script of a session may end: a hang takes a time limit
  /// each time.
  private static let endingsMax = 20
  /// The same where crashes are what is looked for.
  private static let crashesMax = 200

  /// What making a script small may cost.
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

/// Lets a solver run scripts from this process: an adapter, which has processes of its own, or a
/// session whose scripts are known to do no harm.
package struct DirectScriptDesk: ScriptDesk {
  private let diagnosis: ScriptDiagnosis

  init(diagnosis: ScriptDiagnosis) { self.diagnosis = diagnosis }

  package init(_ runner: ScriptRunner) { self.init(diagnosis: ScriptDiagnosis(runner)) }

  package var runner: ScriptRunner { diagnosis.runner }

  package func examine(_ script: SolverScript) throws(ScriptRunner.Failure) -> ScriptLook? {
    if let (failure, judgement) = try diagnosis.failure(script) {
      return .seen(
        .init(
          judgement, on: script, solver: runner.name, cause: failure.cause, ending: failure.ending))
    }
    return try diagnosis.judgement(script).map {
      .seen(ScriptExamination($0, on: script, solver: runner.name))
    }
  }

  package func trial(_ script: SolverScript, _ failure: ScriptFailure) -> Trial {
    // An adapter that cannot be started again is noticed at the next case.
    Trial(fails: (try? diagnosis.fails(script, as: failure)) ?? false)
  }

  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? {
    runner.errors(on: script, verdict: verdict)
  }
}

extension ScriptDiagnosis {
  /// Makes a script small that fails in the given way, in this process.
  package func minimize(
    _ script: SolverScript, _ failure: ScriptFailure, jobs: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> ScriptMinimizer.Result {
    DirectScriptDesk(diagnosis: self).minimize(script, failure, jobs: jobs, isStopped: isStopped)
  }
}
