// SPDX-License-Identifier: MIT

import CorpusStore

/// Folds the results of all shards as a campaign in one process folds its batches, and with the
/// same result, however many shards there are: findings are made here, from the cases that shards
/// name.
package struct ShardMerge: Sendable {
  private let plan: CampaignPlan
  private let settings: CampaignSettings
  private let isPartial: Bool
  private let desk: any CaseDesk
  private let minimizing: MinimizingTime?
  private let isStopped: @Sendable () -> Bool

  /// The folder in that of the campaign for what a part of the shards came to.
  package static let partialFolder = "partial"

  /// - Parameters:
  ///   - isPartial: whether shards may be missing. Which failing cases become findings depends on
  ///     those before them, so findings go to a folder of their own then, and the merge of all is
  ///     as if there had been none before.
  ///   - minimizing: how long findings are made small; nil for as long as it takes.
  package init(
    _ plan: CampaignPlan, isPartial: Bool = false, workers: WorkerPool? = nil,
    minimizing: MinimizingTime? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.plan = plan
    self.isPartial = isPartial
    var settings = plan.settings
    if isPartial { settings.outputFolder = "\(plan.directory)/\(Self.partialFolder)" }
    self.settings = settings
    desk = workers ?? CaseService(settings)
    self.minimizing = minimizing
    self.isStopped = { isStopped() || workers?.hasGivenUp ?? false }
  }

  /// What the shards came to.
  package enum Outcome: Sendable {
    /// All shards, or, in a partial merge, all but those that are missing.
    case merged(CampaignResult, missing: [Int])
    case missing([Int])
    /// These shards came to more than one result: nothing can be relied on.
    case contradicted([Int])
    case stopped
  }

  package func run() throws(WriteError) -> Outcome {
    let contradicted = plan.contradictedShards
    if !contradicted.isEmpty { return .contradicted(contradicted) }
    if isPartial { FindingStore.removeFolder(Self.partialFolder, in: plan.directory) }
    var tally = CampaignTally(settings, desk, minimizing: minimizing, isStopped: isStopped)
    var missing: [Int] = []
    for shard in 0..<plan.shards where !tally.isFinished {
      guard let batch = plan.result(of: shard) else {
        missing.append(shard)
        continue
      }
      // Nothing is minimized while shards are missing: it would be done again.
      let known = Set(tally.newFolders)
      if missing.isEmpty || isPartial { _ = try tally.fold(batch, elapsed: { 0 }) }
      if isStopped() {
        // Minimizing ended early: these are not the findings that another merge makes.
        for folder in tally.newFolders where !known.contains(folder) {
          FindingStore.remove(finding: folder)
        }
        return .stopped
      }
    }
    if !missing.isEmpty, !isPartial { return .missing(missing) }
    let result = tally.result(nanoseconds: 0)
    let folder = settings.outputFolder ?? plan.directory
    try FindingStore.makeFolders([], in: folder)
    try result.record.store(in: folder)
    if !isPartial { FindingStore.removeFolder(Self.partialFolder, in: plan.directory) }
    return .merged(result, missing: missing)
  }
}
