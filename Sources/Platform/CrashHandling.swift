// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  // `mach_task_self_` is a variable of the header.
  @preconcurrency import Darwin
#else
  import Glibc
#endif

/// What the system does when this process crashes.
package enum CrashHandling {
  /// From now on a crash leaves nothing behind but the end of the process: no file as large as its
  /// memory, no report of the system's that delays the end.
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
