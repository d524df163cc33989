// SPDX-License-Identifier: MIT

import ExternalSolvers
import LayoutSolving

/// Hunts a fault of the session as a campaign does: with edits of random layouts, judged by the exact answer to what is in
/// force.
package struct ScriptTrial: MutantTrial {
  private let fault: SessionFault

  package init(_ fault: SessionFault) { self.fault = fault }

  package var handMadeSize: Int { fault.handMade.steps.count }

  package func run(_ plan: MutantPlan) -> MutantCatch {
    var hunt = ScriptHunt(plan, fault)
    return hunt.run()
  }
}

/// A hunt with scripts under way.
private struct ScriptHunt: FaultHunt {
  var result = MutantCatch(cases: 0)
  let plan: MutantPlan
  private let batches: BatchRunner
  private let diagnosis: ScriptDiagnosis
  private let healthy = ScriptDiagnosis(ScriptRunner(SessionTarget()))
  private var next = 0
  private var found: [(script: SolverScript, failure: ScriptFailure)] = []
  /// The first failure of a kind that may show the fault, but is not the main one.
  private var reserve: (index: Int, script: SolverScript)?
  private var otherKinds: [String: Int] = [:]

  init(_ plan: MutantPlan, _ fault: SessionFault) {
    self.plan = plan
    let session = SessionTarget(fault: fault)
    batches = BatchRunner(
      CampaignSettings(
        seed: plan.seed, caseCount: nil, strategies: [], laws: [], costs: nil, session: session,
        scriptFrequency: .always))
    diagnosis = ScriptDiagnosis(ScriptRunner(session))
  }

  /// Whether the smallest script was reached twice, or enough failures were looked at.
  var isDone: Bool {
    guard let smallest else { return false }
    return found.count >= plan.failuresMax
      || found.count(where: { ScriptSize($0.script) == ScriptSize(smallest.script) }) > 1
  }

  private var smallest: (script: SolverScript, failure: ScriptFailure)? {
    found.min { ScriptSize($0.script) < ScriptSize($1.script) }
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
        otherKinds[notable.verdict, default: 0] += 1
      } else if reserve == nil {
        reserve = batches.failingScript(notable.index).map { (notable.index, $0) }
      }
      return
    }
    guard let failing = batches.failingScript(notable.index) else {
      result.problem = "the script of case \(notable.index) fails only once"
      return
    }
    if found.isEmpty { result.cases = next }
    minimize(failing)
  }

  private mutating func minimize(_ failing: SolverScript) {
    guard let (failure, _) = try? diagnosis.failure(failing) else { return }
    let plan = plan
    let smallest = diagnosis.minimize(
      failing, failure, isStopped: { plan.hasEnded() }
    ).script
    found.append((smallest, failure))
    result.failures += 1
    if isCause(of: failing, smallest) { result.trueFailures += 1 }
  }

  /// Whether scripts have the fault for their cause: the healthy session gets them right.
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
        signature: failure.bucket(script), kind: failure.verdict, size: script.steps.count,
        constraints: script.constraintCount, file: script.encoded)
    }
    return caught
  }
}
