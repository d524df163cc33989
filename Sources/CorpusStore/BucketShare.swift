// SPDX-License-Identifier: MIT

import LayoutModel

/// How often a bucket came up, as far as that is known.
///
/// One fault fails on many cases. Which bucket a case lies in shows when it is made small, and only some are; all
/// others are counted by their verdict.
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

  /// `3 cases`, or `3 of the 7 cases looked at, of 1,200 with this verdict`.
  package var text: String {
    let noun = cases == 1 ? "case" : "cases"
    if examined >= failing { return "\(ShownNumber.grouped(cases)) \(noun)" }
    return
      "\(ShownNumber.grouped(cases)) of the \(ShownNumber.grouped(examined)) \(examined == 1 ? "case" : "cases") looked at, "
      + "of \(ShownNumber.grouped(failing)) with this verdict"
  }
}
