// SPDX-License-Identifier: MIT

import Foundation

/// The end of a process, by itself or by a signal.
package struct ProcessEnd: Sendable, Hashable {
  package let code: Int32
  /// The signal that ended it, or its program; nil when none did.
  package let signal: Int32?

  /// - Parameters:
  ///   - status: the status of `waitpid`.
  ///   - isShell: whether it is a shell, which reports the signal that ended its last command by
  ///     its exit code.
  init(_ status: Int32, ofShell isShell: Bool) {
    code = status >> 8 & 0xFF
    let own = status & 0x7F
    signal = own != 0 ? own : isShell ? EndingSignal.reported(byExitCode: code) : nil
  }

  private static let names = [
    SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
    SIGILL: "SIGILL", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
    SIGXCPU: "SIGXCPU, ulimit -t", SIGXFSZ: "SIGXFSZ, ulimit -f",
  ]

  /// The end in words.
  package var text: String {
    guard let signal else { return "exit code \(code)" }
    return "signal \(signal)" + (Self.names[signal].map { " (\($0))" } ?? "")
  }
}
