// SPDX-License-Identifier: MIT

/// In which order the arms of a comparison take their turns.
package enum RoundPlan {
  /// The arms of each round: a random order, then the same backwards, and so on, so that every drift that is
  /// linear in time weighs on all arms alike (ABBA for two arms).
  ///
  /// - Returns: by round, the indices of the arms.
  package static func orders<Source: RandomNumberGenerator>(
    arms: Int, rounds: Int, using source: inout Source
  ) -> [[Int]] {
    var result: [[Int]] = []
    while result.count < rounds {
      let order = Bootstrap.permutation(of: arms, using: &source)
      result.append(order)
      if result.count < rounds { result.append(order.reversed()) }
    }
    return result
  }
}
