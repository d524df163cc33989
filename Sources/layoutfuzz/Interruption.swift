// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Turns SIGINT and SIGTERM into a request to stop; a second Ctrl-C kills at once.
///
/// SIGTERM stays a request however often it comes: engines send it to all processes of a job, and scripts hand it on. Who
/// cannot wait has SIGKILL.
enum Interruption {
  private static let requested = Atomic<Int32>(0)

  /// The signal that asked for a stop, or 0.
  static var signal: Int32 { requested.load(ordering: .relaxed) }

  /// How a command ends that was stopped; nil when it was not.
  static var exitCode: ExitCode? {
    switch signal {
    case 0: return nil
    case SIGTERM: return .terminated
    default: return .interrupted
    }
  }

  /// From now on the two signals are requests.
  ///
  /// The handler restores the default action of Ctrl-C first, which is what makes the second one final, and
  /// does nothing else that is not allowed in a signal handler.
  static func watch() {
    // Made here, because making it is not allowed in a signal handler.
    requested.store(0, ordering: .relaxed)
    // Whoever started this process may have blocked them, as threads of Dispatch do.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM] {
      Foundation.signal(number) { caught in
        Foundation.signal(SIGINT, SIG_DFL)
        Interruption.requested.store(caught, ordering: .relaxed)
      }
    }
  }

  /// A reader of our output that has gone away, and a file that grows beyond what the system allows, show
  /// as failed writes, not as signals.
  static func ignoreWriteSignals() {
    Foundation.signal(SIGPIPE, SIG_IGN)
    Foundation.signal(SIGXFSZ, SIG_IGN)
  }
}
