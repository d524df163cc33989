// SPDX-License-Identifier: MIT

import Platform
import Synchronization

/// How long findings may be made small: each of them, and all of a campaign together, so that one
/// night is not spent on one of them.
///
/// When the time of one is over, it is stored as small as it is, and says so. When that of all is
/// over, the first case of each further kind of failure is stored as it was found, and others are
/// counted.
package final class MinimizingTime: Sendable {
  private struct State {
    var spent: UInt64 = 0
    /// When the minimization began that is under way.
    var began: UInt64?
  }

  private let limit: UInt64?
  private let each: UInt64?
  private let now: @Sendable () -> UInt64
  private let state = Mutex(State())

  #if DEBUG
    /// A build without optimizations takes that much longer.
    private static let slowness: UInt64 = 20
  #else
    private static let slowness: UInt64 = 1
  #endif

  /// For one finding, unless somebody says something else: 10 s.
  ///
  /// Nearly all come to their end within a tenth of that, so that what comes out hangs on the
  /// machine only where it says so.
  package static let eachDefault: UInt64 = slowness * 10_000_000_000

  /// - Parameters:
  ///   - limit: for all, in nanoseconds; nil for no end.
  ///   - each: for one of them; nil for `eachDefault`. A failure that ends its process has no end
  ///     then: how many processes it may end has one, which is the same on every machine.
  ///   - now: nanoseconds since some fixed moment.
  package init(
    limit: UInt64? = nil, each: UInt64? = nil, now: @escaping @Sendable () -> UInt64
  ) {
    self.limit = limit
    self.each = each
    self.now = now
  }

  /// What has gone into it so far.
  package var nanoseconds: UInt64 {
    state.withLock { $0.spent.later(by: $0.began.map { now().elapsed(since: $0) } ?? 0) }
  }

  /// Whether there is none left.
  package var isOver: Bool { limit.map { nanoseconds >= $0 } ?? false }

  /// Counts the time of making one finding small, which must not count time itself.
  ///
  /// - Parameters:
  ///   - endsProcess: whether the failure ends its process.
  ///   - work: is given what tells it when to end.
  package func measure<Value>(
    endsProcess: Bool, _ work: (_ isOver: @escaping @Sendable () -> Bool) -> Value
  ) -> Value {
    let began = now()
    state.withLock { $0.began = began }
    defer {
      state.withLock {
        $0.spent = $0.spent.later(by: $0.began.map { now().elapsed(since: $0) } ?? 0)
        $0.began = nil
      }
    }
    let own = each ?? (endsProcess ? nil : Self.eachDefault)
    return work { [self] in isOver || own.map { now().elapsed(since: began) >= $0 } ?? false }
  }
}
