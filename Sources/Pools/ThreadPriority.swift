// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The niceness of the threads of this process.
package enum ThreadPriority {
  /// Makes the calling thread as nice as its process was at its start.
  ///
  /// Dispatch gives each of its threads a niceness of its own where it may, as for the superuser.
  /// Processes that such a thread starts would inherit it, and a campaign under `nice` would
  /// disturb other programs. Being nicer is always allowed.
  package static func takeThatOfProcess() {
    // The niceness of a process is that of its main thread; 0 stands for the calling thread.
    let own = getpriority(SystemNumber.process, 0)
    let whole = getpriority(SystemNumber.process, id_t(getpid()))
    if own < whole { setpriority(SystemNumber.process, 0, whole) }
  }
}
