// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The signal that ended a process.
package enum EndingSignal {
  /// Signals that a process causes by its instructions, memory, timers or writes.
  private static let own = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF,
  ]

  /// Whether the cause is not the process: another process sent the signal, for example a person,
  /// an engine or a system that shuts down, or a limit of the environment was reached.
  ///
  /// SIGXCPU and SIGXFSZ are of limits that the user has set, on the time of processors and on the
  /// size of files.
  ///
  /// SIGKILL also comes from a system without memory. The process itself is the cause then, and the
  /// system counts these kills.
  ///
  /// `before` and `after` are `memoryKills` when the process began and when it had ended.
  package static func isFromOutside(
    _ signal: Int32, memoryKillsBefore before: Int? = nil, after: Int? = nil
  ) -> Bool {
    if own.contains(signal) { return false }
    guard signal == SIGKILL, let before, let after else { return true }
    return after == before
  }

  /// Returns the signal that a shell reports by an exit code of 128 plus its number; nil for other
  /// codes.
  package static func reported(byExitCode code: Int32) -> Int32? {
    let signal = code - 128
    return (1...31).contains(signal) ? signal : nil
  }

  /// The number of processes that the system has ended for lack of memory; nil where it does not
  /// report it.
  package static var memoryKills: Int? { count(ofMemoryKills: ProcessTable.memoryEvents) }

  /// Returns the count of processes ended for lack of memory; nil if the table has none.
  ///
  /// `table` has lines of a name and a number.
  static func count(ofMemoryKills table: [UInt8]) -> Int? {
    let name = Array("oom_kill ".utf8)
    return table.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name) }
      .flatMap { Int(String(decoding: $0.dropFirst(name.count), as: UTF8.self)) }
  }
}
