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

/// The processor time of processes, in seconds.
package enum ProcessorTime {
  /// Returns the time that a process has used; nil when there is none, or it may not be seen.
  package static func seconds(of process: pid_t) -> Double? {
    #if canImport(Darwin)
      var base = mach_timebase_info_data_t()
      guard let usage = usage(of: process), mach_timebase_info(&base) == 0, base.denom > 0 else {
        return nil
      }
      let units = Double(usage.ri_user_time) + Double(usage.ri_system_time)
      return units * Double(base.numer) / Double(base.denom) / 1e9
    #else
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #endif
  }
}
