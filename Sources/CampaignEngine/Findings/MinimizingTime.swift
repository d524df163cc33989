// SPDX-License-Identifier: MIT

import Clocks
import Synchronization

/// The time limits of minimization, for each finding and for all findings of a campaign together.
///
/// So one finding does not take a whole night.
///
/// A finding whose time is over is stored as far as it is minimized, and its record says so. When
/// the time of all is over, the first case of each further kind of failure is stored unminimized,
/// and others are counted.
package final class MinimizingTime: Sendable {
  private struct State {
    var spent: UInt64 = 0
    /// The start of the minimization that is running; nil without one.
    var began: UInt64?
  }

  private let limit: UInt64?
  private let each: UInt64?
  private let now: @Sendable () -> UInt64
  private let state = Mutex(State())

  #if DEBUG
    /// The factor by which a build without optimizations is slower.
    private static let slowness: UInt64 = 20
  #else
    private static let slowness: UInt64 = 1
  #endif

  /// The usual time limit of one finding: 10 s.
  ///
  /// Nearly all minimizations end within a tenth of that. Only those that are cut short, which
  /// their records note, depend on the machine.
  package static let eachDefault: UInt64 = slowness * 10_000_000_000

  /// - Parameters:
  ///   - limit: the time for all findings, in nanoseconds; nil for no limit.
  ///   - each: the time for one finding; nil for `eachDefault`. With nil, a failure that ends its
  ///     process has no time limit. Its number of ended processes is limited instead, equally on
  ///     every machine.
  ///   - now: returns nanoseconds since some fixed moment.
  package init(
    limit: UInt64? = nil, each: UInt64? = nil, now: @escaping @Sendable () -> UInt64
  ) {
    self.limit = limit
    self.each = each
    self.now = now
  }

  /// The time spent on minimization so far, in nanoseconds.
  package var nanoseconds: UInt64 {
    state.withLock { $0.spent.later(by: $0.began.map { now().elapsed(since: $0) } ?? 0) }
  }

  /// Whether the time for all findings is over.
  package var isOver: Bool { limit.map { nanoseconds >= $0 } ?? false }

  /// Measures the time of minimizing one finding.
  ///
  /// `work` must not call `measure` itself.
  ///
  /// - Parameters:
  ///   - countsRuns: whether the number of runs is limited instead of the time, as for a failure
  ///     that ends its process, and for other programs: a slow one gets the same smallest case as a
  ///     fast one.
  ///   - work: the minimization; its argument returns whether its time is over.
  /// - Returns: the value of `work`.
  package func measure<Value>(
    countsRuns: Bool, _ work: (_ isOver: @escaping @Sendable () -> Bool) -> Value
  ) -> Value {
    let began = now()
    state.withLock { $0.began = began }
    defer {
      state.withLock {
        $0.spent = $0.spent.later(by: $0.began.map { now().elapsed(since: $0) } ?? 0)
        $0.began = nil
      }
    }
    let own = each ?? (countsRuns ? nil : Self.eachDefault)
    return work { [self] in isOver || own.map { now().elapsed(since: began) >= $0 } ?? false }
  }
}
