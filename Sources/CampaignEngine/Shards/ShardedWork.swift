// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// A campaign that a plan divides into shards: all that determines its results.
package protocol ShardedWork: Sendable {
  associatedtype Batch
  associatedtype Tally: ShardTally where Tally.Batch == Batch

  /// The member of a plan that has `identity`.
  static var member: String { get }
  /// The keys of `limits`.
  static var limitKeys: [String] { get }
  /// Whether two runs of one shard may have different results, since other programs answer.
  static var mayVary: Bool { get }

  /// All that determines the results, except the limits.
  var identity: JSONValue { get }
  /// The limits of cases, as members of a plan.
  var limits: [JSONValue.Member] { get }
  /// The number of batches; nil without a number of cases.
  var batchCount: Int? { get }
  /// The results of no cases.
  var emptyBatch: Batch { get }

  /// Reads the campaign and the limits of a plan.
  init(ofPlan reader: JSONObjectReader) throws(JSONError)

  /// Returns a batch from its JSON.
  ///
  /// `empty` is the value of `emptyBatch`.
  ///
  /// - Throws: when the value is no batch.
  static func batch(_ value: JSONValue, empty: Batch) throws(JSONError) -> Batch
}

/// The results of consecutive cases, as the result of a shard stores them.
package protocol ShardBatch: Sendable {
  var json: JSONValue { get }
  /// The contradiction of the tool with itself, which ends the campaign; nil without one.
  var internalErrorMessage: String? { get }

  /// Appends the batch that follows.
  mutating func append(_ next: Self)
}

/// The results of shards, folded in order.
package protocol ShardTally {
  associatedtype Batch: ShardBatch
  associatedtype Result: MergedResult

  /// Whether the campaign must end.
  var isFinished: Bool { get }
  /// The folders of findings that were created, in order.
  var newFolders: [String] { get }

  /// Adds the results of the next shard.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  mutating func add(_ batch: Batch) throws(WriteError)

  /// Examines findings further that waited until all shards were added.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  mutating func finish() throws(WriteError)
  func result(nanoseconds: UInt64) -> Result
}

/// The result of a campaign that was merged from shards.
package protocol MergedResult: Sendable {
  /// The summary of the campaign for reports, without its findings.
  var record: CampaignRecord { get }
}
