// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON
import RegularFiles

/// A record of one start of a shard in `DIR/attempts/I.<who>.json`, for information: the place, the
/// time and the end.
///
/// It influences no decision and is no part of any result, so that duplicate runs write the same
/// bytes. An attempt without an end is running, or was killed.
package struct ShardAttempt: Sendable {
  private let directory: String
  private let hash: String
  private let shard: Int
  private let host: String
  private let process: Int32
  private let began: UInt64

  /// - Parameters:
  ///   - plan: the plan.
  ///   - shard: the shard.
  ///   - host: the name of the machine.
  ///   - process: the number of the process.
  ///   - nanoseconds: the time of the start since 1970.
  package init(
    _ plan: ShardPlan<some ShardedWork>, shard: Int, host: String, process: Int32,
    nanoseconds: UInt64
  ) {
    directory = plan.directory
    hash = plan.hash
    self.shard = shard
    self.host = host
    self.process = process
    began = nanoseconds
  }

  /// The path, which is unique among attempts of one shard on any number of machines.
  private var path: String {
    let who = "\(ContentHash.text(host.utf8, digits: 8))-\(process)-\(String(began, radix: 36))"
    return "\(directory)/\(Self.folder)/\(shard).\(who).json"
  }

  private static let folder = "attempts"
  private static let keys = ["plan", "shard", "host", "process", "began", "ended", "exit"]

  /// Records the start.
  package func begin() throws(WriteError) { try write(ended: .null, code: .null) }

  /// Records the end.
  ///
  /// - Parameters:
  ///   - code: the exit code.
  ///   - nanoseconds: the time since 1970.
  /// - Throws: when the record cannot be written.
  package func end(code: Int32, nanoseconds: UInt64) throws(WriteError) {
    try write(ended: Self.seconds(nanoseconds), code: .number(code))
  }

  private static func seconds(_ nanoseconds: UInt64) -> JSONValue {
    .number(nanoseconds / 1_000_000_000)
  }

  private func write(ended: JSONValue, code: JSONValue) throws(WriteError) {
    let value: JSONValue = [
      "plan": .string(hash), "shard": .number(shard), "host": .string(host),
      "process": .number(process), "began": Self.seconds(began), "ended": ended, "exit": code,
    ]
    try AtomicFile.write(JSONWriter.document(value), to: path)
  }

  /// A summary of the attempts of shards.
  package struct Summary: Sendable, Hashable {
    /// The number of attempts of all shards.
    package fileprivate(set) var count = 0
    /// The requested shards that were begun on any machine.
    package fileprivate(set) var begun: [Int] = []
    /// Those of them with an attempt that has not ended: they run, or were killed.
    package fileprivate(set) var open: [Int] = []
  }

  /// Returns a summary of all attempts.
  ///
  /// `missing` are the requested shards, in order.
  package static func summary(
    of plan: ShardPlan<some ShardedWork>, among missing: [Int]
  ) -> Summary {
    let path = "\(plan.directory)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let asked = Set(missing)
    var begun = Set(missing.filter { access(plan.progressPath($0), F_OK) == 0 })
    var open: Set<Int> = []
    var summary = Summary()
    for name in names {
      guard name.ends(with: ".json"), let end = name.firstIndex(of: "."),
        let shard = Int(name[..<end])
      else { continue }
      summary.count += 1
      guard asked.contains(shard) else { continue }
      begun.insert(shard)
      if !hasEnded("\(path)/\(name)") { open.insert(shard) }
    }
    summary.begun = begun.sorted()
    summary.open = open.sorted()
    return summary
  }

  private static func hasEnded(_ path: String) -> Bool {
    guard let bytes = try? RegularFile.read(path),
      let value = try? JSONParser.parse(bytes),
      let reader = try? JSONObjectReader(value, "an attempt", keys: keys)
    else { return false }
    return reader["exit"]?.int != nil
  }
}
