// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import JSON
import Pools

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
  ///   examined.
  /// - Returns: the result of all completed cases, including those of a resumed run.
  /// - Throws: `WriteError` when a finding cannot be stored; the campaign has ended then.
  package func run(
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws(WriteError) -> ProgramResult<Kind> {
    let start = now()
    let (now, isStopped) = (now, isStopped)
    let (past, first) = (file?.start?.nanoseconds ?? 0, file?.start?.batches ?? 0)
    let elapsed: @Sendable () -> UInt64 = { past.later(by: now().elapsed(since: start)) }
    let runner = ProgramBatchRunner<Kind>(settings)
    let early = early(elapsed)
    let inbox = early?.inbox
    var tally = tally(early, elapsed)
    var keeper = ProgressKeeper(file, tally)
    let shouldStop = stopCondition(elapsed)
    var progress = CampaignProgress(caseLimit: settings.caseCount)
    early?.onWait = { onProgress(progress.examining($0, elapsed: $1)) }
    // The closure has the progress, and must not outlive this call.
    defer { early?.onWait = nil }
    var writeError: WriteError?
    OrderedPool(jobs: settings.jobs).run(
      count: runner.batchCount.map { max(0, $0 - first) }, shouldStop: shouldStop,
      unit: {
        let batch = runner.run(batch: first + $0, shouldStop: shouldStop)
        if !batch.failing.isEmpty { inbox?.post(batch.failing) }
        return batch
      },
      whileWaiting: { early?.storeArrived() },
      fold: { _, batch in
        do throws(WriteError) {
          let before = tally.findings.count
          try tally.fold(batch, elapsed: elapsed)
          progress.update(
            cases: tally.counts.cases, findings: tally.findings.count, elapsed: elapsed(),
            isNew: tally.findings.count > before)
          try keeper.folded(
            tally, nanoseconds: elapsed(), isWhole: batch.end == nil && !isStopped())
        } catch {
          writeError = error
          return .stop
        }
        onProgress(progress)
        return tally.isFinished ? .stop : .next
      })
    early?.settle(before: Int.max)
    defer { for pool in settings.pools { pool.endAll() } }
    if let writeError { throw writeError }
    try tally.examinePending()
    let isWhole =
      !isStopped() || tally.counts.cases == settings.caseCount && !tally.hasPending
    if isWhole, !tally.replacedFolders.isEmpty {
      try keeper.settled(tally, nanoseconds: elapsed())
    }
    try keeper.ended(tally, isDone: isWhole && !tally.hasInternalErrors)
    if isWhole { tally.removeReplaced() }
    return tally.result(nanoseconds: elapsed())
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

  private func stopCondition(
    _ elapsed: @escaping @Sendable () -> UInt64
  ) -> @Sendable () -> Bool {
    let (isStopped, limit) = (isStopped, settings.nanosecondsMax)
    return { isStopped() || limit.map { elapsed() >= $0 } ?? false }
  }
}
