// SPDX-License-Identifier: MIT

import CorpusStore

/// A fold of the results of all shards, with the same result as a campaign in one process for any
/// number of shards.
///
/// It creates the findings from the cases that the shards name.
package struct ShardMerge: Sendable {
  private let plan: CampaignPlan
  private let settings: CampaignSettings
  private let isPartial: Bool
  private let desk: any CaseDesk
  private let minimizing: MinimizingTime?
  private let isStopped: @Sendable () -> Bool

  /// The name of the folder for a partial merge, inside the folder of the campaign.
  package static let partialFolder = "partial"

  /// - Parameters:
  ///   - plan: the plan.
  ///   - isPartial: whether shards may be missing. The choice of failing cases that become findings
  ///     depends on earlier cases. So a partial merge has a folder of its own, and does not
  ///     influence the merge of all shards.
  ///   - workers: the processes in which cases run; nil for this one.
  ///   - minimizing: the time limits of minimization; nil for no limit.
  ///   - isStopped: whether the run is stopped.
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

  /// The result of a merge.
  package enum Outcome: Sendable {
    /// The result of all shards, or, in a partial merge, of all but the missing ones.
    case merged(CampaignResult, missing: [Int])
    case missing([Int])
    /// These shards have more than one result: no result is reliable.
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
      // While shards are missing, nothing is minimized: the next merge would repeat it.
      let known = Set(tally.newFolders)
      if missing.isEmpty || isPartial { _ = try tally.fold(batch, elapsed: { 0 }) }
      if isStopped() {
        // Minimization ended early: another merge would not make these findings.
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
