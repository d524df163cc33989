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
    let pending = places.compactMap { place in place.queue.map { (place: place, queue: $0) } }
    let stems = Set(pending.map { place, queue in place.kind(queue.stem) })
    var owners: (byOriginal: [Original: String], bySmallest: [Smallest: String]) = ([:], [:])
    for place in places where place.queue == nil {
      let kinds = place.kinds.filter(stems.contains)
      guard !kinds.isEmpty, place.isWhole else { continue }
      let original = place.original
      for kind in kinds {
        let smallest = Smallest(kind: kind, id: place.id)
        if owners.bySmallest[smallest] == nil { owners.bySmallest[smallest] = place.folder }
        guard let key = original.map({ Original(kind: kind, bytes: $0) }) else { continue }
        if owners.byOriginal[key] == nil { owners.byOriginal[key] = place.folder }
      }
    }
    var pairs: [String: String] = [:]
    for (place, queue) in pending {
      let kind = place.kind(queue.stem)
      let original = place.original.map { Original(kind: kind, bytes: $0) }
      if let owner = original.flatMap({ owners.byOriginal[$0] }) {
        pairs[place.folder] = owner
      } else if let owner = owners.bySmallest[Smallest(kind: kind, id: place.id)], place.isWhole {
        pairs[place.folder] = owner
      }
    }
    return pairs
  }

  /// The place of a finding.
  private struct Place {
    let folder: String
    /// The folder of all buckets, with a slash.
    private let store: String
    private let bucket: String
    let id: String
    /// The queue in which it waits; nil in a bucket.
    let queue: PendingQueue?

    /// Returns a kind of failure inside of the folder of all buckets.
    func kind(_ stem: String) -> String { store + stem }

    /// All kinds with which the name of its bucket begins: the one with its cause, and those
    /// without.
    var kinds: [String] {
      let scalars = bucket.unicodeScalars
      return scalars.indices.filter { scalars[$0] == "-" }.map { kind(String(scalars[..<$0])) }
    }

    /// The text of the case as it was found; nil when it cannot be read.
    var original: [UInt8]? { FindingStore.original(in: folder) }

    /// Whether it is a readable finding of its bucket: else the pending finding is the only one.
    var isWhole: Bool {
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
      self.folder = folder
      (bucket, id) = (parts[parts.count - 2], parts[parts.count - 1])
      store = parts.dropLast(2).joined(separator: "/") + "/"
      queue = PendingQueue(named: bucket)
    }
  }

  /// The smallest case of a finding: its hash names the folder.
  private struct Smallest: Hashable {
    let kind: String
    let id: String
  }

  /// The original case of a finding.
  private struct Original: Hashable {
    let kind: String
    let bytes: [UInt8]
  }
}
