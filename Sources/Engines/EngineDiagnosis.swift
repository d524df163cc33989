// SPDX-License-Identifier: MIT

import CorpusStore
import EngineScripts
import ExternalSolvers
import LinearModel
import Minimization
import ObservedRates
import Oracles

/// The examination of a script on which an engine fails: the cause, the rate, and trials of smaller
/// scripts.
package struct EngineDiagnosis: Sendable {
  package let runner: EngineRunner

  package init(_ runner: EngineRunner) { self.runner = runner }

  private var name: String { runner.pool.command.name }

  /// The failure of a script with its rate.
  package struct Examined: Sendable, Hashable {
    package var failure: FailureIdentity
    /// The judgement of a failing run; nil when none failed again.
    package var judgement: EngineJudgement?
    /// How often it fails; no runs while that is not known.
    package var rate = ObservedRate()
    /// Whether a run did not fail, and the rate was not to be measured.
    package var isUnmeasured = false

    /// Creates a failure of which no run is known.
    package init(unexamined failure: FailureIdentity, _ judgement: EngineJudgement? = nil) {
      self.failure = failure
      self.judgement = judgement
    }
  }

  /// Examines a script that failed.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - verdict: the kind of failure.
  ///   - agreeing: the number of runs that must all fail before the failure is taken to come in
  ///     each run.
  ///   - measuresRate: whether the rate is measured when a run does not fail.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the cause of the failure, and the rate at which it shows.
  /// - Throws: when the engine does not start, and the errors of the oracle.
  package func examine(
    _ script: EngineScript, verdict: FailureKind, agreeing: Int = ObservedRate.failuresMax,
    measuresRate: Bool = true, isStopped: () -> Bool
  ) throws(EngineRunner.Failure) -> Examined {
    var examined = Examined(
      unexamined: FailureIdentity(.engine(name), verdict, cause: .unexamined))
    guard let truth = try truth(script) else { return examined }
    // Each hang takes the whole time limit.
    let agreeing = Self.isHang(verdict) ? min(agreeing, ObservedRate.failuresMax) : agreeing
    while examined.rate.needsRun(agreeing: agreeing) {
      if isStopped() { return examined }
      guard case .judged(let judgement, _) = try run(script, truth, verdict) else {
        return examined
      }
      let fails = judgement.failure == verdict
      examined.rate.count(fails: fails)
      if fails { examined.judgement = examined.judgement ?? judgement }
      if !fails, !measuresRate {
        examined.isUnmeasured = true
        return examined
      }
    }
    var cause = FailureCause.alone
    let anew =
      examined.rate.failures == 0
      ? nil : try inNewProcesses(script, truth, verdict, examined.rate, isStopped)
    // After a stop the failure may have another cause.
    if isStopped() { return examined }
    if examined.rate.failures == 0 {
      cause = .unrepeatable
    } else if let anew {
      (cause, examined.rate) = (anew.failures == 0 ? .unrepeatable : .sometimes, anew)
      // What other scripts have left behind must not spoil the cases after this one.
      runner.pool.endAll()
    } else if examined.rate.isPartial {
      cause = .sometimes
    } else if let step = examined.judgement?.step, script.hasEdits(upTo: step) {
      let fresh = fresh(script, truth, step)
      cause = try failsOnce(fresh, verdict) ? .alone : .afterEdits
    }
    examined.failure = FailureIdentity(.engine(name), verdict, cause: cause)
    return examined
  }

  /// Tries whether a script fails in the given way in at least one of some runs.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - failure: the failure.
  ///   - runs: the number of runs, one of which has to fail.
  ///   - isAlone: whether each run takes place in a new process.
  ///   - isStopped: whether the runs must stop.
  /// - Returns: whether it fails, with the number of runs; it does not after a stop.
  /// - Throws: when the engine does not start, and the errors of the oracle.
  package func trial(
    _ script: EngineScript, _ failure: FailureIdentity, runs: Int, isAlone: Bool = false,
    isStopped: () -> Bool = { false }
  ) throws(EngineRunner.Failure) -> Trial {
    var trial = Trial.untried
    guard let truth = try truth(script) else { return trial }
    while trial.runs < runs, !isStopped() {
      guard
        case .judged(let judgement, _) = try runner.run(
          script, truth, .init(showing: failure.verdict), isAlone: isAlone)
      else { return trial }
      trial.count(isHang: judgement.failure.map(Self.isHang) ?? false)
      guard judgement.failure == failure.verdict else { continue }
      trial.fails = true
      guard failure.cause == .afterEdits else { return trial }
      guard let step = judgement.step else {
        // A process that ends at the opening does so without edits.
        trial.fails = false
        return trial
      }
      let failsAnew = try failsOnce(fresh(script, truth, step), failure.verdict)
      trial.fails = !failsAnew
      trial.count(isHang: failsAnew && Self.isHang(failure.verdict))
      return trial
    }
    return trial
  }

  /// The number of new processes in which a script must be right before what other scripts have
  /// left behind is to blame: a failure may depend on addresses in memory.
  private static let newProcessesMin = 8

  /// Returns how often a script fails in new processes, up to the first failure; nil when it does
  /// as often as in processes that have worked on other scripts, and after a stop.
  ///
  /// `rate` is how often it failed in those. A process that ends was tried again in a new one
  /// already.
  private func inNewProcesses(
    _ script: EngineScript, _ truth: EngineTruth, _ verdict: FailureKind, _ rate: ObservedRate,
    _ isStopped: () -> Bool
  ) throws(EngineRunner.Failure) -> ObservedRate? {
    if case .process = verdict { return nil }
    var fresh = ObservedRate()
    while fresh.runs < max(rate.runsPerTrial, Self.newProcessesMin) {
      guard !isStopped(),
        case .judged(let judgement, _) = try runner.run(
          script, truth, .init(showing: verdict), isAlone: true)
      else { return nil }
      fresh.count(fails: judgement.failure == verdict)
      if judgement.failure == verdict { return rate.isPartial || fresh.runs == 1 ? nil : fresh }
    }
    return fresh
  }

  static func isHang(_ verdict: FailureKind) -> Bool {
    verdict == .process(.hang)
  }

  /// Runs a script as often as a verdict needs.
  private func run(
    _ script: EngineScript, _ truth: EngineTruth, _ verdict: FailureKind
  ) throws(EngineRunner.Failure) -> EngineRunner.Outcome {
    try runner.run(script, truth, .init(showing: verdict))
  }

  /// Returns a script without edits that makes the scene of a step: a format alone, and else the
  /// constraints in force with a reading.
  private func fresh(_ script: EngineScript, _ truth: EngineTruth, _ step: Int) -> EngineScript {
    var fresh = truth.scenes[step].fresh
    if script.steps[step].isFormat { fresh.steps = [script.steps[step]] }
    return fresh
  }

  private func failsOnce(
    _ script: EngineScript, _ verdict: FailureKind
  ) throws(EngineRunner.Failure) -> Bool {
    guard let truth = try truth(script),
      case .judged(let judgement, _) = try run(script, truth, verdict)
    else { return false }
    return judgement.failure == verdict
  }

  /// Returns the exact answers; nil when they take too long, and for a script that changes more of
  /// a constraint than the engine offers.
  func truth(_ script: EngineScript) throws(EngineRunner.Failure) -> EngineTruth? {
    guard runner.offer.coversChanges(of: script) else { return nil }
    do throws(OracleError) {
      return try EngineTruth(of: script, runner.offer, limit: runner.oracleLimit)
    } catch .limitReached {
      return nil
    } catch {
      throw .oracle(error)
    }
  }
}

extension EngineScript {
  /// Whether there is another operation than an addition before a step, or the step is an edit.
  fileprivate func hasEdits(upTo step: Int) -> Bool {
    let isEdit = Self.operation(steps[step]).map { $0 != .add } ?? false
    return isEdit || steps.prefix(step).contains { Self.operation($0) != .add }
  }
}
