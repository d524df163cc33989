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
    /// How often it fails; one run of a session, which repeats.
    package let rate: ObservedRate
  }

  /// Examines a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - verdict: the verdict of a run that has failed; nil if none is known. Without it one run
  ///     without a failure is enough.
  /// - Returns: the failure; nil when no run fails.
  /// - Throws: when the program does not start, and contradictions of the tool.
  package func examined(
    _ script: SolverScript, showing verdict: FailureKind? = nil
  ) throws(ScriptRunner.Failure) -> Examined? {
    guard let (judgement, rate) = try measured(script, verdict),
      let verdict = judgement.verdict.failureKind
    else { return nil }
    if rate.isPartial {
      // Single runs do not show which part of the history matters.
      let ending = CrashEnding(judgement.verdict)?.withoutWords
      return Examined(
        failure: ScriptFailure(solver: name, verdict: verdict, cause: .sometimes, ending: ending),
        judgement: judgement, rate: rate)
    }
    let ending = try ending(script, judgement)
    let cause = try cause(upToFailure(script, judgement), verdict, ending)
    return Examined(
      failure: ScriptFailure(solver: name, verdict: verdict, cause: cause, ending: ending),
      judgement: judgement, rate: rate)
  }

  /// Runs a script until the rate of its failure is known.
  ///
  /// - Returns: the first failing judgement and the rate; nil when no run fails, or on a stop.
  private func measured(
    _ script: SolverScript, _ verdict: FailureKind?
  ) throws(ScriptRunner.Failure) -> (ScriptJudgement, ObservedRate)? {
    guard script.problem == nil, let truth = try truth(of: script) else { return nil }
    var rate = ObservedRate()
    var first: ScriptJudgement?
    repeat {
      onRun()
      guard case .judged(let judgement, let isRepeatable) = try runner.run(script, truth) else {
        return nil
      }
      let kind = isRepeatable ? judgement.verdict.failureKind : nil
      let fails = kind != nil && kind == (verdict ?? first?.verdict.failureKind ?? kind)
      rate.count(fails: fails)
      if fails { first = first ?? judgement }
      if first == nil, verdict == nil || runner.isSession { return nil }
    } while needsRun(rate, first)
    return first.map { ($0, rate) }
  }

  /// Whether a rate needs a further run: a session repeats, and each hang takes the time limit.
  private func needsRun(_ rate: ObservedRate, _ first: ScriptJudgement?) -> Bool {
    if let first, runner.isSession || first.verdict.failureKind == .process(.hang) {
      return false
    }
    return rate.needsRun()
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
      for _ in 0..<runs {
        if try fails(script, failure.verdict, failure.ending) { return true }
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
