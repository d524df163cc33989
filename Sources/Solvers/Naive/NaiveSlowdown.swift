// SPDX-License-Identifier: MIT

/// Useless work that can be planted into the naive strategy: its answers stay as right as they
/// were.
package enum NaiveSlowdown: String, CaseIterable, Sendable {
  /// Contradicting constraints alternate a hundred times as long before the strategy detects it.
  ///
  /// Models repairs that oscillate until a distant limit ends them (the cycling of Cassowary's dual
  /// optimization).
  case roundsUnbounded
}

extension NaiveSlowdown {
  var flaws: ActiveSetRun.Flaws {
    switch self {
    case .roundsUnbounded: return .spendsMore
    }
  }
}
