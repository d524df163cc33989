// SPDX-License-Identifier: MIT

import LayoutModel

/// What tells one case from another for layout, in 16 bytes.
///
/// Two hashes under different random keys: that two cases have both in common by chance has a
/// probability of 2^-128, and no author of a document can bring it about.
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
