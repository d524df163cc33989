// SPDX-License-Identifier: MIT

import CorpusStore

extension FindingStore {
  /// Examines a stored finding further, and moves it to its new place.
  ///
  /// - Parameters:
  ///   - folder: the folder of the finding so far.
  ///   - look: the examination of its smallest subject so far.
  ///   - terms: the limits of minimization.
  /// - Returns: whether it has a new place now; false when it no longer fails in the same way, or
  ///   became no smaller.
  /// - Throws: the path that cannot be written, and why.
  package mutating func resume(
    _ folder: String, _ look: some FailureExamination, minimizing terms: MinimizingTerms
  ) throws(WriteError) -> Bool {
    guard let stored = try? Self.record(in: folder), let original = Self.original(in: folder)
    else { return false }
    let diagnosed = look.diagnosed(measuringRate: true)
    guard diagnosed.isReducible, diagnosed.failure.verdict == stored.verdict else { return false }
    // Programs for authors are tried in a folder inside of the finding that is still in place.
    var examined = look.examined(
      diagnosed, seed: stored.seed, minimizing: terms, folder: folder)
    guard
      examined.files.record.signature != stored.signature
        || examined.files.record.minimization.acceptedSteps > 0
    else { return false }
    examined.resume(stored)
    return try replace(folder, original, with: examined)
  }

  /// Stores a finding that was examined further, and removes its old place, unless both are equal.
  ///
  /// The new place is on disk before the old one is removed. A kill in between leaves a duplicate,
  /// which the next run removes.
  ///
  /// - Parameters:
  ///   - folder: the folder of the finding so far.
  ///   - original: the text of the subject as it was found.
  ///   - examined: the smaller subject and the files about it.
  /// - Returns: whether it has a new place now.
  /// - Throws: the path that cannot be written, and why.
  private mutating func replace(
    _ folder: String, _ original: [UInt8], with examined: ExaminedFailure<some CampaignSubject>
  ) throws(WriteError) -> Bool {
    let draft = try begin(bytes: original)
    let outcome = try finish(draft, examined.files, replacing: folder, report: examined.page)
    if outcome.folder == folder { return false }
    Self.remove(finding: folder)
    return true
  }
}
