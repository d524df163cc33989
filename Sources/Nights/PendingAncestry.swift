// SPDX-License-Identifier: MIT

import CorpusStore

/// The buckets with findings that were pending in a queue in an earlier night: they are the same
/// findings, minimized since.
///
/// A finding keeps its original case. The hash of that identifies its earlier bucket, also after a
/// kill.
struct PendingAncestry {
  /// The origin by the current bucket of the findings: the bucket in which they were pending, and
  /// the number of its cases that they represent.
  private let origins: [String: (bucket: String, cases: Int)]

  /// - Parameters:
  ///   - before: the findings of the registry.
  ///   - now: all stored findings.
  init(before: [FindingSeal], now: [FindingSeal]) {
    // One original case may fail in several ways.
    var pending: [String: [PendingQueue]] = [:]
    for seal in before {
      guard let queue = PendingQueue(named: seal.bucket), let original = seal.original else {
        continue
      }
      pending[original, default: []].append(queue)
    }
    let known = Set(before.map(\.folder))
    var moves: [(from: String, to: String)] = []
    for seal in now where !known.contains(seal.folder) {
      let queues = seal.original.flatMap { pending[$0] } ?? []
      guard let queue = queues.first(where: { $0.mayBecome(seal.bucket) }) else { continue }
      moves.append((queue.name, seal.bucket))
    }
    let targets = Dictionary(grouping: moves, by: \.from).mapValues { Set($0.map(\.to)).count }
    origins = Dictionary(grouping: moves, by: \.to).mapValues { moves in
      let bucket = moves.map(\.from).min() ?? ""
      // If all findings moved to one bucket, all of the cases belong to it.
      return (bucket, targets[bucket] == 1 ? .max : moves.count { $0.from == bucket })
    }
  }

  func origin(of bucket: String) -> (bucket: String, cases: Int)? { origins[bucket] }
}
