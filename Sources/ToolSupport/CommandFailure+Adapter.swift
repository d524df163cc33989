// SPDX-License-Identifier: MIT

import ExternalSolvers

extension CommandFailure {
  /// Returns the failure when an adapter cannot run: after a signal to stop, or when it cannot be
  /// started.
  ///
  /// `title` is the kind of program, in the words of messages.
  package static func unavailable(
    _ error: AdapterStartError, _ title: String
  ) -> CommandFailure {
    let code: ExitCode = error.isShortage ? .cannotWrite : .unavailable
    return CommandFailure(
      Interruption.exitCode ?? code, at: error.name,
      "the \(title) did not \(error.hasStarted ? "complete the handshake" : "start"): "
        + "\(error.problem); fix: \(error.fix)")
  }
}
