// SPDX-License-Identifier: MIT

/// In which order the arms of a comparison take their turns.
///
/// A random order, then the same backwards, and so on, so that every drift that is linear in time
/// weighs on all arms alike (ABBA for two arms). What is left over at the end of a process is made
/// up for at the beginning of the next one: also with a single round in each process, or an odd
/// number of them.
package struct RoundPlan: Sendable {
  private let arms: Int
  /// The order whose reverse comes next.
  private var pending: [Int]?

  package init(arms: Int) { self.arms = arms }

  /// The orders of the rounds of the next process.
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
