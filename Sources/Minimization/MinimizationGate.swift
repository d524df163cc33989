// SPDX-License-Identifier: MIT

import LayoutModel

/// The one door through which every reduction goes: re-runs the predicate and commits or refuses.
package struct MinimizationGate {
  /// The smallest case so far that still fails in the same way.
  package private(set) var current: LayoutCase
  private let stillFails: (LayoutCase) -> Bool

  package init(_ start: LayoutCase, stillFails: @escaping (LayoutCase) -> Bool) {
    current = start
    self.stillFails = stillFails
  }

  /// Makes `proposal` the current case if it still fails in the same way.
  ///
  /// - Returns: whether it does.
  package mutating func testAndCommit(_ proposal: LayoutCase) -> Bool {
    guard stillFails(proposal) else { return false }
    current = proposal
    return true
  }
}
