// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import JSON

/// A run of scripts generated from a seed: each program runs each of them, and every reply is
/// judged exactly.
///
/// The scripts and their exact answers depend only on the seed and what the programs offer, and the
/// digest covers only them. The answers of programs may vary. Failing scripts are stored as soon as
/// they arrive; they become findings in order of cases.
package struct ProgramCampaign<Kind: ProgramKind>: Sendable {
  package typealias Settings = ProgramSettings<Kind.Process>
  /// The file from which a campaign resumes after a kill.
  package typealias Progress = ResumeFile<ProgramTally<Kind>.State>

  package let settings: Settings
  private let file: Progress?
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  private let minimizing: MinimizingTime

  /// - Parameters:
  ///   - settings: the settings.
  ///   - file: the file that records the progress, and from which the campaign resumes; nil for a
  ///     campaign that always starts at its first case.
  ///   - minimizing: the time limits of minimization; nil for the usual time for each finding.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the campaign is stopped.
  package init(
    _ settings: Settings, progress file: Progress? = nil, minimizing: MinimizingTime? = nil,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.settings = settings
    self.file = file
    self.minimizing = minimizing ?? MinimizingTime(now: now)
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs the campaign to its end and ends the processes.
  ///
  /// - Parameter onProgress: called on the calling thread after each batch, and while a failure is
  ///   examined that is stored.
  /// - Returns: the result of all completed cases, including those of a resumed run.
  /// - Throws: `WriteError` when a finding cannot be stored; the campaign has ended then.
  package func run(
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> ProgramResult<Kind> {
    let loop = CampaignLoop<ProgramTally<Kind>>(
      file, limit: settings.nanosecondsMax, now: now, isStopped: isStopped)
    let runner = ProgramBatchRunner<Kind>(settings)
    let early = early(loop.elapsed)
    var tally = tally(early, loop.elapsed)
    let (inbox, shouldStop) = (early?.inbox, loop.shouldStop)
    defer { for pool in settings.pools { pool.endAll() } }
    var keeper = try loop.run(
      into: &tally, jobs: settings.jobs, count: runner.batchCount, caseLimit: settings.caseCount,
      during: early, onProgress: onProgress,
      unit: { number in
        let batch = runner.run(batch: number, shouldStop: shouldStop)
        if !batch.failing.isEmpty { inbox?.post(batch.failing) }
        return batch
      },
      afterwards: { (tally) throws(WriteError) in try tally.examinePending() })
    let isWhole =
      !isStopped() || tally.counts.cases == settings.caseCount && !tally.hasPending
    if isWhole, !tally.replacedFolders.isEmpty {
      try keeper.settled(tally, nanoseconds: loop.elapsed())
    }
    try keeper.ended(tally, isDone: isWhole && !tally.hasInternalErrors)
    if isWhole { tally.removeReplaced() }
    return tally.result(nanoseconds: loop.elapsed())
  }

  /// The store of failures that arrive before their turn; nil when nothing is stored.
  private func early(_ elapsed: @escaping () -> UInt64) -> EarlyFailures<FailingProgramCase<Kind>>?
  {
    guard let output = settings.outputFolder else { return nil }
    // Those of a killed run are found again. The lock of the progress file covers the folder.
    if file != nil { FindingStore(output: output).discardUnfinished() }
    return EarlyFailures(output: output, elapsed: elapsed)
  }

  private func tally(
    _ early: EarlyFailures<FailingProgramCase<Kind>>?, _ elapsed: @escaping @Sendable () -> UInt64
  ) -> ProgramTally<Kind> {
    let (isStopped, limit) = (isStopped, settings.nanosecondsMax)
    // Examining and minimizing failures may extend the campaign to at most twice its time limit.
    return ProgramTally(
      settings, from: file?.start?.tally, minimizing: minimizing, early: early,
      isStopped: { isStopped() || limit.map { elapsed() / 2 >= $0 } ?? false })
  }
}
