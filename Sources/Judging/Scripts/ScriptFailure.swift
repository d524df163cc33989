// SPDX-License-Identifier: MIT

import Diagnosis
import Digests
import Oracles
import Scripts

/// How an incremental solver fails on a script: what minimizing keeps, and the first part of the
/// name of a bucket.
package struct ScriptFailure: Sendable, Hashable {
  /// What must have happened before, for the solver to fail.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// Nothing: the system that is in force fails in a new session, too.
    case alone
    /// Constraints or suggestions that are not in force any more, or their order.
    case afterEdits
    /// Something that was rightly refused.
    case afterRefusal
    /// An infinity, NaN, or a number of no screen.
    case afterExtreme
    /// It does not fail again in a new process.
    case unrepeatable
    /// Not known: the campaign was stopped, or the solver did not start again, before that was
    /// looked into; or looking into it ended the process.
    case unexamined
  }

  package let solver: String
  package let verdict: FailureKind
  package let cause: Cause
  /// How the process of another program ended; nil for other failures, for our own session, and in
  /// findings of earlier versions, which are of whatever ending.
  package let ending: CrashEnding?

  package init(solver: String, verdict: FailureKind, cause: Cause, ending: CrashEnding? = nil) {
    self.solver = solver
    self.verdict = verdict
    self.cause = cause
    self.ending = ending
  }

  /// `worseThanOptimal-alone`: the verdict in the record of a finding.
  package var kind: String { "\(verdict)-\(cause.rawValue)" }

  /// The bucket of scripts that are not as small as they get; the same for all of them.
  package var bucketOfUnminimized: String { "\(stem)-\(FailureSignature.unminimized)" }

  /// What the names of its buckets begin with: `kiwi-crash-alone-exit3`.
  private var stem: String { "\(solver)-\(kind)" + (ending.map { "-\($0.exit)" } ?? "") }

  /// The name of the bucket: the failure, and which kinds of operations the minimized script has.
  package func bucket(_ minimized: SolverScript) -> String {
    var lines = ScriptShape.lines(minimized)
    if let words = ending?.words, !words.isEmpty { lines.append(words) }
    return "\(stem)-\(ContentHash.text(lines.joined(separator: "\n").utf8, digits: 8))"
  }
}

/// A script without its numbers and its length.
package enum ScriptShape {
  /// The kinds of operations that occur, sorted.
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

/// Finds out how a solver fails on a script, and why.
package struct ScriptDiagnosis: Sendable {
  package let runner: ScriptRunner
  /// Called before each run of a script.
  private let onRun: @Sendable () -> Void

  package init(_ runner: ScriptRunner, onRun: @escaping @Sendable () -> Void = {}) {
    self.runner = runner
    self.onRun = onRun
  }

  private var name: String { runner.name }

  /// The judgement on a script; nil when the oracle gave up or everything ends.
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

  /// What the steps come to; nil when the oracle gives up.
  private func truth(of script: SolverScript) throws(ScriptRunner.Failure) -> ScriptTruth? {
    do throws(OracleError) {
      return try runner.truth(of: script)
    } catch .limitReached {
      return nil
    } catch {
      throw .internal(InternalError("judging contradicts itself: \(error)", on: nil))
    }
  }

  /// The failure on a script and what it was; nil when it does not fail.
  package func failure(
    _ script: SolverScript
  ) throws(ScriptRunner.Failure) -> (ScriptFailure, ScriptJudgement)? {
    guard let judgement = try judgement(script), let verdict = judgement.verdict.failureKind
    else { return nil }
    let ending = try ending(script, judgement)
    let cause = try cause(upToFailure(script, judgement), verdict, ending)
    return (
      ScriptFailure(solver: name, verdict: verdict, cause: cause, ending: ending), judgement
    )
  }

  /// How a program ends its process on a script; its last words only when it says the same twice.
  private func ending(
    _ script: SolverScript, _ seen: ScriptJudgement
  ) throws(ScriptRunner.Failure) -> CrashEnding? {
    guard !runner.isSession, let ending = CrashEnding(seen.verdict) else { return nil }
    if ending.words.isEmpty { return ending }
    let again = try judgement(script).flatMap { CrashEnding($0.verdict) }
    return again == ending ? ending : ending.withoutWords
  }

  /// Whether a process ended in the given way; any way will do where none is given, any words where
  /// none are.
  private func ends(_ judgement: ScriptJudgement, by ending: CrashEnding?) -> Bool {
    guard let ending else { return true }
    guard let own = CrashEnding(judgement.verdict) else { return false }
    return own.exit == ending.exit && (ending.words.isEmpty || own.words == ending.words)
  }

  /// Whether a script fails in the given way; where the cause is not known, with the given verdict.
  package func fails(
    _ script: SolverScript, as failure: ScriptFailure
  ) throws(ScriptRunner.Failure) -> Bool {
    guard let judgement = try judgement(script),
      judgement.verdict.failureKind == failure.verdict, ends(judgement, by: failure.ending)
    else { return false }
    if failure.cause == .unexamined { return true }
    let cause = try cause(upToFailure(script, judgement), failure.verdict, failure.ending)
    return cause == failure.cause
  }

  /// The script without what comes after the step that failed.
  package func upToFailure(
    _ script: SolverScript, _ judgement: ScriptJudgement
  ) -> SolverScript {
    guard let step = judgement.step else { return script }
    return SolverScript(
      variableCount: script.variableCount, steps: Array(script.steps[...step]))
  }

  /// What is necessary for the failure: the most special kind of operation that it goes away
  /// without.
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
    // The operation that fails is no history, also when it is one that should have been refused.
    let last = script.steps.count - 1
    let isRefused = truth.refused.contains(last)
    // In a session, what is refused at last began after the reading before.
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
  /// What is in force, in a new session, read once.
  init(inForce state: ScriptState) {
    let adds = state.constraints.map { Step.add($0) }
    let suggestions = state.suggestions.map {
      Step.suggest(variable: $0.variable, value: $0.value, strength: $0.strength)
    }
    self.init(variableCount: state.variableCount, steps: adds + suggestions + [.solve])
  }
}
