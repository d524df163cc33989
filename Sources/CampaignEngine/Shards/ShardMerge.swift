// SPDX-License-Identifier: MIT

import CorpusStore

/// A fold of the results of all shards, with the same result as a campaign in one process for any
/// number of shards.
///
/// It creates the findings from the cases that the shards name.
package struct ShardMerge<Work: ShardedWork>: Sendable {
  private let plan: ShardPlan<Work>
  private let isPartial: Bool
  private let isStopped: @Sendable () -> Bool
  private let tally: @Sendable (String) -> Work.Tally

  /// The name of the folder for a partial merge, inside the folder of the campaign.
  package static var partialFolder: String { "partial" }

  /// - Parameters:
  ///   - plan: the plan.
  ///   - isPartial: whether shards may be missing. The choice of failing cases that become findings
  ///     depends on earlier cases. So a partial merge has a folder of its own, and does not
  ///     influence the merge of all shards.
  ///   - isStopped: whether the run is stopped.
  ///   - tally: returns the results of no shard, which store findings in the given folder.
  package init(
    _ plan: ShardPlan<Work>, isPartial: Bool = false,
    isStopped: @escaping @Sendable () -> Bool = { false },
    tally: @escaping @Sendable (String) -> Work.Tally
  ) {
    self.plan = plan
    self.isPartial = isPartial
    self.isStopped = isStopped
    self.tally = tally
  }

  /// The result of a merge.
  package enum Outcome: Sendable {
    /// The result of all shards, or, in a partial merge, of all but the missing ones.
    case merged(Work.Tally.Result, missing: [Int])
    case missing([Int])
    /// These shards have more than one result: no result is reliable.
    case contradicted([Int])
    case stopped
  }

  /// Merges the shards.
  ///
  /// - Parameter output: the folder for findings, in which the summary is not stored; nil for that
  ///   of the plan.
  /// - Returns: the result, or the reason why there is none.
  /// - Throws: the path that cannot be written, and why.
  package func run(into output: String? = nil) throws(WriteError) -> Outcome {
    let contradicted = plan.contradictedShards
    if !contradicted.isEmpty { return .contradicted(contradicted) }
    if isPartial { FindingStore.removeFolder(Self.partialFolder, in: plan.directory) }
    let own = isPartial ? "\(plan.directory)/\(Self.partialFolder)" : plan.directory
    let folder = output ?? own
    var tally = tally(folder)
    var missing: [Int] = []
    for shard in 0..<plan.shards where !tally.isFinished {
      guard let batch = plan.result(of: shard) else {
        missing.append(shard)
        continue
      }
      // While shards are missing, nothing is minimized: the next merge would repeat it.
      let known = Set(tally.newFolders)
      if missing.isEmpty || isPartial { try tally.add(batch) }
      if isStopped() {
        // Minimization ended early: another merge would not make these findings.
        for folder in tally.newFolders where !known.contains(folder) {
          FindingStore.remove(finding: folder)
        }
        return .stopped
      }
    }
    if !missing.isEmpty, !isPartial { return .missing(missing) }
    try tally.finish()
    if isStopped() { return .stopped }
    let result = tally.result(nanoseconds: 0)
    if output != nil { return .merged(result, missing: missing) }
    try FindingStore.makeFolders([], in: folder)
    try result.record.store(in: folder)
    if !isPartial { FindingStore.removeFolder(Self.partialFolder, in: plan.directory) }
    return .merged(result, missing: missing)
  }
}
