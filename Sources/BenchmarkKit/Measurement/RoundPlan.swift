// SPDX-License-Identifier: MIT

import Statistics

/// The order in which the arms of a comparison take their turns.
///
/// A random order and its reverse alternate, so that every drift that is linear in time affects all
/// arms alike (ABBA for two arms). An order without its reverse at the end of a process is balanced
/// at the beginning of the next one. So it works with a single round in each process, or an odd
/// number of them.
package struct RoundPlan: Sendable {
  private let arms: Int
  /// The order whose reverse comes next.
  private var pending: [Int]?

  package init(arms: Int) { self.arms = arms }

  /// Returns the orders of the rounds of the next process.
  ///
  /// - Returns: by round, the indices of the arms.
  package mutating func orders<Source: RandomNumberGenerator>(
    rounds: Int, using source: inout Source
  ) -> [[Int]] {
    (0..<rounds).map { _ in
      if let order = pending {
        pending = nil
        return order.reversed()
      }
      let order = Bootstrap.permutation(of: arms, using: &source)
      pending = order
      return order
    }
  }
}
