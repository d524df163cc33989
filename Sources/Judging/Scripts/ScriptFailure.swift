// SPDX-License-Identifier: MIT

import Diagnosis
import Digests
import ObservedRates
import Oracles
import Scripts

/// A failure of an incremental solver on a script.
///
/// Minimization keeps it, and bucket names begin with it.
package struct ScriptFailure: Sendable, Hashable {
  /// The history that the failure needs.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// No history: the system that is in force fails in a new session, too.
    case alone
    /// Constraints or suggestions that are no longer in force, or their order.
    case afterEdits
    /// An operation that was rightly refused.
    case afterRefusal
    /// An infinity, NaN, or an absurdly large number.
    case afterExtreme
    /// The failure occurs in some runs of the same script only.
    case sometimes
    /// The failure does not occur again in a new process.
    case unrepeatable
    /// The cause is not known: the campaign was stopped, or the solver did not start again, before
    /// the examination, or the examination ended the process.
    case unexamined
  }

  package let solver: String
  package let verdict: FailureKind
  package let cause: Cause
  /// The way in which the process of another program ended.
  ///
  /// Nil for other failures, for the project's own session, and in findings of earlier versions,
  /// where it stands for any ending.
  package let ending: CrashEnding?

  package init(solver: String, verdict: FailureKind, cause: Cause, ending: CrashEnding? = nil) {
    self.solver = solver
    self.verdict = verdict
    self.cause = cause
    self.ending = ending
  }

  /// `worseThanOptimal-alone`: the verdict in the record of a finding.
  package var kind: String { "\(verdict)-\(cause.rawValue)" }

  /// The bucket of scripts whose minimization was cut short.
  package var pendingBucket: PendingBucket { PendingBucket(kind: stem) }

  /// The prefix of the names of its buckets: `kiwi-crash-alone-exit3`.
  private var stem: String { "\(solver)-\(kind)" + (ending.map { "-\($0.exit)" } ?? "") }

  /// Returns the name of the bucket: the failure, and the kinds of operations in the minimized
  /// script.
  package func bucket(_ minimized: SolverScript) -> String {
    var lines = ScriptShape.lines(minimized)
    if let words = ending?.words, !words.isEmpty { lines.append(words) }
    return "\(stem)-\(ContentHash.text(lines.joined(separator: "\n").utf8, digits: 8))"
  }
}

/// A script without its numbers and its length.
package enum ScriptShape {
  /// Returns the kinds of operations that occur, sorted.
  package static func lines(_ script: SolverScript) -> [String] {
    var lines = Set<String>()
    for step in script.steps {
      switch step {
      case .solve: break
      case .remove: lines.insert("remove")
      case .suggest(_, let value, _):
        lines.insert(ScriptTruth.isExtreme(value) ? "suggest extreme" : "suggest")
      case .endSuggestion: lines.insert("end suggestion")
      case .setConstant(_, let value):
        lines.insert(ScriptTruth.isExtreme(value) ? "set constant extreme" : "set constant")
      case .setStrength: lines.insert("set priority")
      case .setActive(_, let isActive): lines.insert(isActive ? "activate" : "deactivate")
      case .add(let constraint):
        let rank = constraint.strength.isRequired ? "required" : "optional"
        let kind = constraint.relation == .equal ? "equality" : "inequality"
        lines.insert("add \(rank) \(kind)")
      }
    }
    return lines.sorted()
  }
}

/// A search for the failure of a solver on a script, and for its cause.
package struct ScriptDiagnosis: Sendable {
  package let runner: ScriptRunner
  /// Called before each run of a script.
  private let onRun: @Sendable () -> Void

  package init(_ runner: ScriptRunner, onRun: @escaping @Sendable () -> Void = {}) {
    self.runner = runner
    self.onRun = onRun
  }

  private var name: String { runner.name }

  /// Returns the judgement on a script; nil when there is none that is repeatable.
  ///
  /// There is none for a malformed script, when the oracle gave up, and when the run is stopped.
  package func judgement(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> ScriptJudgement? {
    onRun()
    guard script.problem == nil, let truth = try truth(of: script) else { return nil }
    switch try runner.run(script, truth) {
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
    package let failure: ScriptFailure
    package let judgement: ScriptJudgement
    /// How often it fails; nil where one run is enough: in a session, which repeats, and for a
    /// hang, which takes the time limit.
    package let rate: ObservedRate?
  }

  /// The result of examining a script.
  package enum Examination: Sendable {
    case failed(Examined)
    /// No run failed; the judgement is that of the first.
    case passed(ScriptJudgement)
  }

  /// A failure that a run has shown, and the number of runs in which it must come again.
  package struct Known: Sendable {
    package let verdict: FailureKind
    let runs: Int

    package init(_ verdict: FailureKind, within runs: Int = ObservedRate.runsMax) {
      self.verdict = verdict
      self.runs = runs
    }
  }

  /// Examines a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - known: a failure that a run has shown; nil if none is known. Then one run is enough that
  ///     does not fail.
  /// - Returns: the failure, also another one than the known one; nil when there is no judgement
  ///   that is repeatable.
  /// - Throws: when the program does not start, and contradictions of the tool.
  package func examination(
    _ script: SolverScript, of known: Known? = nil
  ) throws(ScriptRunner.Failure) -> Examination? {
    guard script.problem == nil, let truth = try truth(of: script) else { return nil }
    var measured = try self.measured(script, truth, known)
    if measured?.first == nil, let other = measured?.other {
      measured = try self.measured(script, truth, Known(other))
    }
    guard let measured else { return nil }
    guard let judgement = measured.first, let verdict = judgement.verdict.failureKind else {
      return measured.passed.map { .passed($0) }
    }
    let rate = needsOneRun(verdict) ? nil : measured.rate
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
        failure: ScriptFailure(solver: name, verdict: verdict, cause: cause, ending: ending),
        judgement: judgement, rate: rate))
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
  }

  /// Runs a script until the rate of its failure is known.
  ///
  /// Processes that end are counted in runs of new ones: others are tried twice.
  ///
  /// - Returns: the runs; nil on a stop.
  private func measured(
    _ script: SolverScript, _ truth: ScriptTruth, _ known: Known?
  ) throws(ScriptRunner.Failure) -> Measured? {
    var measured = Measured()
    var wanted = known?.verdict
    repeat {
      onRun()
      guard
        case .judged(let judgement, let isRepeatable) = try runner.run(
          script, truth, alone: wanted?.isOfProcess ?? false)
      else { return nil }
      let verdict = isRepeatable ? judgement.verdict.failureKind : nil
      wanted = wanted ?? verdict
      let fails = verdict != nil && verdict == wanted && ends(judgement, like: measured.first)
      measured.rate.count(fails: fails)
      if fails {
        measured.first = measured.first ?? judgement
      } else if isRepeatable, verdict == nil {
        measured.passed = measured.passed ?? judgement
      }
      if !fails, let verdict { measured.other = measured.other ?? verdict }
      if let verdict, needsOneRun(verdict) { break }
    } while wanted != nil && !runner.isSession
      && measured.rate.needsRun(within: known?.runs ?? 1)
    return measured
  }

  /// Whether one failing run is enough: a session repeats, and each hang takes the time limit.
  private func needsOneRun(_ verdict: FailureKind) -> Bool {
    runner.isSession || verdict == .process(.hang)
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
  /// `runs` is the number of runs, one of which has to fail, for a failure that comes sometimes.
  package func fails(
    _ script: SolverScript, as failure: ScriptFailure, runs: Int = 1
  ) throws(ScriptRunner.Failure) -> Bool {
    if failure.cause == .sometimes {
      guard script.problem == nil, let truth = try truth(of: script) else { return false }
      for _ in 0..<runs {
        onRun()
        guard
          case .judged(let judgement, let isRepeatable) = try runner.run(
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
  ) throws(ScriptRunner.Failure) -> ScriptFailure.Cause {
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
    var inForce = SolverScript(inForce: isRefused ? truth.tried ?? truth.last : truth.last)
    if isRefused && !runner.isSession {
      inForce.steps.insert(script.steps[last], at: inForce.steps.count - 1)
    }
    return try fails(inForce, verdict, ending) ? .alone : .afterEdits
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
