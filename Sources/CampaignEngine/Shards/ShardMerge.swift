// SPDX-License-Identifier: MIT

import CorpusStore

/// Folds the results of all shards as a campaign in one process folds its batches, and with the same result, however
/// many shards there are: findings are made here, from the cases that shards name.
package struct ShardMerge: Sendable {
  private let plan: CampaignPlan
  private let desk: any CaseDesk
  private let isStopped: @Sendable () -> Bool

  package init(
    _ plan: CampaignPlan, workers: WorkerPool? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.plan = plan
    desk = workers ?? CaseService(plan.settings)
    self.isStopped = isStopped
  }

  /// What the shards came to.
  package enum Outcome: Sendable {
    /// The paths of findings begin in the folder of the plan.
    case merged(CampaignResult)
    case missing([Int])
    case stopped
  }

  package func run() throws(WriteError) -> Outcome {
    var tally = CampaignTally(plan.settings, desk, isStopped: isStopped)
    var missing: [Int] = []
    for shard in 0..<plan.shards where !tally.isFinished {
      guard let batch = plan.result(of: shard) else {
        missing.append(shard)
        continue
      }
      // Nothing is minimized while shards are missing: it would be done again.
      if missing.isEmpty { _ = try tally.fold(batch, elapsed: { 0 }) }
      if isStopped() { return .stopped }
    }
    if !missing.isEmpty { return .missing(missing) }
    return .merged(tally.result(nanoseconds: 0).relative(to: plan.directory))
  }
}

extension CampaignResult {
  /// The same with paths that begin in a folder.
  fileprivate func relative(to folder: String) -> CampaignResult {
    let start = folder + "/"
    func shortened(_ path: String?) -> String? {
      path.map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 }
    }
    return CampaignResult(
      settings: settings, counts: counts, nanoseconds: nanoseconds,
      findings: findings.map {
        CampaignFinding(
          signature: $0.signature, kind: $0.kind, summary: $0.summary, firstCase: $0.firstCase,
          original: $0.original, smallest: $0.smallest, path: shortened($0.path),
          occurrences: $0.occurrences)
      },
      scriptFindings: scriptFindings, undecided: undecided, canary: canary,
      internalErrors: internalErrors.map {
        StoredInternalError(error: $0.error, index: $0.index, path: shortened($0.path))
      })
  }
}
