// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The signal that ended a process.
package enum EndingSignal {
  /// Signals that a process gets for what it does: its instructions, its memory, its timers, its
  /// writes.
  private static let own = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ, SIGPIPE, SIGALRM,
    SIGVTALRM, SIGPROF,
  ]

  /// Whether another process sent the signal: a person, an engine, a system that shuts down.
  ///
  /// SIGKILL also comes from a system without memory. That is the process's own doing, and the
  /// system counts it.
  ///
  /// - Parameters:
  ///   - before: `memoryKills` when the process began.
  ///   - after: `memoryKills` when it had ended.
  package static func isFromOutside(
    _ signal: Int32, memoryKillsBefore before: Int? = nil, after: Int? = nil
  ) -> Bool {
    if own.contains(signal) { return false }
    guard signal == SIGKILL, let before, let after else { return true }
    return after == before
  }

  /// The signal that a shell reports by an exit code: 128 and its number; nil for other codes.
  package static func reported(byExitCode code: Int32) -> Int32? {
    let signal = code - 128
    return (1...31).contains(signal) ? signal : nil
  }

  /// How many processes the system has ended for lack of memory; nil where it does not say so.
  package static var memoryKills: Int? { ProcessTable.memoryKills }
}
