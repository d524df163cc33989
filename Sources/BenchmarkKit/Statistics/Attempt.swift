// SPDX-License-Identifier: MIT

/// What an attempt cost, or that it did not come to an end: a strategy that gives up has still
/// taken part.
package enum Attempt: Sendable, Hashable {
  case solved(cost: Double)
  /// Stopped at the limit, or given up.
  case censored(limit: Double)

  /// The cost with `factor` times the limit for what was not solved: PAR2 with a factor of 2.
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
