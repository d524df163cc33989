// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Scripts

/// Finds findings that wait to be made small while the same case lies in a bucket of its own.
///
/// That is so after a kill between the new place and the old one, and where cases that were cut
/// short by time are found once more: a campaign or night that goes on after a kill from before
/// them, or that begins anew with the same seed.
package enum WaitingTwin {
  /// - Parameter folders: those of findings that are complete, as
  ///   `out/findings/simplex-wrongValue-unminimized/0f3c9a1e`.
  /// - Returns: by the folder that waits, the first one in a bucket of its own.
  /// - Complexity: O(size of the cases that fail as one does that waits). What waits has no twin in
  ///   a finding that cannot be read.
  package static func pairs(in folders: [String]) -> [String: String] {
    let places = folders.compactMap(Place.init)
    let waiting = places.filter(\.isWaiting)
    let kinds = Set(waiting.map(\.kind))
    var owners: [Original: String] = [:]
    for place in places where !place.isWaiting && kinds.contains(place.kind) {
      guard let original = Original(place), place.isWhole else { continue }
      if owners[original] == nil { owners[original] = place.folder }
    }
    var pairs: [String: String] = [:]
    for place in waiting {
      if let original = Original(place), let owner = owners[original] {
        pairs[place.folder] = owner
      }
    }
    return pairs
  }

  /// Where a finding lies.
  private struct Place {
    let folder: String
    /// The folder of all findings, and who fails how: what the names of both buckets begin with.
    let kind: String
    let isWaiting: Bool

    /// Whether it is a finding of its bucket that can be read: else the one that waits is all there
    /// is.
    var isWhole: Bool {
      let bucket = folder.split(scalar: "/", omittingEmpty: true).dropLast().last
      guard let record = try? FindingStore.record(in: folder), record.signature == bucket else {
        return false
      }
      switch record.subject {
      case .layout: return (try? FindingStore.load(path: folder)) != nil
      case .script:
        let bytes = try? FindingStore.bytes(of: "\(folder)/\(record.subject.fileName)")
        return bytes.flatMap { try? SolverScript(decoding: $0) } != nil
      }
    }

    init?(_ folder: String) {
      let parts = folder.split(scalar: "/")
      guard parts.count > 1 else { return nil }
      let bucket = parts[parts.count - 2]
      guard let end = bucket.lastIndex(of: "-") else { return nil }
      self.folder = folder
      kind = parts.dropLast(2).joined(separator: "/") + "/" + bucket[..<end]
      isWaiting = FindingResumption.isDue(bucket: String(bucket))
    }
  }

  /// The case of a finding as it was found; nil when it cannot be read.
  private struct Original: Hashable {
    let kind: String
    let bytes: [UInt8]

    init?(_ place: Place) {
      guard let bytes = try? FindingStore.bytes(of: "\(place.folder)/original.json") else {
        return nil
      }
      kind = place.kind
      self.bytes = bytes
    }
  }
}
