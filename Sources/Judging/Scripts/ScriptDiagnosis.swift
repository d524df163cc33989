// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import LinearModel
import ObservedRates
import Oracles
import Scripts

/// A search for the failure of a solver on a script, and for its cause.
package struct ScriptDiagnosis: Sendable {
  package let runner: ScriptRunner
  /// Called before each run of a script.
  private let onRun: @Sendable () -> Void
  /// Counts the runs; nil when they are not counted.
  private var meter: RunMeter?

  package init(_ runner: ScriptRunner, onRun: @escaping @Sendable () -> Void = {}) {
    self.runner = runner
    self.onRun = onRun
  }

  private var name: String { runner.name }

  /// Returns the same diagnosis, whose runs a meter counts.
  package func metered(by meter: RunMeter) -> ScriptDiagnosis {
    var metered = self
    metered.meter = meter
    return metered
  }

  /// Runs a script once.
  private func run(
    _ script: SolverScript, _ truth: ScriptTruth, alone isAlone: Bool = false
  ) throws(ScriptRunner.Failure) -> ScriptRunner.Outcome {
    let outcome = try runner.run(script, truth, alone: isAlone)
    meter?.count(outcome)
    return outcome
  }

  /// Returns the judgement on a script; nil when there is none that is repeatable.
  ///
  /// There is none for a malformed script, when the oracle gave up, and when the run is stopped.
  package func judgement(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> ScriptJudgement? {
    onRun()
    guard script.problem == nil, let truth = try truth(of: script) else { return nil }
    switch try run(script, truth) {
    case .judged(let judgement, isRepeatable: true): return judgement
    case .judged, .stopped: return nil
    }
  }

  /// Returns the expected result of each step; nil when the oracle gives up.
  private func truth(of script: SolverScript) throws(ScriptRunner.Failure) -> ScriptTruth? {
    do throws(OracleError) {
      return try runner.truth(of: script)
    } catch .limitReached {
      return nil
    } catch {
      throw .internal(InternalError("judging contradicts itself: \(error)", on: nil))
    }
  }

  /// The failure of a script, with its first judgement and its rate.
  package struct Examined: Sendable {
    package let failure: FailureIdentity
    package let judgement: ScriptJudgement
    /// How often it fails; nil where that was not measured: in a session, which repeats, and for a
    /// failure of worn processes only.
    package let rate: ObservedRate?
  }

  /// The result of examining a script.
  package enum Examination: Sendable {
    case failed(Examined)
    /// No run failed; the judgement is that of the first.
    case passed(ScriptJudgement)
    /// A run did not fail, and the rate was not to be measured.
    case unmeasured
  }

  /// A failure that a run has shown, and how its rate is measured.
  package struct Known: Sendable {
    package let verdict: FailureKind
    /// The number of runs within which it must come again.
    let runs: Int
    /// The number of runs that must all fail before it is taken to come in each run.
    let agreeing: Int
    /// Whether the rate is measured when a run does not fail.
    let measuresRate: Bool

    package init(
      _ verdict: FailureKind, within runs: Int = ObservedRate.runsMax,
      agreeing: Int = ObservedRate.failuresMax, measuresRate: Bool = true
    ) {
      self.verdict = verdict
      self.runs = runs
      // Each hang takes the whole time limit.
      self.agreeing =
        verdict == .process(.hang) ? min(agreeing, ObservedRate.failuresMax) : agreeing
      self.measuresRate = measuresRate
    }
  }

  /// Examines a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - known: a failure that a run has shown; nil if none is known. Then one run is enough that
  ///     does not fail.
  ///   - isStopped: whether the examination must stop.
  /// - Returns: the failure, also another one than the known one; nil for a malformed script, when
  ///   the oracle gives up, and after a stop.
  /// - Throws: when the program does not start, and contradictions of the tool.
  package func examination(
    _ script: SolverScript, of known: Known? = nil, isStopped: () -> Bool = { false }
  ) throws(ScriptRunner.Failure) -> Examination? {
    guard script.problem == nil, let truth = try truth(of: script) else { return nil }
    var measured = try self.measured(script, truth, known, isStopped)
    if known?.measuresRate == false, let rate = measured?.rate, rate.failures < rate.runs {
      return .unmeasured
    }
    if measured?.first == nil, let other = measured?.other {
      measured = try self.measured(script, truth, Known(other), isStopped)
    }
    guard let measured else { return nil }
    guard let judgement = measured.first, let verdict = judgement.verdict.failureKind else {
      return measured.passed.map { .passed($0) } ?? measured.worn.map { .failed(unrepeatable($0)) }
    }
    let rate = runner.isSession ? nil : measured.rate
    let isPartial = rate?.isPartial ?? false
    // Single runs do not show which part of the history matters.
    let ending =
      isPartial
      ? CrashEnding(judgement.verdict)?.withoutWords : try ending(script, judgement)
    let cause =
      isPartial
      ? .sometimes : try cause(upToFailure(script, judgement), verdict, ending)
    return .failed(
      Examined(
        failure: FailureIdentity(.solver(name), verdict, cause: cause, ending: ending),
        judgement: judgement, rate: rate))
  }

  /// Returns the failure of processes that had worked on other scripts, whose cause is not known.
  private func unrepeatable(_ judgement: ScriptJudgement) -> Examined {
    Examined(
      failure: FailureIdentity(
        .solver(name), judgement.verdict.failureKind ?? .process(.crash),
        cause: .unrepeatable, ending: CrashEnding(judgement.verdict)?.withoutWords),
      judgement: judgement, rate: nil)
  }

  /// Examines a script that is expected to fail; nil when it does not.
  package func examined(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> Examined? {
    guard case .failed(let examined)? = try examination(script) else { return nil }
    return examined
  }

  /// The runs of a script.
  private struct Measured {
    var rate = ObservedRate()
    /// The first judgement with the known failure, or with any where none is known.
    var first: ScriptJudgement?
    /// The first judgement without a failure.
    var passed: ScriptJudgement?
    /// The first other failure.
    var other: FailureKind?
    /// The first failure of a process that had worked on other scripts, when no new one failed.
    var worn: ScriptJudgement?
  }

  /// Runs a script until the rate of its failure is known.
  ///
  /// Processes that end are counted in runs of new ones: others are tried twice.
  ///
  /// - Returns: the runs; nil on a stop.
  private func measured(
    _ script: SolverScript, _ truth: ScriptTruth, _ known: Known?, _ isStopped: () -> Bool
  ) throws(ScriptRunner.Failure) -> Measured? {
    var measured = Measured()
    var wanted = known?.verdict
    var terms: Known?
    repeat {
      if isStopped() { return nil }
      onRun()
      guard
        case .judged(let judgement, let isRepeatable) = try run(
          script, truth, alone: wanted?.isOfProcess ?? false)
      else { return nil }
      let verdict = isRepeatable ? judgement.verdict.failureKind : nil
      wanted = wanted ?? verdict
      let fails = verdict != nil && verdict == wanted && ends(judgement, like: measured.first)
      measured.rate.count(fails: fails)
      if fails {
        measured.first = measured.first ?? judgement
      } else if !isRepeatable {
        measured.worn = measured.worn ?? judgement
      } else if verdict == nil {
        measured.passed = measured.passed ?? judgement
      }
      if !fails, let verdict { measured.other = measured.other ?? verdict }
      if let known, !known.measuresRate, measured.rate.failures < measured.rate.runs { break }
      terms = known ?? wanted.map { Known($0, within: 1) }
    } while !runner.isSession
      && terms.map { measured.rate.needsRun(within: $0.runs, agreeing: $0.agreeing) } ?? false
    return measured
  }

  /// Whether a process ended with the exit code or signal of an earlier run.
  private func ends(_ judgement: ScriptJudgement, like first: ScriptJudgement?) -> Bool {
    ends(judgement, by: first.flatMap { CrashEnding($0.verdict) }?.withoutWords)
  }

  /// Returns the way in which a program ends its process on a script; with its last words only when
  /// they are repeatable.
  private func ending(
    _ script: SolverScript, _ seen: ScriptJudgement
  ) throws(ScriptRunner.Failure) -> CrashEnding? {
    guard !runner.isSession, let ending = CrashEnding(seen.verdict) else { return nil }
    if ending.words.isEmpty { return ending }
    let again = try judgement(script).flatMap { CrashEnding($0.verdict) }
    return again == ending ? ending : ending.withoutWords
  }

  /// Whether a process ended in the given way.
  ///
  /// Nil matches any ending, and empty words match any words.
  private func ends(_ judgement: ScriptJudgement, by ending: CrashEnding?) -> Bool {
    guard let ending else { return true }
    guard let own = CrashEnding(judgement.verdict) else { return false }
    return own.exit == ending.exit && (ending.words.isEmpty || own.words == ending.words)
  }

  /// Whether a script fails in the given way; with an unknown cause only the verdict has to agree.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - failure: the failure.
  ///   - runs: the number of runs, one of which has to fail, for a failure that comes sometimes.
  ///   - isStopped: whether the runs must stop.
  /// - Returns: whether the script fails in this way; false after a stop.
  /// - Throws: when the program does not start, and contradictions of the tool.
  package func fails(
    _ script: SolverScript, as failure: FailureIdentity, runs: Int = 1,
    isStopped: () -> Bool = { false }
  ) throws(ScriptRunner.Failure) -> Bool {
    if failure.cause == .sometimes {
      guard script.problem == nil, let truth = try truth(of: script) else { return false }
      for _ in 0..<runs where !isStopped() {
        onRun()
        guard
          case .judged(let judgement, let isRepeatable) = try run(
            script, truth, alone: failure.verdict.isOfProcess)
        else { return false }
        if isRepeatable, judgement.verdict.failureKind == failure.verdict,
          ends(judgement, by: failure.ending)
        {
          return true
        }
      }
      return false
    }
    guard let judgement = try judgement(script),
      judgement.verdict.failureKind == failure.verdict, ends(judgement, by: failure.ending)
    else { return false }
    if failure.cause == .unexamined { return true }
    let cause = try cause(upToFailure(script, judgement), failure.verdict, failure.ending)
    return cause == failure.cause
  }

  /// Returns the script without the steps after the one that failed.
  package func upToFailure(
    _ script: SolverScript, _ judgement: ScriptJudgement
  ) -> SolverScript {
    guard let step = judgement.step else { return script }
    return SolverScript(
      variableCount: script.variableCount, steps: Array(script.steps[...step]))
  }

  /// Returns the cause: the most special kind of operation without which the failure disappears.
  private func cause(
    _ script: SolverScript, _ verdict: FailureKind, _ ending: CrashEnding?
  ) throws(ScriptRunner.Failure) -> FailureCause {
    guard let truth = try truth(of: script) else { return .afterEdits }
    let withoutExtremes = script.removing { step in
      switch script.steps[step] {
      case .suggest(_, let value, _), .setConstant(_, let value):
        return ScriptTruth.isExtreme(value)
      default: return false
      }
    }
    if let withoutExtremes, try !fails(withoutExtremes, verdict, ending) { return .afterExtreme }
    // The failing operation is no history, even when it should have been refused.
    let last = script.steps.count - 1
    let isRefused = truth.refused.contains(last)
    // In a session, the last refused operation began after the reading before.
    let lastStart =
      runner.isSession ? (script.steps[..<last].lastIndex(of: .solve) ?? -1) + 1 : last
    let withoutRefusals = script.removing { step in
      truth.refused.contains(step) && !(isRefused && step >= lastStart)
    }
    if let withoutRefusals, try !fails(withoutRefusals, verdict, ending) { return .afterRefusal }
    return try fails(inForce(script, truth), verdict, ending) ? .alone : .afterEdits
  }

  /// Returns the script that adds what is in force at the end of a script, and reads once.
  ///
  /// The failing operation is no history: one that is refused comes last.
  ///
  /// - Parameter script: the script.
  /// - Returns: the script without its history; nil when the oracle gives up, and for an empty one.
  /// - Throws: contradictions of the tool.
  package func inForce(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> SolverScript? {
    guard !script.steps.isEmpty, let truth = try truth(of: script) else { return nil }
    return inForce(script, truth)
  }

  private func inForce(_ script: SolverScript, _ truth: ScriptTruth) -> SolverScript {
    let last = script.steps.count - 1
    let isRefused = truth.refused.contains(last)
    var inForce = SolverScript(inForce: isRefused ? truth.tried ?? truth.last : truth.last)
    if isRefused && !runner.isSession {
      inForce.steps.insert(script.steps[last], at: inForce.steps.count - 1)
    }
    return inForce
  }

  private func fails(
    _ script: SolverScript, _ verdict: FailureKind, _ ending: CrashEnding?
  ) throws(ScriptRunner.Failure) -> Bool {
    guard let judgement = try judgement(script) else { return false }
    return judgement.verdict.failureKind == verdict && ends(judgement, by: ending)
  }
}

extension SolverScript {
  /// Creates the script that adds everything in force to a new session and reads once.
  init(inForce state: ScriptState) {
    let adds = state.constraints.map { Step.add($0) }
    let suggestions = state.suggestions.map {
      Step.suggest(variable: $0.variable, value: $0.value, strength: $0.strength)
    }
    self.init(variableCount: state.variableCount, steps: adds + suggestions + [.solve])
  }
}
