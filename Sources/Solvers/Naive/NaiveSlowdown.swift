// SPDX-License-Identifier: MIT

/// Work for nothing that can be planted into the naive strategy: its answers stay as right as they
/// were.
package enum NaiveSlowdown: String, CaseIterable, Sendable {
  /// Constraints that contradict each other take turns a hundred times as long before the strategy
  /// sees that it gets nowhere.
  ///
  /// Models repairs that go to and fro until a limit far away ends them (the cycling of Cassowary's
  /// dual optimization).
  case roundsUnbounded
}

extension NaiveSlowdown {
  var flaws: ActiveSetRun.Flaws {
    switch self {
    case .roundsUnbounded: return .spendsMore
    }
  }
}
