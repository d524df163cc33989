// SPDX-License-Identifier: MIT

import LayoutModel

/// Queries on the view hierarchy that need more than the parent: subtrees and common ancestors.
///
/// It is built only for cases with such queries, in O(views).
struct ViewTree {
  /// The index after the last view of each view's subtree; views are in preorder.
  private let subtreeEnds: [Int]
  private let parents: [Int]
  private let depths: [Int]
  /// An ancestor of each view, so far away that any ancestor is found in O(log depth) steps.
  ///
  /// They are the skew-binary jump pointers of Myers, "An applicative random-access stack" (1983).
  private let jumps: [Int]

  init(_ views: [View]) {
    var ends = Array(1...max(1, views.count))
    var parents = [Int](repeating: 0, count: views.count)
    var depths = [Int](repeating: 0, count: views.count)
    var jumps = [Int](repeating: 0, count: views.count)
    for index in views.indices {
      guard let parent = views[index].parent else { continue }
      let jump = jumps[parent]
      parents[index] = parent
      depths[index] = depths[parent] + 1
      jumps[index] =
        depths[parent] - depths[jump] == depths[jump] - depths[jumps[jump]]
        ? jumps[jump] : parent
    }
    for index in views.indices.reversed() where index > 0 {
      ends[parents[index]] = max(ends[parents[index]], ends[index])
    }
    subtreeEnds = ends
    self.parents = parents
    self.depths = depths
    self.jumps = jumps
  }

  /// Whether a view belongs to another's subtree, the other itself excluded.
  func isStrictlyInside(_ view: Int, _ ancestor: Int) -> Bool {
    view > ancestor && view < subtreeEnds[ancestor]
  }

  /// Returns the deepest view whose subtree contains both views (a view contains itself).
  ///
  /// - Complexity: O(log depth).
  func nearestCommonAncestor(_ first: Int, _ second: Int) -> Int {
    func contains(_ ancestor: Int) -> Bool {
      second >= ancestor && second < subtreeEnds[ancestor]
    }
    var candidate = first
    while !contains(candidate) {
      candidate = contains(jumps[candidate]) ? parents[candidate] : jumps[candidate]
    }
    return candidate
  }
}
