// SPDX-License-Identifier: MIT

/// The cost of an attempt, or its limit when it did not finish: a strategy that gives up counts in
/// comparisons.
package enum Attempt: Sendable, Hashable {
  case solved(cost: Double)
  /// Stopped at the limit, or given up.
  case censored(limit: Double)

  /// Returns the cost, or `factor` times the limit for an unsolved attempt: PAR2 with a factor of
  /// 2.
  package func penalized(factor: Double = 2) -> Double {
    switch self {
    case .solved(let cost): return cost
    case .censored(let limit): return factor * limit
    }
  }

  package var cost: Double? {
    if case .solved(let cost) = self { return cost }
    return nil
  }
}
