// SPDX-License-Identifier: MIT

import CorpusStore

extension FindingStore {
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
  package mutating func replace(
    _ folder: String, _ original: [UInt8], with examined: ExaminedFailure<some CampaignSubject>
  ) throws(WriteError) -> Bool {
    let draft = try begin(bytes: original)
    let outcome = try finish(draft, examined.files, replacing: folder, report: examined.page)
    if outcome.folder == folder { return false }
    Self.remove(finding: folder)
    return true
  }
}
