// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Display
import Judging
import ToolSupport

extension NightRun {
  /// Resumes the pending findings of earlier nights, and replays them in their new places.
  ///
  /// Findings of strategies, laws or sessions that do not take part stay pending, with a note.
  ///
  /// - Returns: whether that is done.
  mutating func resume() throws(CommandFailure) -> Bool {
    if progress.isResumed { return true }
    let store = store
    let renewed = renewed
    let due = store.storedFindings.filter {
      PendingQueue(named: $0.bucket) != nil
        && store.change(of: $0, since: registry, renewed: renewed) == nil
    }
    var notes: [String] = []
    if !due.isEmpty, settings.minimizes {
      let absent = due.map { finding -> String? in
        if let record = store.programRecord(of: finding) {
          return campaign(of: record) == nil ? "'\(record.accused)'" : nil
        }
        return FindingResumption.absentPart(of: "\(store.path)/\(finding.folder)", in: settings)
      }
      notes = Self.notTried(absent.compactMap { $0 })
      for note in notes { Console.note(note) }
      try resume(zip(due, absent).filter { $0.1 == nil }.map(\.0))
    }
    // Moved findings are replayed in their new place, and no longer counted in the old one. They
    // may also have moved before a kill.
    progress.replays.removeAll { $0.bucket != nil && !store.hasFile($0.path) }
    progress.isReplayed = false
    guard try replay() else { return false }
    guard Interruption.signal == 0 else { return false }
    progress.isResumed = true
    progress.notes += notes + notReplayed
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
    return true
  }

  /// A sentence for each program that has stored findings and does not take part.
  private var notReplayed: [String] {
    let absent = store.storedFindings.compactMap { finding in
      store.programRecord(of: finding).flatMap { campaign(of: $0) == nil ? $0.accused.name : nil }
    }
    return Dictionary(grouping: absent, by: { $0 }).sorted { $0.key < $1.key }.map {
      "\(ShownNumber.counted($1.count, "stored finding")) not replayed: '\($0)' does not take part "
        + "tonight"
    }
  }

  /// Returns the campaign whose program a finding is about; nil when it does not take part.
  private func campaign(of record: FindingRecord) -> (any NightCampaign)? {
    plan.campaigns.first { $0.replayOptions(of: record) != nil }
  }

  /// Minimizes findings further within the time limit.
  private mutating func resume(_ due: [NightStore.StoredFinding]) throws(CommandFailure) {
    if due.isEmpty { return }
    Console.note(
      "resuming the minimization of \(ShownNumber.counted(due.count, "finding")) of earlier nights")
    let workers = try plan.workers(settings)
    defer { workers?.endAll() }
    let limit = minimizingMax.map { ($0 / 2).reduced(by: progress.resumeNanoseconds) }
    let time = MinimizingTime(
      limit: limit, each: plan.minimizingNanoseconds, now: MonotonicClock.now)
    var resumption = FindingResumption(
      settings, output: store.path, workers: workers, minimizing: time,
      isStopped: { Interruption.signal != 0 })
    for finding in due where !resumption.isOver {
      let folder = "\(store.path)/\(finding.folder)"
      let campaign = store.programRecord(of: finding).flatMap(campaign)
      try take([finding.folder])
      _ = try Self.written { () throws(WriteError) in
        if let campaign {
          try campaign.resume(folder, output: store.path, minimizing: time)
        } else {
          try resumption.resume(folder)
        }
      }
    }
    progress.resumeNanoseconds = progress.resumeNanoseconds.later(by: time.nanoseconds)
    noteMemory()
  }

  /// Records that the night itself may remove findings from the store, so that they are not
  /// reported as lost.
  mutating func take(_ folders: [String]) throws(CommandFailure) {
    let new = folders.filter { !progress.taken.contains($0) }
    if new.isEmpty { return }
    progress.taken += new
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
  }

  /// Returns a sentence for each part of the tool that does not take part, with the number of its
  /// findings.
  private static func notTried(_ absent: [String]) -> [String] {
    Dictionary(grouping: absent, by: { $0 }).sorted { $0.key < $1.key }.map { part, findings in
      "\(ShownNumber.counted(findings.count, "pending finding")) not minimized: \(part) does not "
        + "take part tonight"
    }
  }
}
