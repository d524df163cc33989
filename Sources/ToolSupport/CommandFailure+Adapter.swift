// SPDX-License-Identifier: MIT

import ExternalSolvers

extension CommandFailure {
  /// Returns the failure when an adapter cannot run: after a signal to stop, or when it cannot be
  /// started.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - title: the kind of program, in the words of messages.
  ///   - check: the command that checks a program which starts; nil in that command itself.
  /// - Returns: the failure.
  package static func unavailable(
    _ error: AdapterStartError, _ title: String, check: String? = nil
  ) -> CommandFailure {
    var fix = error.fix.text
    if case .read = error.fix, let check { fix += "; then check it with: \(check)" }
    let code: ExitCode = error.isShortage ? .cannotWrite : .unavailable
    return CommandFailure(
      Interruption.exitCode ?? code, at: error.name,
      "the \(title) did not \(error.fix == .runAlone ? "start" : "complete the handshake"): "
        + "\(error.problem); fix: \(fix)")
  }
}
