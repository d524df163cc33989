// SPDX-License-Identifier: MIT

import Synchronization

/// How long a campaign may make findings small, all of them together, so that one night is not spent on one of them.
///
/// When it is over, the first case of each further kind of failure is stored as it is, and others are counted.
package final class MinimizingTime: Sendable {
  private struct State {
    var spent: UInt64 = 0
    /// When the minimization began that is under way.
    var began: UInt64?
  }

  private let limit: UInt64?
  private let now: @Sendable () -> UInt64
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: in nanoseconds; nil for no end.
  ///   - now: nanoseconds since some fixed moment.
  package init(limit: UInt64?, now: @escaping @Sendable () -> UInt64) {
    self.limit = limit
    self.now = now
  }

  /// What has gone into it so far.
  package var nanoseconds: UInt64 {
    state.withLock { $0.spent + ($0.began.map { now() - $0 } ?? 0) }
  }

  /// Whether there is none left.
  package var isOver: Bool { limit.map { nanoseconds >= $0 } ?? false }

  /// Counts the time of some work, which must not count time itself.
  func measure<Value>(_ work: () -> Value) -> Value {
    state.withLock { $0.began = now() }
    defer {
      state.withLock {
        $0.spent += $0.began.map { now() - $0 } ?? 0
        $0.began = nil
      }
    }
    return work()
  }
}
