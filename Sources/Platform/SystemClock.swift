// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clocks of the system, in nanoseconds.
///
/// Only the tool and a stopwatch read them; the core is given readings.
package enum SystemClock: Sendable {
  /// Since some moment in the past. It stands still while the machine sleeps, so that a closed lid
  /// does not look like a hang.
  case monotonic
  /// Processor time of the calling thread.
  case thread
  /// Since the beginning of 1970; it moves when the clock is set.
  case wall

  /// The reading of now.
  package var now: UInt64 {
    var time = timespec()
    clock_gettime(identifier, &time)
    return UInt64(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  private var identifier: clockid_t {
    switch self {
    case .monotonic:
      #if canImport(Darwin)
        // `CLOCK_MONOTONIC` counts sleep here, and only microseconds.
        CLOCK_UPTIME_RAW
      #else
        CLOCK_MONOTONIC
      #endif
    case .thread: CLOCK_THREAD_CPUTIME_ID
    case .wall: CLOCK_REALTIME
    }
  }
}
