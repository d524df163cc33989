// SPDX-License-Identifier: MIT

import CorpusStore
import Platform

/// A recorder of the progress of a running campaign.
struct ProgressKeeper {
  private let file: ProgressFile?
  /// The last state from which the campaign resumes exactly as without a stop.
  private var clean: Moment
  /// The number of folded batches.
  private var batches: Int
  /// Whether a fold was cut short: a stop ends minimization early.
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

  /// Records that one more batch is folded.
  ///
  /// - Parameters:
  ///   - tally: the tally after the batch.
  ///   - nanoseconds: the time since the start of the campaign.
  ///   - isWhole: whether no part of it was cut short.
  mutating func folded(
    _ tally: CampaignTally, nanoseconds: UInt64, isWhole: Bool
  ) throws(WriteError) {
    guard let file else { return }
    batches += 1
    if !isWhole { isCut = true }
    // After a contradiction nothing is recorded, so that a resumed campaign shows it again.
    guard !isCut, !tally.hasInternalErrors else { return }
    clean = Moment(tally: tally, batches: batches, nanoseconds: nanoseconds)
    if nanoseconds.elapsed(since: savedAt) >= file.nanosecondsBetween {
      savedAt = nanoseconds
      try file.save(checkpoint(provisional: []))
    }
  }

  /// Records the end.
  ///
  /// - Parameters:
  ///   - tally: the tally at the end.
  ///   - isDone: whether the campaign has reached its own end, as far as the caller knows.
  func ended(_ tally: CampaignTally, isDone: Bool) throws(WriteError) {
    guard let file else { return }
    if isDone, !isCut {
      file.noteDone()
      if !file.isKept { return file.remove() }
      if tally.hasInternalErrors { return }
    }
    // Whole batches have the same findings when they are run again.
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
