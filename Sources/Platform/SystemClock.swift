// SPDX-License-Identifier: MIT

import Clocks

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clocks of the system, in nanoseconds.
///
/// Only the tool and a stopwatch read them; the core gets readings as arguments.
package enum SystemClock: Sendable {
  /// The time since some moment in the past. It stands still while the machine sleeps, so that a
  /// closed lid does not look like a hang.
  case monotonic
  /// The processor time of the calling thread.
  case thread
  /// The time since the beginning of 1970; it jumps when the clock is set.
  case wall

  /// The current reading.
  package var now: UInt64 {
    var time = timespec()
    clock_gettime(identifier, &time)
    return UInt64(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  private var identifier: clockid_t {
    switch self {
    case .monotonic:
      #if canImport(Darwin)
        // On Darwin `CLOCK_MONOTONIC` counts sleep, and has only microseconds.
        CLOCK_UPTIME_RAW
      #else
        CLOCK_MONOTONIC
      #endif
    case .thread: CLOCK_THREAD_CPUTIME_ID
    case .wall: CLOCK_REALTIME
    }
  }
}
