// SPDX-License-Identifier: MIT

import Foundation

/// How nice the threads of this process are.
package enum ThreadPriority {
  /// Makes the calling thread as nice as its process was started to be.
  ///
  /// Dispatch gives each of its threads a niceness of its own where it may, as for the superuser; processes that such a
  /// thread starts would inherit that, and a campaign under `nice` would get in the way of others. Being nicer is always
  /// allowed.
  package static func takeThatOfProcess() {
    // That of a process is that of its main thread; 0 stands for the calling thread.
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let whole = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))
    if own < whole { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, whole) }
  }
}
