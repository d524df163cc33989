// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import LayoutGenerators

/// Generates cases from a seed, lets every strategy solve each of them, and judges the answers exactly.
///
/// Batches of cases run side by side on Dispatch; within a campaign the strategies of one case run in turn
/// (see `CaseRunner`). Results are folded in order of case index on the calling thread, so everything but
/// the times is the same for any number of workers; a campaign that is cut short by time or on request has
/// done the first so many cases without gaps. Findings are stored and made small by the calling thread
/// while the workers go on.
package struct Campaign: Sendable {
  package let settings: CampaignSettings
  /// Nanoseconds since some fixed moment.
  private let now: @Sendable () -> UInt64
  /// Whether somebody wants the campaign to end.
  private let isStopped: @Sendable () -> Bool
  private let desk: any CaseDesk

  /// - Parameter workers: the processes in which all cases run; nil for this process, which a case may end.
  package init(
    _ settings: CampaignSettings, workers: WorkerPool? = nil,
    now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    self.now = now
    self.isStopped = isStopped
    desk = workers ?? CaseService(settings)
  }

  /// Runs the campaign to its end.
  ///
  /// - Parameter onProgress: called on the calling thread after each batch.
  /// - Throws: `WriteError` when a finding cannot be stored; the campaign has ended then.
  package func run(
    onProgress: (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> CampaignResult {
    let start = now()
    let batches = BatchRunner(settings)
    var tally = CampaignTally(settings, desk, isStopped: isStopped)
    var progress = CampaignProgress()
    var writeError: WriteError?
    OrderedPool(jobs: settings.jobs).run(
      count: batches.batchCount, shouldStop: stopCondition(start),
      unit: { [desk] in desk.run(batches.range(ofBatch: $0)) },
      fold: { _, batch in
        // What was dropped by a stop leaves a gap: nothing after it counts.
        guard let batch else { return .stop }
        do throws(WriteError) {
          let isNew = try tally.fold(batch, elapsed: { now() - start })
          progress.update(tally, elapsed: now() - start, isNew: isNew)
        } catch {
          writeError = error
          return .stop
        }
        onProgress(progress)
        return tally.isFinished ? .stop : .next
      })
    if let writeError { throw writeError }
    return tally.result(nanoseconds: now() - start)
  }

  private func stopCondition(_ start: UInt64) -> @Sendable () -> Bool {
    let (now, isStopped) = (now, isStopped)
    guard let limit = settings.nanosecondsMax else { return isStopped }
    return { isStopped() || now() - start >= limit }
  }
}

/// Where a running campaign stands.
package struct CampaignProgress: Sendable {
  package private(set) var cases = 0
  package private(set) var findings = 0
  package private(set) var nanoseconds: UInt64 = 0
  /// When the last new finding was made; 0 when there is none.
  package private(set) var newestFinding: UInt64 = 0

  init() {}

  mutating func update(_ tally: borrowing CampaignTally, elapsed: UInt64, isNew: Bool) {
    update(
      cases: tally.counts.cases, findings: tally.findings.count + tally.scriptFindings.count,
      elapsed: elapsed, isNew: isNew)
  }

  mutating func update(cases: Int, findings: Int, elapsed: UInt64, isNew: Bool) {
    self.cases = cases
    self.findings = findings
    nanoseconds = elapsed
    if isNew { newestFinding = elapsed }
  }

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }
}
