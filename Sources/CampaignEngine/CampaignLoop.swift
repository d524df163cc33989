// SPDX-License-Identifier: MIT

import Clocks
import CorpusStore
import Pools

/// The results of a running campaign, to which a loop adds units of work.
package protocol FoldedTally: ResumableTally {
  /// The results of some consecutive cases: one unit of work.
  associatedtype Results: Sendable

  /// The numbers of completed cases and of findings.
  var progress: (cases: Int, findings: Int) { get }
  /// Whether the campaign must end although no unit was dropped.
  var isFinished: Bool { get }

  /// Adds the results of the next unit.
  ///
  /// - Parameters:
  ///   - results: the results.
  ///   - elapsed: returns the nanoseconds since the start of the campaign.
  /// - Returns: how much of the unit counts.
  /// - Throws: `WriteError` when a finding cannot be stored.
  mutating func fold(_ results: Results, elapsed: () -> UInt64) throws(WriteError) -> FoldedShare
}

extension FoldedTally {
  package var isFinished: Bool { false }
}

/// The share of a unit of work that counts.
package enum FoldedShare: Sendable {
  /// All of it: there was nothing to examine.
  case clean
  /// All of it, unless a stop has cut its examination short.
  case examined
  /// A part: a stop or a program ended the unit.
  case cut
  /// Nothing: it leaves a gap, and no later unit counts.
  case dropped
}

/// The loop of each campaign: units of work run in parallel, and their results are folded in order
/// on the calling thread, which stores failures as they arrive and records the progress.
package struct CampaignLoop<Tally: FoldedTally>: Sendable {
  private let file: ResumeFile<Tally.State>?
  private let isStopped: @Sendable () -> Bool
  /// Returns the nanoseconds since the start of the campaign, without the time between runs.
  package let elapsed: @Sendable () -> UInt64
  /// Returns whether the time of the campaign is over.
  package let isOver: @Sendable () -> Bool

  /// - Parameters:
  ///   - file: the file that records the progress, and from which the campaign resumes; nil for a
  ///     campaign that always starts at its first case.
  ///   - limit: the time of the campaign, in nanoseconds; nil for no limit.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ file: ResumeFile<Tally.State>?, limit: UInt64?, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.file = file
    self.isStopped = isStopped
    let (began, past) = (now(), file?.start?.nanoseconds ?? 0)
    let elapsed: @Sendable () -> UInt64 = { past.later(by: now().elapsed(since: began)) }
    self.elapsed = elapsed
    isOver = { limit.map { elapsed() >= $0 } ?? false }
  }

  /// Whether no further unit starts.
  package var shouldStop: @Sendable () -> Bool {
    let (isStopped, isOver) = (isStopped, isOver)
    return { isStopped() || isOver() }
  }

  /// Runs the units that the file does not have yet.
  ///
  /// - Parameters:
  ///   - tally: the results so far.
  ///   - jobs: the number of units at a time.
  ///   - count: the number of units of the whole campaign; nil for one that ends by time.
  ///   - caseLimit: the number of its cases.
  ///   - early: stores failures before their turn; nil when nothing is stored.
  ///   - onProgress: called on the calling thread after each unit, while it waits for one, and
  ///     while a failure is examined that is stored.
  ///   - unit: returns the results of the unit of a number.
  ///   - afterwards: does what is left once all units are folded.
  /// - Returns: the recorder of the progress, to which the caller says how the campaign ended.
  /// - Throws: `WriteError` when a finding or the progress cannot be stored.
  package func run(
    into tally: inout Tally, jobs: Int, count: Int?, caseLimit: Int?,
    during early: (any FoldingWait)?, onProgress: @escaping (CampaignProgress) -> Void,
    unit: @escaping @Sendable (Int) -> Tally.Results,
    afterwards: (inout Tally) throws(WriteError) -> Void = { _ in }
  ) throws(WriteError) -> ProgressKeeper<Tally> {
    var keeper = ProgressKeeper(file, tally)
    var progress = CampaignProgress(caseLimit: caseLimit)
    let (cases, findings) = tally.progress
    progress.update(cases: cases, findings: findings, elapsed: elapsed(), isNew: false)
    early?.examinations.onWait = { onProgress(progress.examining($0, elapsed: $1)) }
    // The closure has the progress, and must not outlive this call.
    defer { early?.examinations.onWait = nil }
    var writeError: WriteError?
    let first = file?.start?.batches ?? 0
    OrderedPool(jobs: jobs).run(
      count: count.map { max(0, $0 - first) }, shouldStop: shouldStop,
      unit: { unit(first + $0) },
      whileWaiting: {
        early?.storeArrived()
        onProgress(progress.waiting(elapsed: elapsed()))
      },
      fold: { _, results in
        do throws(WriteError) {
          let before = tally.progress.findings
          let folded = try tally.fold(results, elapsed: elapsed)
          if case .dropped = folded { return .stop }
          let (cases, findings) = tally.progress
          let time = elapsed()
          progress.update(
            cases: cases, findings: findings, elapsed: time, isNew: findings > before)
          try keeper.folded(tally, nanoseconds: time, isWhole: isWhole(folded))
        } catch {
          writeError = error
          return .stop
        }
        onProgress(progress)
        return tally.isFinished ? .stop : .next
      })
    early?.settle(before: Int.max)
    if let writeError { throw writeError }
    try afterwards(&tally)
    return keeper
  }

  private func isWhole(_ folded: FoldedShare) -> Bool {
    switch folded {
    case .clean: return true
    case .examined: return !isStopped()
    case .cut, .dropped: return false
    }
  }
}
