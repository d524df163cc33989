// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Display
import Foundation

/// The files of earlier nights in their folder, compared with the content that the registry
/// expects.
///
/// The registry is the authority: each of its stored findings must be present and unchanged, and
/// the history must be that of the last night. Users edit only `known.json`.
package struct NightState: Sendable {
  /// A finding of the registry that is missing from the store.
  package struct Loss: Sendable, Hashable {
    package var bucket: String
    /// The folder of the finding, relative to the folder of nights.
    package var folder: String
    /// The missing path: the folder, or the case if only that is missing.
    package var path: String

    package init(bucket: String, folder: String, path: String) {
      self.bucket = bucket
      self.folder = folder
      self.path = path
    }
  }

  package let registry: BucketRegistry
  package let history: NightHistory
  package let known: KnownIssues
  /// The reasons why no night can follow, each with the file and the fix; empty for a sound state.
  package let obstacles: [String]
  /// The findings of the registry that are missing from the store.
  package let losses: [Loss]
  /// The records of nights in their folders.
  package let records: [RecordSeal]
  /// The reasons why the next night can run but is not reliable.
  package let problems: [String]
  /// Further notes for the reader.
  package let notes: [String]

  /// - Parameters:
  ///   - store: the folder of nights.
  ///   - underWay: the number of the unfinished night; nil for none.
  ///   - further: known issues besides those of the folder.
  /// - Throws: for a file that cannot be read or understood.
  package init(
    in store: NightStore, underWay: Int?, known further: KnownIssues? = nil
  ) throws(LoadError) {
    registry = try store.registry()
    history = try store.history()
    known = KnownIssues(try store.knownIssues().issues + (further?.issues ?? []))
    obstacles = try Self.obstacles(store, registry, history, underWay: underWay)
    let stored = store.storedFindings
    losses = Self.losses(store, registry, stored)
    records = store.recordSeals
    problems =
      Self.problems(store, registry, further) + NightStore.problems(of: records, since: registry)
    notes = Self.notes(registry, stored, losses)
  }

  private static let restore = "restore the file from a backup, or start in an empty folder"

  private static func obstacles(
    _ store: NightStore, _ registry: BucketRegistry, _ history: NightHistory, underWay: Int?
  ) throws(LoadError) -> [String] {
    let last = history.nights.last?.stamp.number ?? 0
    let finished = store.records.last { $0 != underWay } ?? 0
    let newest = max(last, finished)
    var obstacles: [String] = []
    func add(_ name: String, _ text: String) {
      obstacles.append("\(store.path)/\(name): error: \(text); \(restore)")
    }
    if !store.hasEntry(BucketRegistry.fileName) {
      obstacles += store.tracesWithoutRegistry(newest: newest, underWay: underWay).map {
        "\($0); \(restore)"
      }
    } else if newest > registry.night {
      add(
        BucketRegistry.fileName,
        "the registry ends with night \(registry.night), and night \(newest) has been here")
    } else if registry.isSealed, try store.bytes(BucketRegistry.fileName) != registry.encoded {
      add(
        BucketRegistry.fileName, "the registry was changed after night \(registry.night) wrote it")
    }
    if registry.night > 0, last <= registry.night,
      let problem = try problem(of: history, store, registry, underWay: underWay)
    {
      add(NightHistory.fileName, problem)
    }
    if let obstacle = FindingStore.obstacle(in: store.path) {
      obstacles.append("\(obstacle)")
    }
    if let underWay, !(registry.night...registry.night + 1).contains(underWay), obstacles.isEmpty {
      obstacles.append(
        "\(store.path)/\(NightStore.progressName): error: it is of night \(underWay), and the "
          + "registry ends with night \(registry.night); remove the file")
    }
    return obstacles
  }

  /// Returns the problem of a history that is not longer than the registry expects; nil without
  /// one.
  private static func problem(
    of history: NightHistory, _ store: NightStore, _ registry: BucketRegistry, underWay: Int?
  ) throws(LoadError) -> String? {
    guard store.hasEntry(NightHistory.fileName) || underWay == registry.night else {
      return "the history is gone, and the registry knows night \(registry.night)"
    }
    let last = history.nights.last?.stamp.number ?? 0
    var whole = history
    // The registry is written first: after a kill in between, the line of the unfinished night is
    // missing.
    if underWay == registry.night, last < registry.night,
      let night = try store.night(registry.night)
    {
      whole.append(night.record)
    }
    if (whole.nights.last?.stamp.number ?? 0) != registry.night {
      return "the history ends with night \(last), and the registry with night \(registry.night)"
    }
    guard let hash = registry.historyHash else { return nil }
    let bytes = last < registry.night ? whole.encoded : try store.bytes(NightHistory.fileName)
    return ContentHash.text(bytes) == hash
      ? nil : "the history was changed after night \(registry.night) wrote it"
  }

  private static func losses(
    _ store: NightStore, _ registry: BucketRegistry, _ stored: [NightStore.StoredFinding]
  ) -> [Loss] {
    let folders = Set(stored.map(\.folder))
    if let seals = registry.seals {
      return seals.filter { !folders.contains($0.folder) }.map { seal in
        let isThere = store.hasEntry("\(seal.folder)/finding.json")
        return Loss(
          bucket: seal.bucket, folder: seal.folder,
          path: isThere ? "\(seal.folder)/\(seal.caseName)" : seal.folder)
      }
    }
    // Nights of earlier versions recorded only the smallest case of each bucket.
    return registry.buckets.compactMap { bucket in
      guard bucket.isOpen, bucket.isStored, let path = bucket.path else { return nil }
      let folder = path.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
      return folders.contains(folder)
        ? nil : Loss(bucket: bucket.signature, folder: folder, path: path)
    }
  }

  private static func problems(
    _ store: NightStore, _ registry: BucketRegistry, _ further: KnownIssues?
  ) -> [String] {
    let names = registry.buckets.filter { $0.state == .known }.map(\.signature)
      .filter { name in !(further?.issues ?? []).contains { $0.matches(name) } }
    guard let first = names.first, !store.hasEntry(KnownIssues.fileName) else { return [] }
    let others = names.count > 1 ? " and \(ShownNumber.counted(names.count - 1, "other"))" : ""
    return [
      NightProblem.text(
        "\(KnownIssues.fileName) is missing", ["it suppressed \(first)\(others)"],
        fix: "restore it, or write {\"layoutfuzzKnown\": 1, \"issues\": []} to suppress nothing")
    ]
  }

  /// Returns notes on the open buckets whose cases an earlier night has reported as missing.
  private static func notes(
    _ registry: BucketRegistry, _ stored: [NightStore.StoredFinding], _ losses: [Loss]
  ) -> [String] {
    let there = Set(stored.map(\.bucket) + losses.map(\.bucket))
    let bare = registry.buckets.filter {
      $0.isOpen && $0.isStored && !there.contains($0.signature)
    }
    guard !bare.isEmpty else { return [] }
    return [
      "\(ShownNumber.counted(bare.count, "open bucket")) without a stored case: "
        + bare.map(\.signature).joined(separator: ", ") + "; only a random case can show more"
    ]
  }
}

extension Bucket {
  /// Whether the fault may still exist: the bucket is not fixed, and its findings were not moved to
  /// other buckets.
  fileprivate var isOpen: Bool { state != .fixed && state != .moved }
}

extension NightStore {
  /// Whether an entry of any kind has the name.
  func hasEntry(_ name: String) -> Bool {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0
  }

  /// Returns all bytes of a file; none when it does not exist.
  func bytes(_ name: String) throws(LoadError) -> [UInt8] {
    do throws(LoadError) {
      return try FindingStore.read("\(path)/\(name)")
    } catch .missing {
      return []
    }
  }

  /// Returns the change of a stored finding since it was stored, with the fix; nil when unchanged.
  ///
  /// `registry` is the one before the night. Its seals of the folders in `renewed` may be outdated.
  package func change(
    of finding: StoredFinding, since registry: BucketRegistry, renewed: Set<String>
  ) -> String? {
    let old =
      renewed.contains(finding.folder)
      ? nil : registry.seals?.first { $0.folder == finding.folder }
    return FindingSeal(of: finding.folder, in: path).change(since: old).map {
      NightProblem.text(
        $0, fix: "restore the folder from a backup, or remove it (its bucket stays open)")
    }
  }

  /// Returns the seals of all stored findings: those of the registry, and new ones for new and
  /// sound findings.
  ///
  /// `registry` is the one before the night. Its seals of the folders in `renewed` may be outdated:
  /// a finding that is there now may be a new one with the same smallest case.
  package func seals(
    of findings: [StoredFinding], registry: BucketRegistry, renewed: Set<String>
  ) -> [FindingSeal] {
    let old = Dictionary(
      (registry.seals ?? []).map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    return findings.map(\.folder).sorted().compactMap { folder in
      if !renewed.contains(folder), let seal = old[folder] { return seal }
      let seal = FindingSeal(of: folder, in: path)
      return seal.change(since: nil) == nil ? seal : nil
    }
  }
}
