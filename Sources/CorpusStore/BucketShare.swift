// SPDX-License-Identifier: MIT

import Display

/// How often a bucket came up, as far as that is known.
///
/// One fault fails on many cases. Which bucket a case lies in shows when it is made small, and only
/// some are; all others are counted by their verdict.
package struct BucketShare: Sendable, Hashable {
  /// Cases that were looked at and lie in the bucket.
  package var cases: Int
  /// Cases with the same verdict that were looked at.
  package var examined: Int
  /// Cases with the same verdict.
  package var failing: Int

  package init(cases: Int, examined: Int, failing: Int) {
    self.cases = cases
    self.examined = examined
    self.failing = failing
  }

  /// Whether there are cases with the same verdict of which nobody knows where they lie.
  package var isPartial: Bool { examined < failing }

  /// `3 cases`, or `3 of the 7 cases looked at, of 1,200 with this verdict`.
  package var text: String {
    isPartial
      ? "\(lookedAt), of \(ShownNumber.grouped(failing)) with this verdict"
      : ShownNumber.counted(cases, "case")
  }

  private var lookedAt: String {
    if cases < examined {
      return "\(ShownNumber.grouped(cases)) of the \(ShownNumber.counted(examined, "case")) "
        + "looked at"
    }
    return cases == 1
      ? "the only case looked at" : "all \(ShownNumber.counted(cases, "case")) looked at"
  }
}
