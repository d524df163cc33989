// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How nice the threads of this process are.
package enum ThreadPriority {
  /// Makes the calling thread as nice as its process was started to be.
  ///
  /// Dispatch gives each of its threads a niceness of its own where it may, as for the superuser;
  /// processes that such a thread starts would inherit that, and a campaign under `nice` would get
  /// in the way of others. Being nicer is always allowed.
  package static func takeThatOfProcess() {
    // That of a process is that of its main thread; 0 stands for the calling thread.
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
