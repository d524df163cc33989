// SPDX-License-Identifier: MIT

import LayoutModel

/// A key of 16 bytes by which layout cases are equal or different.
///
/// It consists of two hashes of one pass over the case, under a random key of the process. Two
/// different cases have both in common with a probability near 2^-128, and no author of a document
/// can construct such a pair.
struct CaseKey: Hashable {
  private let first: Int
  private let second: Int

  /// - Complexity: O(size of the case); the views are copied one at a time.
  init(_ layoutCase: LayoutCase) {
    var hasher = Hasher()
    hasher.combine(layoutCase.views.count)
    for var view in layoutCase.views {
      // Its numbers have no effect on layout or findings, only whether there is one.
      if view.recordedFrame != nil {
        view.recordedFrame = LayoutRect(x: 0, y: 0, width: 0, height: 0)
      }
      hasher.combine(view)
    }
    var rest = layoutCase
    rest.views = []
    hasher.combine(rest)
    // The state of a hasher has 256 bits, a hash only 64.
    var longer = hasher
    longer.combine(true)
    first = hasher.finalize()
    second = longer.finalize()
  }
}
