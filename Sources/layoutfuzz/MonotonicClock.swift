// SPDX-License-Identifier: MIT

import Foundation

/// What the tool measures spans of time by; everything below is handed its readings.
enum MonotonicClock {
  /// Nanoseconds since some moment in the past; never goes back.
  @Sendable static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
