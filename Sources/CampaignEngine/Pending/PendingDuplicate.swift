// SPDX-License-Identifier: MIT

import CorpusStore
import EngineScripts
import Judging
import Scripts

/// A search for pending findings that also belong to a bucket of their own: by the case as it was
/// found, or by the smallest case.
///
/// Such duplicates exist after a kill between storing the new place and removing the old one. They
/// also arise when cases whose minimization was cut short are found again. That happens in a
/// campaign or night that is resumed after a kill from before them, or started again with the same
/// seed. A minimization that is cut short may already have the smallest case of a known finding.
package enum PendingDuplicate {
  /// Returns the duplicates of pending findings.
  ///
  /// - Parameter folders: the folders of complete findings, such as
  ///   `out/findings/simplex-wrongValue-unminimized/0f3c9a1e`.
  /// - Returns: the first folder in a bucket of its own, by the pending folder.
  /// - Complexity: O(size of the cases that fail in the same way as a pending one). An unreadable
  ///   finding is no duplicate.
  package static func pairs(in folders: [String]) -> [String: String] {
    let places = folders.compactMap(Place.init)
    let pending = places.filter(\.isPending)
    let kinds = Set(pending.map(\.kind))
    var owners: (byOriginal: [Original: String], bySmallest: [Smallest: String]) = ([:], [:])
    for place in places where !place.isPending && kinds.contains(place.kind) {
      guard place.isWhole else { continue }
      if owners.bySmallest[place.smallest] == nil {
        owners.bySmallest[place.smallest] = place.folder
      }
      guard let original = Original(place), owners.byOriginal[original] == nil else { continue }
      owners.byOriginal[original] = place.folder
    }
    var pairs: [String: String] = [:]
    for place in pending {
      if let owner = Original(place).flatMap({ owners.byOriginal[$0] }) {
        pairs[place.folder] = owner
      } else if let owner = owners.bySmallest[place.smallest], place.isWhole {
        pairs[place.folder] = owner
      }
    }
    return pairs
  }

  /// The place of a finding.
  private struct Place {
    let folder: String
    /// The folder of all findings with the kind of failure: the common beginning of the names of
    /// both buckets.
    let kind: String
    let id: String
    let isPending: Bool

    var smallest: Smallest { Smallest(kind: kind, id: id) }

    /// Whether it is a readable finding of its bucket: else the pending finding is the only one.
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
      case .document:
        return (try? FindingStore.bytes(of: "\(folder)/\(record.subject.fileName)")) != nil
      case .engine:
        let bytes = try? FindingStore.bytes(of: "\(folder)/\(record.subject.fileName)")
        return bytes.flatMap { try? EngineScript(decoding: $0) } != nil
      }
    }

    init?(_ folder: String) {
      let parts = folder.split(scalar: "/")
      guard parts.count > 1 else { return nil }
      let bucket = parts[parts.count - 2]
      guard let end = bucket.lastIndex(of: "-") else { return nil }
      self.folder = folder
      id = parts[parts.count - 1]
      kind = parts.dropLast(2).joined(separator: "/") + "/" + bucket[..<end]
      isPending = PendingBucket(named: bucket) != nil
    }
  }

  /// The smallest case of a finding: its hash names the folder.
  private struct Smallest: Hashable {
    let kind: String
    let id: String
  }

  /// The original case of a finding; nil when it cannot be read.
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
