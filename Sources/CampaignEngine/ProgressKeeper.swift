// SPDX-License-Identifier: MIT

import CorpusStore
import Platform

/// Takes down where a campaign stands while it runs.
struct ProgressKeeper {
  private let file: ProgressFile?
  /// The last moment from which the campaign goes on exactly as it would have without a stop.
  private var clean: Moment
  /// How many batches are folded.
  private var batches: Int
  /// Whether a fold was cut short: minimizing ends early when the run is stopped.
  private var isCut = false
  private var savedAt: UInt64

  init(_ file: ProgressFile?, _ tally: CampaignTally) {
    self.file = file
    let start = file?.start
    batches = start?.batches ?? 0
    clean = Moment(tally: tally, batches: batches, nanoseconds: start?.nanoseconds ?? 0)
    savedAt = clean.nanoseconds
  }

  private struct Moment {
    let tally: CampaignTally
    let batches: Int
    let nanoseconds: UInt64
  }

  /// Takes down that one more batch is folded.
  ///
  /// - Parameter isWhole: whether nothing about it was cut short.
  mutating func folded(
    _ tally: CampaignTally, nanoseconds: UInt64, isWhole: Bool
  ) throws(WriteError) {
    guard let file else { return }
    batches += 1
    if !isWhole { isCut = true }
    // What comes after a contradiction must not count when it is left behind: it is to show again.
    guard !isCut, !tally.hasInternalErrors else { return }
    clean = Moment(tally: tally, batches: batches, nanoseconds: nanoseconds)
    if nanoseconds.elapsed(since: savedAt) >= file.nanosecondsBetween {
      savedAt = nanoseconds
      try file.save(checkpoint(provisional: []))
    }
  }

  /// Takes down the end.
  ///
  /// - Parameter isDone: whether the campaign has come to its own end, as far as the caller knows.
  func ended(_ tally: CampaignTally, isDone: Bool) throws(WriteError) {
    guard let file else { return }
    if isDone, !isCut {
      file.noteDone()
      if !file.isKept { return file.remove() }
      if tally.hasInternalErrors { return }
    }
    // The findings of whole batches are the same when their batches are run again.
    let known = Set(clean.tally.newFolders)
    try file.save(checkpoint(provisional: tally.newFolders.filter { !known.contains($0) }))
  }

  private func checkpoint(provisional: [String]) -> Checkpoint {
    var checkpoint = Checkpoint(
      batches: clean.batches, nanoseconds: clean.nanoseconds, tally: clean.tally.state)
    checkpoint.provisional = provisional
    return checkpoint
  }
}
