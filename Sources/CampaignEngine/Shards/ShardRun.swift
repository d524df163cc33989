// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import JSON
import Platform

/// A run of one shard of a plan.
///
/// Duplicates may run at the same time: each writes whole files with the same bytes.
package struct ShardRun: Sendable {
  /// The end of a run.
  package enum End: Sendable {
    /// A valid result existed already.
    case doneBefore
    case done
    /// The run is stopped; completed work is kept.
    case stopped
    /// The tool contradicts itself; the result contains the contradiction.
    case internalError(String)
  }

  private let plan: CampaignPlan
  private let shard: Int
  private let desk: any CaseDesk
  private let jobs: Int
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  /// The least time between two writes of the progress, in nanoseconds.
  private let nanosecondsBetween: UInt64

  /// - Precondition: the plan has the shard.
  package init(
    _ plan: CampaignPlan, shard: Int, workers: WorkerPool? = nil, jobs: Int,
    nanosecondsBetween: UInt64 = 1_000_000_000, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    precondition((0..<plan.shards).contains(shard), "the plan has no shard \(shard)")
    self.plan = plan
    self.shard = shard
    desk = workers ?? CaseService(plan.settings)
    self.jobs = jobs
    self.nanosecondsBetween = nanosecondsBetween
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the shard to its end, resuming an earlier run.
  package func run() throws(WriteError) -> End {
    if let result = plan.result(of: shard) {
      return result.internalError.map { .internalError($0.error.message) } ?? .doneBefore
    }
    let start = plan.kept(plan.progressPath(shard), shard: shard)
    var all = start?.batch ?? plan.empty
    var done = start?.batches ?? 0
    let (batches, ranges, past) = (plan.batches(of: shard), BatchRunner(plan.settings), done)
    var savedAt = now()
    var writeError: WriteError?
    OrderedPool(jobs: jobs).run(
      count: batches.count - past, shouldStop: isStopped,
      unit: { [desk] in desk.run(ranges.range(ofBatch: batches.lowerBound + past + $0)) },
      fold: { _, batch in
        guard let batch else { return .stop }
        all.append(batch)
        done += 1
        if all.internalError != nil { return .stop }
        guard now().elapsed(since: savedAt) >= nanosecondsBetween else { return .next }
        savedAt = now()
        do throws(WriteError) {
          try save(all, done, to: plan.progressPath(shard))
          return .next
        } catch {
          writeError = error
          return .stop
        }
      })
    if let writeError { throw writeError }
    if all.internalError == nil, done < batches.count {
      try save(all, done, to: plan.progressPath(shard))
      return .stopped
    }
    return try finish(all, done)
  }

  /// Runs the shard and records the attempt; for a shard with a valid result there is none.
  ///
  /// A failure to record the end is ignored, since only the result counts.
  ///
  /// - Parameters:
  ///   - process: the number of this process.
  ///   - wallClock: returns nanoseconds since 1970.
  ///   - code: returns the exit code for an end; nil stands for a failed write.
  /// - Throws: when the start or the result cannot be written.
  package func recorded(
    process: Int32, wallClock: () -> UInt64, code: (End?) -> Int32
  ) throws(WriteError) -> End {
    if plan.hasResult(of: shard) { return try run() }
    let attempt = ShardAttempt(
      plan, shard: shard, host: Host.name, process: process, nanoseconds: wallClock())
    try attempt.begin()
    do throws(WriteError) {
      let end = try run()
      try? attempt.end(code: code(end), nanoseconds: wallClock())
      return end
    } catch {
      try? attempt.end(code: code(nil), nanoseconds: wallClock())
      throw error
    }
  }

  /// Stores the result, unless a duplicate run was first.
  ///
  /// Both results must be the same.
  private func finish(_ all: CaseBatch, _ done: Int) throws(WriteError) -> End {
    let other = plan.result(of: shard)
    let isContradicted =
      other.map { JSONWriter.line($0.json) != JSONWriter.line(all.json) } ?? false
    if other == nil {
      try save(all, done, to: plan.resultPath(shard))
    } else if isContradicted {
      try save(all, done, to: plan.differingPath(shard, all))
    }
    unlink(plan.progressPath(shard))
    if isContradicted {
      return .internalError("its result differs from that of an earlier attempt")
    }
    return all.internalError.map { .internalError($0.error.message) } ?? .done
  }

  private func save(_ batch: CaseBatch, _ batches: Int, to path: String) throws(WriteError) {
    try SealedFile.write(plan.sealed(batch, shard: shard, batches: batches), to: path)
  }
}
