// SPDX-License-Identifier: MIT

import Synchronization

/// Readings of clocks in nanoseconds.
///
/// A clock may be set back, also a monotonic one: under a time namespace, in a virtual machine or
/// with a preloaded library. Therefore no difference and no sum of readings traps.
extension UInt64 {
  /// Returns the nanoseconds since an earlier reading of the same clock; 0 when the clock was set
  /// back in between.
  package func elapsed(since earlier: UInt64) -> UInt64 { self > earlier ? self - earlier : 0 }

  /// Returns the reading `nanoseconds` later, or the largest reading.
  package func later(by nanoseconds: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(nanoseconds)
    return isTooLarge ? .max : sum
  }

  /// Returns this span of time reduced by `nanoseconds`, at least 0.
  package func reduced(by nanoseconds: UInt64) -> UInt64 { elapsed(since: nanoseconds) }

  /// Creates a time in nanoseconds; one before the clock's first moment is 0.
  package init(seconds: Int, nanoseconds: Int) {
    let (product, isTooLarge) = UInt64(clamping: seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    self = isTooLarge ? .max : product.later(by: UInt64(clamping: nanoseconds))
  }
}

/// A clock whose readings never fall, based on a clock that may be set back: it then continues from
/// its last reading.
package final class SteadyClock: Sendable {
  private struct State {
    var source: UInt64
    var steady: UInt64
  }

  private let read: @Sendable () -> UInt64
  private let state: Mutex<State>

  /// - Parameter read: returns the nanoseconds since some fixed moment.
  package init(_ read: @escaping @Sendable () -> UInt64) {
    self.read = read
    let first = read()
    state = Mutex(State(source: first, steady: first))
  }

  /// Returns the nanoseconds since some fixed moment.
  package func now() -> UInt64 {
    // Read under the lock: else two threads would pass their readings on in the wrong order, which
    // looks like a clock that was set back.
    state.withLock { state in
      let reading = read()
      state.steady = state.steady.later(by: reading.elapsed(since: state.source))
      state.source = reading
      return state.steady
    }
  }
}
