// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutGenerators

/// A run of cases generated from a seed: every strategy solves each of them, and the answers are
/// judged exactly.
///
/// Batches of cases run in parallel on Dispatch; within a campaign the strategies of one case run
/// in turn (see `CaseRunner`). Results are folded in order of case index on the calling thread.
/// Therefore all results except times are the same for any number of workers. A campaign that is
/// cut short by time or on request has completed a prefix of its cases without gaps. The calling
/// thread stores findings while the workers continue. It stores them unminimized as soon as they
/// arrive; another thread minimizes them in order of cases.
package struct Campaign: Sendable {
  package let settings: CampaignSettings
  /// Returns nanoseconds since some fixed moment.
  private let now: @Sendable () -> UInt64
  /// Whether the campaign is stopped.
  private let isStopped: @Sendable () -> Bool
  private let desk: any CaseDesk
  private let file: ProgressFile?
  private let minimizing: MinimizingTime

  /// - Parameters:
  ///   - settings: the settings.
  ///   - workers: the processes in which all cases run; nil for this process, which a case may end.
  ///   - file: the file that records the progress, and from which the campaign resumes; nil for a
  ///     campaign that always starts at its first case.
  ///   - minimizing: the time limits of minimization; nil for the usual time for each finding.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: CampaignSettings, workers: WorkerPool? = nil, progress file: ProgressFile? = nil,
    minimizing: MinimizingTime? = nil, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(
      settings, desk: workers ?? CaseService(settings), progress: file, minimizing: minimizing,
      now: now, isStopped: isStopped)
  }

  /// Creates a campaign whose cases run at `desk`.
  init(
    _ settings: CampaignSettings, desk: any CaseDesk, progress file: ProgressFile? = nil,
    minimizing: MinimizingTime? = nil, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    self.file = file
    self.minimizing = minimizing ?? MinimizingTime(now: now)
    self.now = now
    self.isStopped = { isStopped() || desk.hasGivenUp }
    self.desk = desk
  }

  /// Runs the campaign to its end.
  ///
  /// - Parameter onProgress: called on the calling thread after each batch, and while a failure is
  ///   examined that is stored.
  /// - Returns: the result of all completed cases, including those of a resumed run.
  /// - Throws: `WriteError` when a finding cannot be stored; the campaign has ended then.
  package func run(
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> CampaignResult {
    let batches = BatchRunner(settings)
    let loop = CampaignLoop<CampaignTally>(
      file, limit: settings.nanosecondsMax, now: now, isStopped: isStopped)
    let inbox = settings.outputFolder == nil ? nil : EarlyDrafts<CaseBatch>.Inbox()
    let early = early(inbox, loop.elapsed)
    var tally = CampaignTally(
      settings, desk, from: file?.start?.tally, minimizing: minimizing, early: early,
      isStopped: isStopped)
    let (desk, isOver) = (desk, loop.isOver)
    let keeper = try loop.run(
      into: &tally, jobs: settings.jobs, count: batches.batchCount, caseLimit: settings.caseCount,
      during: early, onProgress: onProgress,
      unit: { number in
        let batch = desk.run(batches.range(ofBatch: number), isOver: isOver)
        if let batch, !batch.isClean { inbox?.post(batch) }
        return batch
      })
    let isDone = !isStopped() || tally.isFinished || tally.counts.cases == settings.caseCount
    try keeper.ended(tally, isDone: isDone)
    return tally.result(nanoseconds: loop.elapsed())
  }

  /// Returns the store of findings that arrive before their turn; nil when nothing is stored.
  private func early(
    _ inbox: EarlyDrafts<CaseBatch>.Inbox?, _ elapsed: @escaping () -> UInt64
  ) -> EarlyFindings? {
    guard let inbox, let output = settings.outputFolder else { return nil }
    // Drafts of a killed run are discarded. Those found after its last checkpoint are found again;
    // those of another campaign would never be completed. The lock of the progress file covers the
    // folder.
    if file != nil { FindingStore(output: output).discardUnfinished() }
    return EarlyFindings(
      settings, inbox, output: output, from: file?.start?.tally, elapsed: elapsed)
  }
}
