// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A reader of the processor time of a process.
package struct ProcessorTime: Sendable {
  #if canImport(Darwin)
    private let process: pid_t

    /// - Returns: nil when there is no such process, or it may not be seen.
    package init?(of process: pid_t) {
      self.process = process
      if seconds == nil { return nil }
    }

    /// The processor time used up to now, in seconds; nil when the process has ended.
    package var seconds: Double? {
      var usage = rusage_info_v4()
      let code = withUnsafeMutablePointer(to: &usage) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
        }
      }
      var base = mach_timebase_info_data_t()
      guard code == 0, mach_timebase_info(&base) == 0, base.denom > 0 else { return nil }
      let units = Double(usage.ri_user_time) + Double(usage.ri_system_time)
      return units * Double(base.numer) / Double(base.denom) / 1e9
    }
  #else
    private let clock: clockid_t

    /// - Returns: nil when there is no such process.
    package init?(of process: pid_t) {
      var clock = clockid_t()
      guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
      self.clock = clock
    }

    /// The processor time used up to now, in seconds; nil when the process has ended.
    package var seconds: Double? {
      var time = timespec()
      guard clock_gettime(clock, &time) == 0 else { return nil }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  #endif
}
