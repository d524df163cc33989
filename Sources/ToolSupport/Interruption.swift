// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Turns SIGINT, SIGTERM, SIGHUP and SIGXCPU into a request to stop; a second Ctrl-C kills at once.
///
/// The system sends SIGXCPU at the soft limit on the time of processors, and then each second.
/// SIGTERM and SIGHUP stay requests however often they arrive: job engines send them to all
/// processes of a job, and scripts forward them. SIGKILL stops at once.
package enum Interruption {
  private static let requested = Atomic<Int32>(0)
  private static let isFinal = Atomic<Bool>(false)

  /// The signal that requested a stop, or 0.
  package static var signal: Int32 { requested.load(ordering: .relaxed) }

  /// A number of no signal, for a stop because workers keep failing.
  private static let machine: Int32 = -1

  /// Stops everything as a request to stop does, because workers keep failing from outside.
  ///
  /// The results so far are kept, and the same command resumes.
  @Sendable package static func giveUp(_ reason: String) {
    requested.store(machine, ordering: .relaxed)
    Console.complain("layoutfuzz: error: \(reason): run the same command again")
  }

  /// The exit code of a stopped command; nil when it was not stopped.
  package static var exitCode: ExitCode? {
    switch signal {
    case 0: return nil
    case machine: return .unavailable
    case SIGTERM, SIGXCPU: return .terminated
    case SIGHUP: return .hungUp
    default: return .interrupted
    }
  }

  private static let requests = [SIGINT, SIGTERM, SIGHUP, SIGXCPU]

  /// Turns the signals into requests from now on.
  ///
  /// SIGHUP stays ignored if it already is, as under `nohup`.
  ///
  /// The handler first restores the default action of Ctrl-C, which makes the second one final. It
  /// does nothing that is not allowed in a signal handler.
  package static func watch() {
    // Initialized here, because a signal handler must not do it.
    requested.store(0, ordering: .relaxed)
    isFinal.store(false, ordering: .relaxed)
    // The parent process may have blocked them, as threads of Dispatch do.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in requests { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in requests {
      if number == SIGHUP, isIgnored(number) { continue }
      Foundation.signal(number) { caught in
        if Interruption.isFinal.load(ordering: .relaxed) {
          _exit(128 + (caught == SIGXCPU ? SIGTERM : caught))
        }
        Foundation.signal(SIGINT, SIG_DFL)
        Interruption.requested.store(caught, ordering: .relaxed)
      }
    }
  }

  /// Makes a signal end this process at once, with its exit code.
  ///
  /// For long work in this process that stores nothing and checks for no signal; the guard ends
  /// adapters, as when this process is killed.
  ///
  /// - Returns: the exit code of a signal that came before, with which the caller ends.
  package static func endAtOnce() -> ExitCode? {
    isFinal.store(true, ordering: .sequentiallyConsistent)
    return exitCode
  }

  /// Whether a signal is ignored; otherwise the caller sets its action again.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before = Foundation.signal(number, SIG_IGN)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ignores SIGPIPE and SIGXFSZ, so that a closed pipe and a file beyond the system's limit show
  /// as failed writes.
  package static func ignoreWriteSignals() {
    Foundation.signal(SIGPIPE, SIG_IGN)
    Foundation.signal(SIGXFSZ, SIG_IGN)
  }
}
