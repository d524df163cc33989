// SPDX-License-Identifier: MIT

import Platform

/// What the tool measures spans of time by; everything below is handed its readings.
package enum MonotonicClock {
  private static let clock = SteadyClock { SystemClock.monotonic.now }

  /// Nanoseconds since some moment in the past; never goes back, whatever the system's clock does.
  @Sendable package static func now() -> UInt64 { clock.now() }
}
