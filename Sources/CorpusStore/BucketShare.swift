// SPDX-License-Identifier: MIT

import Display

/// The frequency of a bucket, as far as it is known.
///
/// One fault fails on many cases. The bucket of a case is only known after its minimization, and
/// only some cases are minimized. All others are counted by their verdict.
package struct BucketShare: Sendable, Hashable {
  /// The number of examined cases that belong to the bucket.
  package var cases: Int
  /// The number of examined cases with the same verdict.
  package var examined: Int
  /// The number of cases with the same verdict.
  package var failing: Int

  package init(cases: Int, examined: Int, failing: Int) {
    self.cases = cases
    self.examined = examined
    self.failing = failing
  }

  /// Whether there are cases with the same verdict whose bucket is unknown.
  package var isPartial: Bool { examined < failing }

  /// The frequency in words, such as `3 cases`, or `3 of 7 examined cases, of 1,200 with this
  /// verdict`.
  package var text: String {
    isPartial
      ? "\(examinedCases), of \(ShownNumber.grouped(failing)) with this verdict"
      : ShownNumber.counted(cases, "case")
  }

  private var examinedCases: String {
    if cases < examined {
      return "\(ShownNumber.grouped(cases)) of \(ShownNumber.counted(examined, "examined case"))"
    }
    return cases == 1
      ? "the only examined case" : "all \(ShownNumber.counted(cases, "examined case"))"
  }

  /// The number of cases for a title: `3 cases`, or `3 of 7 examined cases` where some of those
  /// with the verdict belong to other buckets and some were not examined.
  package var headline: String {
    if cases == examined { return ShownNumber.counted(failing, "case") }
    return isPartial ? examinedCases : ShownNumber.counted(cases, "case")
  }

  /// The examined cases in words, such as `7 cases examined, all in this bucket`.
  ///
  /// Nil when all failing cases were examined.
  package var examinedText: String? {
    guard isPartial else { return nil }
    if cases < examined {
      return "\(ShownNumber.counted(failing, "case")) with this verdict, "
        + "\(ShownNumber.grouped(examined)) examined"
    }
    let count = "\(ShownNumber.counted(examined, "case")) examined, "
    return count + (examined == 1 ? "in this bucket" : "all in this bucket")
  }
}
