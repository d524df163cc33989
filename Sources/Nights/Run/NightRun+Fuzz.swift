// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Display
import Supervision
import ToolSupport

/// The random cases of a night: those of the tool's own strategies, then those of other programs.
extension NightRun {
  /// The share of the time for the tool's own strategies in a night with other programs.
  ///
  /// Their canary proves that the night sees faults.
  package static let ownPercent: UInt64 = 10

  /// Runs random cases in the remaining time.
  ///
  /// - Returns: whether they are done.
  mutating func fuzz() throws(CommandFailure) -> Bool {
    if progress.fuzz != nil { return true }
    var parts = NightParts(folder: folder, done: progress.parts)
    if parts.done.isEmpty {
      guard let part = try fuzzStrategies() else { return false }
      try keep(part, &parts)
    }
    for (position, campaign) in plan.campaigns.enumerated() where parts.done.count == position + 1 {
      guard let part = try campaign.run(try terms(position, parts)) else {
        interruption = "Interrupted in the cases of the \(campaign.noun)s"
        return false
      }
      try keep(part, &parts)
    }
    noteMemory()
    progress.fuzz = parts.fuzz
    let record = try parts.record
    try Self.written { () throws(WriteError) in
      try record.store(in: folder)
      try progress.save(in: store)
    }
    for name in NightParts.fileNames {
      store.remove("\(NightStore.folderName(ofNight: progress.stamp.number))/\(name)")
    }
    return true
  }

  /// Records that a part of the random cases is done.
  private mutating func keep(_ part: NightPart, _ parts: inout NightParts) throws(CommandFailure) {
    try Self.written { () throws(WriteError) in
      try parts.add(part)
      progress.parts = parts.done
      progress.notes += part.notes
      try progress.save(in: store)
    }
    store.remove("\(NightStore.folderName(ofNight: progress.stamp.number))/\(ProgressFile.name)")
  }

  /// The time for all random cases; nil for no limit.
  private var timeLeft: UInt64? {
    settings.nanosecondsMax.map { time in
      let left = time.reduced(by: progress.replayNanoseconds.later(by: progress.resumeNanoseconds))
      return max(left, time / 100 * Self.fuzzPercentMin)
    }
  }

  /// Returns the conditions of a campaign against programs: an equal share of the time that the
  /// parts before it have left.
  private func terms(
    _ position: Int, _ parts: NightParts
  ) throws(CommandFailure) -> NightCampaignTerms {
    let remaining = UInt64(plan.campaigns.count - position)
    let used = try parts.nanoseconds
    let minimizing = minimizingMax.map {
      ($0.reduced(by: progress.resumeNanoseconds)).reduced(
        by: parts.fuzz.minimizingNanoseconds) / remaining
    }
    return NightCampaignTerms(
      seed: progress.seed, nanosecondsMax: timeLeft.map { $0.reduced(by: used) / remaining },
      caseCount: settings.caseCount, jobs: settings.jobs, minimizes: settings.minimizes,
      output: store.path, folder: folder, build: build, command: plan.command,
      minimizing: MinimizingTime(
        limit: minimizing, each: plan.minimizingNanoseconds, now: MonotonicClock.now),
      suppressions: Suppressions(state.known, on: progress.stamp.date), kept: keptFolders,
      show: plan.show)
  }

  /// The folders of the findings of earlier nights, as `BUCKET/ID`.
  private var keptFolders: Set<String> {
    Set((registry.seals ?? []).map { String($0.folder.dropFirst("findings/".count)) })
  }

  /// Merges the shards that are the random cases of the tool's own strategies.
  ///
  /// - Returns: nil when the run is stopped.
  private func merge(_ shards: CampaignPlan) throws(CommandFailure) -> NightPart? {
    let workers = try plan.workers(shards.settings)
    defer { workers?.endAll() }
    let time = MinimizingTime(
      limit: minimizingMax, each: plan.minimizingNanoseconds, now: MonotonicClock.now)
    let merge = ShardMerge(
      shards, workers: workers, minimizing: time, isStopped: { Interruption.signal != 0 })
    guard let result = try merge.result(of: shards, into: store.path) else { return nil }
    return NightPart(
      record: result.record, fuzz: NightFuzz(result, minimizingNanoseconds: time.nanoseconds),
      notes: [shards.note])
  }

  /// Runs the random cases of the tool's own strategies.
  ///
  /// - Returns: nil when the run is stopped.
  private mutating func fuzzStrategies() throws(CommandFailure) -> NightPart? {
    if let shards = plan.shards {
      let part = try merge(shards)
      if part == nil { interruption = "Interrupted in the merge of \(shards.directory)" }
      return part
    }
    var settings = settings
    settings.seed = progress.seed
    settings.outputFolder = store.path
    let percent = plan.campaigns.isEmpty ? 100 : Self.ownPercent
    settings.nanosecondsMax = timeLeft.map { percent == 100 ? $0 : $0 / 100 * percent }
    let minimizingLeft = minimizingMax.map {
      let left = $0.reduced(by: progress.resumeNanoseconds)
      return percent == 100 ? left : left / 100 * percent
    }
    let file: ProgressFile = try Self.progressFile(
      in: folder, settings, plan.limits, build: build, command: plan.command)
    let workers = try plan.workers(settings)
    defer { workers?.endAll() }
    let minimizing = MinimizingTime(
      limit: minimizingLeft, each: plan.minimizingNanoseconds, now: MonotonicClock.now)
    let campaign = Campaign(
      settings, workers: workers, progress: file, minimizing: minimizing, now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    if file.casesDone > 0 {
      Console.note("Resuming after \(Self.share(file.casesDone, settings, "completed case")).")
    }
    let show = plan.show
    let result = try Self.written { () throws(WriteError) in try campaign.run { show($0) } }
    show(nil)
    // A stop may have come after the last case, during the minimization of its finding.
    if Interruption.signal != 0, !file.isCampaignDone {
      interruption = "Interrupted after \(Self.share(result.counts.cases, settings, "case"))"
      return nil
    }
    workers?.endAll()
    noteMemory()
    if minimizing.isOver {
      progress.notes.append(
        "minimization cut short by its time limit: some findings are pending")
    }
    return NightPart(
      record: result.record,
      fuzz: NightFuzz(result, minimizingNanoseconds: minimizing.nanoseconds))
  }

  /// Returns a number of cases and the number of all: `1,760 of 20,000 cases`.
  private static func share(_ done: Int, _ settings: CampaignSettings, _ noun: String) -> String {
    guard let all = settings.caseCount else { return ShownNumber.counted(done, noun) }
    return "\(ShownNumber.grouped(done)) of \(ShownNumber.counted(all, noun))"
  }

  /// Opens the progress of a part of the random cases, which resumes after a kill.
  ///
  /// - Parameters:
  ///   - folder: the folder of the night.
  ///   - settings: the settings of the part.
  ///   - limits: the limits of workers; nil without workers.
  ///   - build: the identity of this build of the tool.
  ///   - command: the command for messages.
  /// - Returns: the progress; that of a new run when an earlier one cannot be used.
  /// - Throws: `.unavailable` when another process uses the folder, or when it cannot be read.
  static func progressFile<State: ResumableState>(
    in folder: String, _ settings: State.Settings, _ limits: WorkerLimits?, build: String,
    command: String
  ) throws(CommandFailure) -> ResumeFile<State> {
    func open(isFresh: Bool) throws(ResumeError) -> ResumeFile<State> {
      try ResumeFile(
        in: folder, settings, limits, build: build, command: command, isFresh: isFresh,
        isKept: true)
    }
    do throws(ResumeError) {
      do throws(ResumeError) {
        return try open(isFresh: false)
      } catch {
        switch error {
        case .other, .damaged:
          Console.note("the progress of the random cases cannot be used: they start again")
          return try open(isFresh: true)
        case .inUse, .unreadable: throw error
        }
      }
    } catch {
      throw CommandFailure(.unavailable, at: folder, "cannot be used: \(error)")
    }
  }
}
