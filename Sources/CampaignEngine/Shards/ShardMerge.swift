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
      let known = Set(tally.newFolders)
      if missing.isEmpty { _ = try tally.fold(batch, elapsed: { 0 }) }
      if isStopped() {
        // Minimizing ended early: these are not the findings that another merge makes.
        for folder in tally.newFolders where !known.contains(folder) {
          FindingStore.remove(finding: folder)
        }
        return .stopped
      }
    }
    if !missing.isEmpty { return .missing(missing) }
    return .merged(tally.result(nanoseconds: 0))
  }
}
