// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  // `mach_task_self_` is a variable of the header.
  @preconcurrency import Darwin
#else
  import Glibc
#endif

/// The system's handling of a crash of this process.
package enum CrashHandling {
  /// Turns off core files and the system's crash reports for this process.
  ///
  /// A core file is as large as the memory of the process, and a report delays its end.
  package static func leaveNothing() {
    var none = rlimit()
    #if canImport(Darwin)
      setrlimit(RLIMIT_CORE, &none)
      task_set_exception_ports(
        mach_task_self_, exception_mask_t(EXC_MASK_CORPSE_NOTIFY), mach_port_t(MACH_PORT_NULL),
        EXCEPTION_DEFAULT, THREAD_STATE_NONE)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #endif
  }
}
