// SPDX-License-Identifier: MIT

import ExternalSolvers

extension CommandFailure {
  /// Returns the failure when an adapter cannot run: after a signal to stop, or when it cannot be
  /// started.
  package static func unavailable(_ error: AdapterStartError) -> CommandFailure {
    let code: ExitCode = error.isShortage ? .cannotWrite : .unavailable
    return CommandFailure(
      Interruption.exitCode ?? code, at: error.name,
      "the external solver did not start: \(error.problem); fix: run its command by itself")
  }
}
