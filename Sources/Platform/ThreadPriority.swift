// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The niceness of the threads of this process.
package enum ThreadPriority {
  /// Makes the calling thread as nice as its process was at its start.
  ///
  /// Dispatch gives each of its threads a niceness of its own where it may, as for the superuser.
  /// Processes that such a thread starts would inherit it, and a campaign under `nice` would
  /// disturb other programs. Being nicer is always allowed.
  package static func takeThatOfProcess() {
    // The niceness of a process is that of its main thread; 0 stands for the calling thread.
    let own = getpriority(process, 0)
    let whole = getpriority(process, id_t(getpid()))
    if own < whole { setpriority(process, 0, whole) }
  }

  #if canImport(Darwin)
    private static let process = PRIO_PROCESS
  #else
    private static let process = __priority_which_t(PRIO_PROCESS.rawValue)
  #endif
}
