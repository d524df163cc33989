// SPDX-License-Identifier: MIT

import Clocks
import Platform

/// The clock for spans of time; lower layers receive its readings as arguments.
package enum MonotonicClock {
  private static let clock = SteadyClock { SystemClock.monotonic.now }

  /// Returns nanoseconds since some moment in the past; never decreases, whatever the system's
  /// clock does.
  @Sendable package static func now() -> UInt64 { clock.now() }
}
