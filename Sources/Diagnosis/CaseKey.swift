// SPDX-License-Identifier: MIT

import LayoutModel

/// A key of 16 bytes by which layout cases are equal or different.
///
/// It consists of two hashes under different random keys. Two different cases have both hashes in
/// common with a probability of 2^-128, and no author of a document can construct such a pair.
struct CaseKey: Hashable {
  private let first: Int
  private let second: Int

  /// - Complexity: O(size of the case), without a copy of it.
  init(_ layoutCase: LayoutCase) {
    first = CaseKey.hash(layoutCase, key: 1)
    second = CaseKey.hash(layoutCase, key: 2)
  }

  private static func hash(_ layoutCase: LayoutCase, key: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(key)
    for var view in layoutCase.views {
      // It has no effect on layout.
      view.recordedFrame = nil
      hasher.combine(view)
    }
    var rest = layoutCase
    rest.views = []
    hasher.combine(rest)
    return hasher.finalize()
  }
}
