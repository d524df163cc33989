// SPDX-License-Identifier: MIT

import Clocks
import CorpusStore
import Foundation
import JSON
import Pools

/// The end of a run of a shard.
package enum ShardEnd: Sendable {
  /// A valid result existed already.
  case doneBefore
  case done
  /// The run is stopped; completed work is kept.
  case stopped
  /// A program that the cases need does not start; completed work is kept.
  case unavailable(String)
  /// The tool contradicts itself; the result contains the contradiction.
  case internalError(String)
}

/// A run of one shard of a plan.
///
/// Duplicates may run at the same time: each writes whole files, with the same bytes unless other
/// programs answer.
package struct ShardRun<Work: ShardedWork>: Sendable {
  package typealias End = ShardEnd

  /// The end of one batch.
  package enum Piece: Sendable {
    case done(Work.Batch)
    case stopped
    /// A program that the cases need does not start; the reason.
    case unavailable(String)
  }

  /// The usual time between two writes of the progress, in nanoseconds.
  package static var nanosecondsBetweenDefault: UInt64 { 1_000_000_000 }

  private let plan: ShardPlan<Work>
  private let shard: Int
  private let unit: @Sendable (Int) -> Piece
  private let jobs: Int
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  /// The least time between two writes of the progress, in nanoseconds.
  private let nanosecondsBetween: UInt64

  /// Makes the run of a shard.
  ///
  /// `unit` runs the batch with a number.
  ///
  /// - Precondition: the plan has the shard.
  package init(
    _ plan: ShardPlan<Work>, shard: Int, jobs: Int,
    nanosecondsBetween: UInt64 = Self.nanosecondsBetweenDefault,
    now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false },
    unit: @escaping @Sendable (Int) -> Piece
  ) {
    precondition((0..<plan.shards).contains(shard), "the plan has no shard \(shard)")
    self.plan = plan
    self.shard = shard
    self.unit = unit
    self.jobs = jobs
    self.nanosecondsBetween = nanosecondsBetween
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the shard to its end, resuming an earlier run.
  ///
  /// - Parameter show: takes the number of completed batches, and that of all.
  /// - Returns: the end of the run; `.doneBefore` for a shard with a valid result.
  /// - Throws: when the progress or the result cannot be written.
  package func run(show: (Int, Int) -> Void = { _, _ in }) throws(WriteError) -> End {
    if let result = plan.result(of: shard) {
      return result.internalErrorMessage.map { .internalError($0) } ?? .doneBefore
    }
    let start = plan.kept(plan.progressPath(shard), shard: shard)
    var all = start?.batch ?? plan.empty
    var done = start?.batches ?? 0
    let (batches, past) = (plan.batches(of: shard), done)
    var savedAt = now()
    var writeError: WriteError?
    var unavailable: String?
    OrderedPool(jobs: jobs).run(
      count: batches.count - past, shouldStop: isStopped,
      unit: { [unit] in unit(batches.lowerBound + past + $0) },
      fold: { _, piece in
        switch piece {
        case .stopped: return .stop
        case .unavailable(let reason):
          unavailable = reason
          return .stop
        case .done(let batch): all.append(batch)
        }
        done += 1
        if all.internalErrorMessage != nil { return .stop }
        show(done, batches.count)
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
    if all.internalErrorMessage == nil, done < batches.count {
      try save(all, done, to: plan.progressPath(shard))
      return unavailable.map { .unavailable($0) } ?? .stopped
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
  ///   - show: takes the number of completed batches, and that of all.
  /// - Returns: the end of the run.
  /// - Throws: when the start or the result cannot be written.
  package func recorded(
    process: Int32, wallClock: () -> UInt64, code: (End?) -> Int32,
    show: (Int, Int) -> Void = { _, _ in }
  ) throws(WriteError) -> End {
    if plan.hasResult(of: shard) { return try run() }
    let attempt = ShardAttempt(
      plan, shard: shard, host: HostIdentity.name, process: process, nanoseconds: wallClock())
    try attempt.begin()
    do throws(WriteError) {
      let end = try run(show: show)
      try? attempt.end(code: code(end), nanoseconds: wallClock())
      return end
    } catch {
      try? attempt.end(code: code(nil), nanoseconds: wallClock())
      throw error
    }
  }

  /// Stores the result, unless a duplicate run was first.
  ///
  /// Both results must be the same, unless other programs answer.
  private func finish(_ all: Work.Batch, _ done: Int) throws(WriteError) -> End {
    let other = plan.result(of: shard)
    let isContradicted =
      !Work.mayVary
      && other.map { JSONWriter.line($0.json) != JSONWriter.line(all.json) } ?? false
    if other == nil {
      try save(all, done, to: plan.resultPath(shard))
    } else if isContradicted {
      try save(all, done, to: plan.differingPath(shard, all))
    }
    unlink(plan.progressPath(shard))
    if isContradicted {
      return .internalError("its result differs from that of an earlier attempt")
    }
    return (other ?? all).internalErrorMessage.map { .internalError($0) } ?? .done
  }

  private func save(_ batch: Work.Batch, _ batches: Int, to path: String) throws(WriteError) {
    try SealedFile.write(plan.sealed(batch, shard: shard, batches: batches), to: path)
  }
}
