// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON
import RegularFiles

/// One start of a shard somewhere, on record in `DIR/attempts/I.<who>.json` for people: where, when
/// and how it ended.
///
/// Nothing is decided by it, and no result holds any of it, so that twins come to the same bytes.
/// An attempt without an end runs, or was killed.
package struct ShardAttempt: Sendable {
  private let plan: CampaignPlan
  private let shard: Int
  private let host: String
  private let process: Int32
  private let began: UInt64

  /// - Parameter nanoseconds: since 1970, when it begins.
  package init(
    _ plan: CampaignPlan, shard: Int, host: String, process: Int32, nanoseconds: UInt64
  ) {
    self.plan = plan
    self.shard = shard
    self.host = host
    self.process = process
    began = nanoseconds
  }

  /// What tells attempts of one shard apart, on however many machines.
  private var path: String {
    let who = "\(ContentHash.text(host.utf8, digits: 8))-\(process)-\(String(began, radix: 36))"
    return "\(plan.directory)/\(Self.folder)/\(shard).\(who).json"
  }

  private static let folder = "attempts"
  private static let keys = ["plan", "shard", "host", "process", "began", "ended", "exit"]

  /// Takes down that it begins.
  package func begin() throws(WriteError) { try write(ended: .null, code: .null) }

  /// Takes down how it ended.
  ///
  /// - Parameter nanoseconds: since 1970.
  package func end(code: Int32, nanoseconds: UInt64) throws(WriteError) {
    try write(ended: Self.seconds(nanoseconds), code: .number(code))
  }

  private static func seconds(_ nanoseconds: UInt64) -> JSONValue {
    .number(nanoseconds / 1_000_000_000)
  }

  private func write(ended: JSONValue, code: JSONValue) throws(WriteError) {
    let value: JSONValue = [
      "plan": .string(plan.hash), "shard": .number(shard), "host": .string(host),
      "process": .number(process), "began": Self.seconds(began), "ended": ended, "exit": code,
    ]
    try AtomicFile.write(JSONWriter.document(value), to: path)
  }

  /// What attempts say about shards.
  package struct Summary: Sendable, Hashable {
    /// How many there were, of all shards.
    package fileprivate(set) var count = 0
    /// The shards asked about that were begun anywhere.
    package fileprivate(set) var begun: [Int] = []
    /// Those of them with an attempt that has not ended: they run, or were killed.
    package fileprivate(set) var open: [Int] = []
  }

  /// - Parameter missing: the shards to tell about, in order.
  package static func summary(of plan: CampaignPlan, among missing: [Int]) -> Summary {
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
