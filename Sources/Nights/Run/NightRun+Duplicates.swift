// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import ToolSupport

extension NightRun {
  /// Removes pending findings from the store that are duplicates of minimized ones in other
  /// buckets.
  ///
  /// Their results are recorded for the remaining buckets first, so a kill in between changes
  /// nothing.
  mutating func removePendingDuplicates() throws(CommandFailure) {
    let store = store
    let stored = store.storedFindings
    let renewed = renewed
    let findings = Dictionary(
      stored.map { ("\(store.path)/\($0.folder)", $0) }, uniquingKeysWith: { first, _ in first })
    var gone: [(pending: NightStore.StoredFinding, owner: NightStore.StoredFinding)] = []
    for (folder, place) in PendingDuplicate.pairs(in: findings.keys.sorted()) {
      guard let pending = findings[folder], let owner = findings[place] else { continue }
      // A failing finding is not removed for a passing one.
      if [pending, owner].contains(where: {
        store.change(of: $0, since: registry, renewed: renewed) != nil
      }) {
        continue
      }
      if progress.fails(owner.caseFile) || !progress.fails(pending.caseFile) {
        gone.append((pending, owner))
      }
    }
    let left = Set(stored.map(\.caseFile)).subtracting(gone.map(\.pending.caseFile))
    let buckets = Set(stored.filter { left.contains($0.caseFile) }.map(\.bucket))
    for pair in gone.sorted(by: { $0.pending.caseFile < $1.pending.caseFile })
    where !buckets.contains(pair.pending.bucket) {
      progress.fuzz?.move(pair.pending.bucket, to: pair.owner.bucket)
    }
    try take(gone.map(\.pending.folder))
    if !gone.isEmpty {
      try Self.written { () throws(WriteError) in try progress.save(in: store) }
    }
    for pair in gone { FindingStore.remove(finding: "\(store.path)/\(pair.pending.folder)") }
    // Also those that were removed before a kill.
    progress.replays.removeAll { $0.bucket != nil && !store.hasFile($0.path) }
  }
}
