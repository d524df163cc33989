// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Supervision

/// A plan of a campaign of the tool's own strategies.
package typealias CampaignPlan = ShardPlan<CampaignWork>

/// A campaign of the tool's own strategies with the limits of its cases.
package struct CampaignWork: ShardedWork {
  package typealias Tally = CampaignTally

  fileprivate let settings: CampaignSettings
  /// A hang is a result like others, so they are the same for all shards.
  fileprivate let workerLimits: WorkerLimits

  package static var member: String { "campaign" }
  package static var limitKeys: [String] { ["caseNanoseconds", "memoryBytes"] }
  package static var mayVary: Bool { false }

  package var identity: JSONValue { settings.identity }
  package var limits: [JSONValue.Member] {
    [
      .init(key: "caseNanoseconds", value: .number(workerLimits.caseNanoseconds)),
      .init(key: "memoryBytes", value: .number(workerLimits.memoryBytes)),
    ]
  }
  package var batchCount: Int? { BatchRunner(settings).batchCount }
  package var emptyBatch: CaseBatch { BatchRunner(settings).emptyBatch }

  package init(_ settings: CampaignSettings, _ limits: WorkerLimits) {
    self.settings = settings
    workerLimits = limits
  }

  package init(ofPlan reader: JSONObjectReader) throws(JSONError) {
    settings = try CampaignSettings(identity: try reader.required(Self.member))
    workerLimits = WorkerLimits(
      caseNanoseconds: UInt64(
        try reader.required("caseNanoseconds").requiredIndex("a time for a case")),
      memoryBytes: try reader.required("memoryBytes").requiredIndex("a number of bytes"))
  }

  /// Reads the stored results of a shard.
  ///
  /// `empty` is a batch without cases, with the columns of the campaign.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  package static func batch(
    _ value: JSONValue, empty: CaseBatch
  ) throws(JSONError) -> CaseBatch {
    try CaseBatch(value, empty: empty)
  }
}

extension ShardPlan where Work == CampaignWork {
  /// The settings of the campaign, which stores findings in the folder of the plan.
  package var settings: CampaignSettings {
    var settings = work.settings
    settings.outputFolder = directory
    return settings
  }

  package var limits: WorkerLimits { work.workerLimits }

  /// Writes the plan of a campaign with a number of cases; see the other `make`.
  package static func make(
    _ settings: CampaignSettings, limits: WorkerLimits = WorkerLimits(), shards: Int,
    build: String, in directory: String
  ) throws(PlanError) -> CampaignPlan {
    try make(CampaignWork(settings, limits), shards: shards, build: build, in: directory)
  }
}

extension ShardRun where Work == CampaignWork {
  /// Makes the run of a shard.
  ///
  /// `workers` are the processes in which cases run; nil for this one.
  ///
  /// - Precondition: the plan has the shard.
  package init(
    _ plan: CampaignPlan, shard: Int, workers: WorkerPool? = nil, jobs: Int,
    nanosecondsBetween: UInt64 = Self.nanosecondsBetweenDefault,
    now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    let (desk, ranges): (any CaseDesk, _) = (
      workers ?? CaseService(plan.settings), BatchRunner(plan.settings)
    )
    self.init(
      plan, shard: shard, jobs: jobs, nanosecondsBetween: nanosecondsBetween, now: now,
      isStopped: isStopped,
      unit: { desk.run(ranges.range(ofBatch: $0)).map { .done($0.withoutEvidence) } ?? .stopped })
  }
}

extension ShardMerge where Work == CampaignWork {
  /// - Parameters:
  ///   - plan: the plan.
  ///   - isPartial: whether shards may be missing.
  ///   - workers: the processes in which cases run; nil for this one.
  ///   - minimizing: the time limits of minimization; nil for no limit.
  ///   - isStopped: whether the run is stopped.
  package init(
    _ plan: CampaignPlan, isPartial: Bool = false, workers: WorkerPool? = nil,
    minimizing: MinimizingTime? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    let isOver: @Sendable () -> Bool = { isStopped() || workers?.hasGivenUp ?? false }
    let desk: any CaseDesk = workers ?? CaseService(plan.settings)
    self.init(
      plan, isPartial: isPartial, isStopped: isOver,
      tally: { folder in
        var settings = plan.settings
        settings.outputFolder = folder
        return CampaignTally(settings, desk, minimizing: minimizing, isStopped: isOver)
      })
  }
}

extension CaseBatch: ShardBatch {
  package var internalErrorMessage: String? { internalError?.error.message }
}

extension CampaignTally: ShardTally {
  /// Does nothing: failing cases are examined while batches are folded.
  package mutating func finish() {}

  /// Folds the results of a shard, as those of a campaign in one process.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  package mutating func add(_ batch: CaseBatch) throws(WriteError) {
    _ = try fold(batch, elapsed: { 0 })
  }
}

extension CampaignResult: MergedResult {}
