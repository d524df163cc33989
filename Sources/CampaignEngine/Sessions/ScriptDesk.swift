// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LinearModel
import Minimization
import ObservedRates
import Oracles
import Processes
import Scripts

/// The result of examining a script.
package struct ScriptExamination: Sendable, Hashable {
  package let verdict: VerdictKind
  /// The cause of the failure; nil without a failure, and where the cause was not requested.
  package let cause: FailureCause?
  /// The answer of the solver at the failing step; nil without an answer.
  let answer: FindingRecord.Answer?
  /// The end of the process of another program.
  let ending: CrashEnding?
  /// How often the script fails; nil when it was not measured.
  package let rate: ObservedRate?
  /// The verdict in words; only a sentence without a failure.
  let description: FindingDescription

  init(
    verdict: VerdictKind, cause: FailureCause?, answer: FindingRecord.Answer?,
    ending: CrashEnding? = nil, rate: ObservedRate? = nil, description: FindingDescription
  ) {
    self.rate = rate
    self.description = description
    self.ending = ending
    self.verdict = verdict
    self.cause = cause
    self.answer = answer
  }

  /// The verdict in one sentence without a full stop.
  package var sentence: String { description.sentence }

  /// Whether the script fails in the given way.
  func shows(_ verdict: FailureKind) -> Bool { self.verdict.failure == verdict }

  /// Returns the failure as in the record of a finding; nil without a failure.
  package func failure(of solver: String) -> FailureIdentity? {
    guard let cause, let failure = verdict.failure else { return nil }
    return FailureIdentity(.solver(solver), failure, cause: cause, ending: ending)
  }

  package init(
    _ judgement: ScriptJudgement, on script: SolverScript, by runner: ScriptRunner,
    cause: FailureCause? = nil, ending: CrashEnding? = nil, rate: ObservedRate? = nil
  ) {
    let text = ScriptText(
      script, judgement, solver: runner.name,
      timeLimit: runner.timeoutNanoseconds.map(ShownNumber.limit))
    let verdict = VerdictKind(judgement.verdict)
    self.init(
      verdict: verdict, cause: cause,
      answer: FindingRecord.Answer(judgement), ending: ending, rate: rate,
      description: verdict.isFailure ? text.description : FindingDescription(text.sentence))
  }
}

/// An interface that runs scripts with a solver without harm, even if one traps or never ends.
package protocol ScriptDesk: Sendable {
  /// The runner of the solver.
  var runner: ScriptRunner { get }

  /// Examines a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - known: a failure that a run has shown; nil if there is none. With it, a program that
  ///     passes is run again, since it may fail sometimes.
  ///   - isStopped: whether the examination must stop.
  /// - Returns: nil when no statement is possible because of a stop or a limit of the oracle.
  /// - Throws: when the program does not start, and contradictions of the tool.
  func examine(
    _ script: SolverScript, of known: ScriptDiagnosis.Known?, isStopped: () -> Bool
  ) throws(ScriptRunner.Failure) -> ScriptLook?

  /// Tests whether a script fails in the given way. If the cause is unknown, only the verdict must
  /// be the same.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - failure: the failure.
  ///   - runs: the number of runs, one of which has to fail, for a failure that comes sometimes.
  ///   - isStopped: whether the runs must stop.
  /// - Returns: the result, with the number of runs.
  func trial(
    _ script: SolverScript, _ failure: FailureIdentity, runs: Int, isStopped: () -> Bool
  ) -> Trial

  /// Returns the standard error of a new process that fails on a script with the given verdict.
  ///
  /// Nil when it does not fail as a process.
  func errors(on script: SolverScript, verdict: FailureKind) -> StandardError?
}

/// A minimized script, with the failure that it shows.
package struct MinimizedScript: Sendable {
  package let result: MinimizedSubject<SolverScript>
  /// The failure; another cause than before if the script is wrong in some runs only.
  package fileprivate(set) var failure: FailureIdentity
  /// The examination of the script; nil in a session, after a stop, and when there is none.
  fileprivate(set) var seen: ScriptExamination?
}

/// The outcome of an examination of a script.
package enum ScriptLook: Sendable, Hashable {
  case seen(ScriptExamination)
  /// The process of the examination has ended.
  case died(ProcessFailure)
  /// A run did not fail, and the rate was not to be measured.
  case unmeasured

  /// How often the script fails; nil when it was not measured.
  package var rate: ObservedRate? {
    if case .seen(let seen) = self { seen.rate } else { nil }
  }

  /// Returns the failure as in the record of a finding; nil without a failure.
  ///
  /// A failure that ends its process has no known cause.
  package func failure(of solver: String) -> FailureIdentity? {
    switch self {
    case .unmeasured: return nil
    case .seen(let seen): return seen.failure(of: solver)
    case .died(let end):
      return FailureIdentity(.solver(solver), .process(end.kind), cause: .unexamined)
    }
  }
}

extension ScriptDesk {
  /// Returns nil: a session whose scripts end processes is found by its cases, not by its scripts.
  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? { nil }

  /// Examines a script without a known failure.
  package func examine(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> ScriptLook? {
    try examine(script, of: nil, isStopped: { false })
  }

  /// Minimizes a script that fails in the given way.
  ///
  /// A long script may always show what a shorter one shows sometimes. Then the shorter one has the
  /// cause `sometimes`, and is minimized further by trials of several runs.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - failure: the failure, which minimization keeps.
  ///   - rate: how often the script fails; nil when it was not measured.
  ///   - jobs: the number of scripts that are tried at a time.
  ///   - share: the number of runs after which the minimization is cut short; nil for no limit but
  ///     the usual one.
  ///   - isStopped: whether the minimization must stop.
  /// - Returns: the smallest script, and the failure that it shows.
  package func minimize(
    _ script: SolverScript, _ failure: FailureIdentity, rate: ObservedRate? = nil, jobs: Int = 1,
    share: Int? = nil, isStopped: @escaping @Sendable () -> Bool
  ) -> MinimizedScript {
    let first = minimize(
      script, failure, runs: rate?.runsPerTrial ?? 1, jobs, share, isStopped)
    let found = examined(first, failure, isStopped)
    guard failure.cause != .sometimes, !isStopped() else { return found }
    let known = withoutHistory(found, isStopped) ?? found
    guard known.failure.cause == .sometimes, let rate = known.seen?.rate else { return found }
    let second = minimize(
      known.result.subject, known.failure, runs: rate.runsPerTrial, jobs,
      share.map { max(0, $0 - first.runs) }, isStopped)
    return examined(second.after(known.result), known.failure, isStopped)
  }

  /// Examines the script that only adds what is in force, where it is smaller than the smallest.
  ///
  /// Single runs decide about a cause, which is chance for a failure that comes sometimes. A script
  /// with a long history may always fail, and each smaller one by chance seems to have another
  /// cause.
  ///
  /// - Returns: the script without a history if it fails sometimes; nil otherwise.
  private func withoutHistory(
    _ found: MinimizedScript, _ isStopped: () -> Bool
  ) -> MinimizedScript? {
    let result = found.result
    guard found.failure.cause != .sometimes, found.seen?.shows(found.failure.verdict) == true,
      let inForce = try? ScriptDiagnosis(runner).inForce(result.subject),
      inForce.steps.count < result.subject.steps.count
    else { return nil }
    let smaller = examined(
      .init(
        subject: inForce, runs: result.runs, acceptedSteps: result.acceptedSteps + 1,
        end: result.end), found.failure, isStopped)
    return smaller.failure.cause == .sometimes ? smaller : nil
  }

  /// Examines a minimized script, unless it is that of a session, whose failures repeat.
  private func examined(
    _ result: MinimizedSubject<SolverScript>, _ failure: FailureIdentity, _ isStopped: () -> Bool
  ) -> MinimizedScript {
    var minimized = MinimizedScript(result: result, failure: failure)
    guard !runner.isSession, result.end != .stopped else { return minimized }
    let known = ScriptDiagnosis.Known(failure.verdict, agreeing: ObservedRate.agreeingMin)
    if case .seen(let seen)? = try? examine(result.subject, of: known, isStopped: isStopped) {
      minimized.seen = seen
      if seen.shows(failure.verdict), seen.rate?.isPartial == true,
        let rare = seen.failure(of: runner.name)
      {
        minimized.failure = rare
      }
    }
    return minimized
  }

  private func minimize(
    _ script: SolverScript, _ failure: FailureIdentity, runs: Int, _ jobs: Int, _ share: Int?,
    _ isStopped: @escaping @Sendable () -> Bool
  ) -> MinimizedSubject<SolverScript> {
    var budget = failure.budget(inSession: runner.isSession, runs: runs)
    let isShared = share.map { $0 < budget.calls } ?? false
    budget.calls = min(budget.calls, share ?? .max)
    let result = ScriptMinimizer.minimize(
      script, budget: budget, isStopped: isStopped,
      bench: .pool(jobs: jobs, isStopped: isStopped) {
        trial($0, failure, runs: runs, isStopped: isStopped)
      })
    return isShared && result.end == .calls ? result.cutShort : result
  }
}

extension FailureIdentity {
  /// The most processes that minimizing a script of a session may end: each hang takes a time
  /// limit.
  private static let endingsMax = 20
  /// The same when the failure is a crash.
  private static let crashesMax = 200

  /// Returns the budget for minimizing a script by trials of some runs each.
  fileprivate func budget(inSession isSession: Bool, runs: Int) -> MinimizationBudget {
    if isSession {
      return .runs(
        ScriptMinimizer.sessionCallsMax,
        endings: verdict == .process(.crash) ? Self.crashesMax : Self.endingsMax)
    }
    let isRare = runs > 1
    switch verdict {
    case .process(.hang):
      return .runs(ScriptMinimizer.rareCrashCallsMax, endings: ScriptMinimizer.hangsMax)
    case .process(.crash):
      return .runs(isRare ? ScriptMinimizer.rareCrashCallsMax : ScriptMinimizer.crashCallsMax)
    default:
      return .runs(isRare ? ScriptMinimizer.rareCallsMax : ScriptMinimizer.callsMax)
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

  /// Examines a script in this process, with as many runs as the cause takes.
  ///
  /// - Throws: as `ScriptDiagnosis.examination`.
  package func examine(
    _ script: SolverScript, of known: ScriptDiagnosis.Known?, isStopped: () -> Bool
  ) throws(ScriptRunner.Failure) -> ScriptLook? {
    switch try diagnosis.examination(script, of: known, isStopped: isStopped) {
    case .failed(let examined)?:
      return .seen(
        .init(
          examined.judgement, on: script, by: runner, cause: examined.failure.cause,
          ending: examined.failure.ending, rate: examined.rate))
    case .passed(let judgement)?:
      return .seen(ScriptExamination(judgement, on: script, by: runner))
    case .unmeasured?: return .unmeasured
    case nil: return nil
    }
  }

  /// Tries a script in this process; a program that cannot be started shows no failure.
  package func trial(
    _ script: SolverScript, _ failure: FailureIdentity, runs: Int, isStopped: () -> Bool
  ) -> Trial {
    let meter = RunMeter()
    // The next case reports an adapter that cannot be started again.
    let fails = try? diagnosis.metered(by: meter)
      .fails(script, as: failure, runs: runs, isStopped: isStopped)
    // The budget of a session counts trials, as in workers, which report no runs.
    if runner.isSession { return Trial(fails: fails ?? false) }
    return Trial(fails: fails ?? false, endsProcess: meter.hangs > 0, runs: meter.runs)
  }

  package func errors(on script: SolverScript, verdict: FailureKind) -> StandardError? {
    runner.errors(on: script, verdict: verdict)
  }
}

extension ScriptDiagnosis {
  /// Minimizes a script on which a session fails in the given way, in this process.
  package func minimize(
    _ script: SolverScript, _ failure: FailureIdentity, jobs: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> MinimizedSubject<SolverScript> {
    DirectScriptDesk(diagnosis: self)
      .minimize(script, failure, jobs: jobs, isStopped: isStopped).result
  }
}
