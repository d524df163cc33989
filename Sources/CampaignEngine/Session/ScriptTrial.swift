// SPDX-License-Identifier: MIT

import CorpusStore
import ExternalSolvers
import LayoutSolving

/// Hunts a fault of the session as a campaign does: with edits of random layouts, judged by the exact answer to what is in
/// force.
package struct ScriptTrial: MutantTrial {
  private let fault: SessionFault

  package init(_ fault: SessionFault) { self.fault = fault }

  package var handMadeSize: Int { fault.handMade.steps.count }

  package func run(_ plan: MutantPlan) -> MutantCatch {
    let campaign = Campaign(
      CampaignSettings(
        seed: plan.seed, caseCount: nil, strategies: [],
        failuresMax: min(plan.failuresMax, Self.failuresMax), laws: [], costs: nil,
        session: SessionTarget(fault: fault), scriptFrequency: .always), now: { 0 },
      isStopped: { plan.hasEnded() })
    let result: CampaignResult
    do throws(WriteError) {
      result = try campaign.run()
    } catch {
      preconditionFailure("a hunt writes nothing: \(error)")
    }
    return caught(result, plan)
  }

  /// Scripts that fail are looked at until so many did; each is made small.
  private static let failuresMax = 3

  private func caught(_ result: CampaignResult, _ plan: MutantPlan) -> MutantCatch {
    var caught = MutantCatch(cases: result.counts.cases)
    caught.problem = result.internalErrors.first?.error.message
    let known = result.scriptFindings.filter { plan.seenBy.contains($0.failure.verdict) }
    var others: [String: Int] = [:]
    for finding in result.scriptFindings where !plan.seenBy.contains(finding.failure.verdict) {
      others[finding.failure.verdict, default: 0] += finding.occurrences
    }
    caught.otherKinds = others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    guard let smallest = known.min(by: { ScriptSize($0.smallest) < ScriptSize($1.smallest) })
    else { return caught }
    caught.cases = known.reduce(Int.max) { min($0, $1.firstCase + 1) }
    caught.failures = known.count
    caught.trueFailures = known.count(where: isCause)
    let script = smallest.smallest
    caught.specimen = MutantCatch.Specimen(
      signature: smallest.signature, kind: smallest.failure.verdict, size: script.steps.count,
      constraints: script.constraintCount, file: script.encoded)
    return caught
  }

  /// Whether a script has the fault for its cause: the healthy session gets it right, as found and as made small.
  private func isCause(of finding: ScriptFinding) -> Bool {
    let healthy = ScriptDiagnosis(ScriptRunner(SessionTarget()))
    return [finding.original, finding.smallest].allSatisfy { script in
      guard let judgement = try? healthy.judgement(script) else { return false }
      return !judgement.verdict.isFailure
    }
  }
}
