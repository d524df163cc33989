// SPDX-License-Identifier: MIT

import Clocks
import CorpusStore

/// The results of a running campaign, whose state can be recorded.
package protocol ResumableTally {
  associatedtype State: ResumableState

  /// The state from which the campaign can resume.
  var state: State { get }
  /// Whether the tool has contradicted itself.
  var hasInternalErrors: Bool { get }
  /// The folders of findings that were created since the start of this run.
  var newFolders: [String] { get }
}

/// A recorder of the progress of a running campaign.
package struct ProgressKeeper<Tally: ResumableTally> {
  private let file: ResumeFile<Tally.State>?
  /// The last state from which the campaign resumes exactly as without a stop.
  private var clean: Moment
  /// The number of folded batches.
  private var batches: Int
  /// Whether a fold was cut short: a stop ends minimization early.
  private var isCut = false
  private var savedAt: UInt64

  /// - Parameters:
  ///   - file: the file of the progress; nil records nothing.
  ///   - tally: the results before the first batch of this run.
  package init(_ file: ResumeFile<Tally.State>?, _ tally: Tally) {
    self.file = file
    let start = file?.start
    batches = start?.batches ?? 0
    clean = Moment(tally: tally, batches: batches, nanoseconds: start?.nanoseconds ?? 0)
    savedAt = clean.nanoseconds
  }

  private struct Moment {
    let tally: Tally
    let batches: Int
    let nanoseconds: UInt64
  }

  /// Records that one more batch is folded.
  ///
  /// - Parameters:
  ///   - tally: the tally after the batch.
  ///   - nanoseconds: the time since the start of the campaign.
  ///   - isWhole: whether no part of it was cut short.
  /// - Throws: when the progress cannot be written.
  package mutating func folded(
    _ tally: Tally, nanoseconds: UInt64, isWhole: Bool
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

  /// Records results that are final, also when the time limit cut the last batch short.
  ///
  /// - Parameters:
  ///   - tally: the results.
  ///   - nanoseconds: the time since the start of the campaign.
  /// - Throws: when the progress cannot be written.
  package mutating func settled(_ tally: Tally, nanoseconds: UInt64) throws(WriteError) {
    guard let file, !tally.hasInternalErrors else { return }
    clean = Moment(tally: tally, batches: batches, nanoseconds: nanoseconds)
    try file.save(checkpoint(provisional: []))
  }

  /// Records the end.
  ///
  /// - Parameters:
  ///   - tally: the tally at the end.
  ///   - isDone: whether the campaign has reached its own end, as far as the caller knows.
  /// - Throws: when the progress cannot be written.
  package func ended(_ tally: Tally, isDone: Bool) throws(WriteError) {
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

  private func checkpoint(provisional: [String]) -> Checkpoint<Tally.State> {
    var checkpoint = Checkpoint(
      batches: clean.batches, nanoseconds: clean.nanoseconds, tally: clean.tally.state)
    checkpoint.provisional = provisional
    return checkpoint
  }
}
