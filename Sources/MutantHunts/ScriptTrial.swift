// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Judging
import LayoutSolving
import Scripts

/// A hunt of a fault of the session by the means of a campaign: edits of random layouts.
///
/// They are judged by the exact answer to the constraints in force.
package struct ScriptTrial: MutantTrial {
  private let fault: SessionFault

  init(_ fault: SessionFault) { self.fault = fault }

  package func run(_ plan: MutantPlan) -> MutantCatch {
    var hunt = ScriptHunt(plan, fault, handMadeSize: fault.handMade.steps.count)
    return hunt.run()
  }
}

/// A running hunt with scripts.
private struct ScriptHunt: FaultHunt {
  var result = MutantCatch(cases: 0)
  let plan: MutantPlan
  private let handMadeSize: Int
  private let batches: BatchRunner
  private let diagnosis: ScriptDiagnosis
  private let healthy = ScriptDiagnosis(ScriptRunner(SessionTarget()))
  private var next = 0
  private var found: [(script: SolverScript, failure: FailureIdentity)] = []
  /// The first failure of a kind that may show the fault, but is not the main one.
  private var reserve: (index: Int, script: SolverScript)?
  private var otherKinds: [String: Int] = [:]
  /// The number of failures that were not minimized, since the smallest script of their kind was
  /// settled.
  private var repeats = 0
  private static let repeatsMax = 64

  init(_ plan: MutantPlan, _ fault: SessionFault, handMadeSize: Int) {
    self.plan = plan
    self.handMadeSize = handMadeSize
    let session = SessionTarget(fault: fault)
    batches = BatchRunner(
      CampaignSettings(
        seed: plan.seed, caseCount: nil, strategies: [], laws: [], session: session,
        scriptFrequency: .always))
    diagnosis = ScriptDiagnosis(ScriptRunner(session))
  }

  /// Whether a script as small as the hand-made one was reached twice, or the limit of failures is
  /// reached.
  ///
  /// A fault may show in two ways, and minimization keeps the way of its start. If the smaller
  /// script belongs to the rarer way, the other way would be reached twice first.
  var isDone: Bool {
    guard let smallest else { return false }
    if found.count >= plan.failuresMax || repeats >= Self.repeatsMax { return true }
    return smallest.script.steps.count <= handMadeSize && isSettled(smallest.failure)
  }

  private var smallest: (script: SolverScript, failure: FailureIdentity)? { smallest(of: found) }

  private func smallest(
    of found: [(script: SolverScript, failure: FailureIdentity)]
  ) -> (script: SolverScript, failure: FailureIdentity)? {
    found.min { ScriptSize($0.script) < ScriptSize($1.script) }
  }

  /// Whether the smallest script of one kind of failure was reached twice: then no other one is
  /// minimized.
  private func isSettled(_ failure: FailureIdentity) -> Bool {
    let same = found.filter { $0.failure == failure }
    guard let smallest = smallest(of: same) else { return false }
    return same.count { ScriptSize($0.script) == ScriptSize(smallest.script) } > 1
  }

  mutating func tryNext() -> String? {
    let batch = batches.run(next..<next + 1)
    next += 1
    for notable in batch.failingScripts { take(notable) }
    if found.isEmpty { result.cases = next }
    return result.problem ?? batch.internalError?.error.message
  }

  private mutating func take(_ notable: NotableScript) {
    guard notable.verdict == plan.seenBy[0] else {
      if !plan.seenBy.contains(notable.verdict) {
        otherKinds[notable.verdict.name, default: 0] += 1
      } else if reserve == nil {
        reserve = notable.script.map { (notable.index, $0) }
      }
      return
    }
    if found.isEmpty { result.cases = next }
    if let script = notable.script { minimize(script) }
  }

  private mutating func minimize(_ failing: SolverScript) {
    guard let failure = (try? diagnosis.examined(failing))?.failure else { return }
    if isSettled(failure) {
      repeats += 1
      return
    }
    let plan = plan
    let smallest = diagnosis.minimize(
      failing, failure, isStopped: { plan.hasEnded() }
    ).subject
    found.append((smallest, failure))
    result.failures += 1
    if isCause(of: failing, smallest) { result.trueFailures += 1 }
  }

  /// Whether the fault causes the failure of scripts: the healthy session passes them.
  private func isCause(of scripts: SolverScript...) -> Bool {
    scripts.allSatisfy { script in
      guard let judgement = try? healthy.judgement(script) else { return false }
      return !judgement.verdict.isFailure
    }
  }

  var hasOnlyReserve: Bool { found.isEmpty && reserve != nil }

  mutating func takeReserve() {
    guard let reserve else { return }
    result.cases = reserve.index + 1
    minimize(reserve.script)
  }

  func finished() -> MutantCatch {
    var caught = result
    caught.otherKinds = otherKinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    caught.specimen = smallest.map { script, failure in
      MutantCatch.Specimen(
        signature: script.bucket(of: failure), kind: failure.verdict, size: script.steps.count,
        constraints: script.constraintCount, file: script.encoded)
    }
    return caught
  }
}
