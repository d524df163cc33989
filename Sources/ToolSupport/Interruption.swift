// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a request to stop; a second Ctrl-C kills at once.
///
/// The others stay a request however often it comes: engines send it to all processes of a job, and
/// scripts hand it on. Who cannot wait has SIGKILL.
package enum Interruption {
  private static let requested = Atomic<Int32>(0)
  private static let isFinal = Atomic<Bool>(false)

  /// The signal that asked for a stop, or 0.
  package static var signal: Int32 { requested.load(ordering: .relaxed) }

  /// No signal has this number: the machine does not let the work be done.
  private static let machine: Int32 = -1

  /// Ends everything as a request to stop does, because no worker comes to an end.
  ///
  /// What is known is kept, and the same command resumes from there.
  @Sendable package static func giveUp(_ reason: String) {
    requested.store(machine, ordering: .relaxed)
    Console.complain("layoutfuzz: error: \(reason): run the same command again")
  }

  /// How a command ends that was stopped; nil when it was not.
  package static var exitCode: ExitCode? {
    switch signal {
    case 0: return nil
    case machine: return .unavailable
    case SIGTERM: return .terminated
    case SIGHUP: return .hungUp
    default: return .interrupted
    }
  }

  /// From now on the signals are requests.
  ///
  /// SIGHUP stays ignored where it is, as under `nohup`.
  ///
  /// The handler restores the default action of Ctrl-C first, which is what makes the second one
  /// final, and does nothing else that is not allowed in a signal handler.
  package static func watch() {
    // Made here, because making it is not allowed in a signal handler.
    requested.store(0, ordering: .relaxed)
    isFinal.store(false, ordering: .relaxed)
    // Whoever started this process may have blocked them, as threads of Dispatch do.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      if number == SIGHUP, isIgnored(number) { continue }
      Foundation.signal(number) { caught in
        if Interruption.isFinal.load(ordering: .relaxed) { _exit(128 + caught) }
        Foundation.signal(SIGINT, SIG_DFL)
        Interruption.requested.store(caught, ordering: .relaxed)
      }
    }
  }

  /// From now on a signal ends this process at once, with its exit code.
  ///
  /// For long work in this process that has nothing to store and asks for no signal; the guard ends
  /// adapters, as when this process is killed.
  ///
  /// - Returns: the exit code of a signal that came before, which is for the caller to end with.
  package static func endAtOnce() -> ExitCode? {
    isFinal.store(true, ordering: .sequentiallyConsistent)
    return exitCode
  }

  /// Whether a signal is ignored; when it is not, its action is to be set anew.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before = Foundation.signal(number, SIG_IGN)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A reader of our output that has gone away, and a file that grows beyond what the system
  /// allows, show as failed writes, not as signals.
  package static func ignoreWriteSignals() {
    Foundation.signal(SIGPIPE, SIG_IGN)
    Foundation.signal(SIGXFSZ, SIG_IGN)
  }
}
