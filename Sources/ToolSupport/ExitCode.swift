// SPDX-License-Identifier: MIT

import CommandLineTable
import JSON

/// The exit codes of the tool; the numbers are a promise to scripts.
package enum ExitCode: Int32 {
  /// Everything ran, and nothing was found.
  case nothingFound = 0
  /// Everything ran, and something was found.
  case findings = 1
  /// The command line is wrong.
  case usage = 64
  /// An input is missing or does not have the expected format.
  case badInput = 65
  /// The tool itself has a bug: the oracle disagrees with its checker or with a planted truth, or a
  /// canary was not caught.
  case internalError = 70
  /// A result could not be written, or files could not be opened.
  case cannotWrite = 74
  /// An external solver cannot be started, as when its package is missing, or shards are missing:
  /// try again later.
  case unavailable = 75
  /// The terminal is gone; the results so far are on disk, and printed if possible.
  case hungUp = 129
  /// Ctrl-C; the results so far are printed and on disk.
  case interrupted = 130
  /// Terminated by another process; the results so far are printed and on disk.
  case terminated = 143
}

extension ExitCode: ToolExitCode {
  package static let tool = "layoutfuzz"
  package static let done = ExitCode.nothingFound
  package static let badUsage = ExitCode.usage
}

// Short names for the types of the shared command line.
package typealias OptionSyntax = CommandLineTable.OptionSyntax
package typealias CommandSyntax = CommandLineTable.CommandSyntax
package typealias ParsedArguments = CommandLineTable.ParsedArguments<ExitCode>
package typealias Subcommand = CommandLineTable.Subcommand<ExitCode>
package typealias CommandFailure = CommandLineTable.CommandFailure<ExitCode>
package typealias CountText = CommandLineTable.CountText

extension CommandFailure {
  /// Returns the failure of a file or folder with its state.
  package static func badInput(at place: String, _ state: String) -> CommandFailure {
    CommandFailure(.badInput, at: place, state)
  }

  package static func badInput(_ message: String) -> CommandFailure {
    CommandFailure(.badInput, [message])
  }

  /// Returns the failure of a file with an error at a place, with the line and a caret.
  package static func badInput(_ path: String, _ bytes: [UInt8], _ error: JSONError) -> Self {
    let excerpt = error.location.excerpt(of: bytes)
    return CommandFailure(
      .badInput, ["\(path):\(error.location): error: \(error.message)"],
      details: excerpt.map { ["  \($0.line)", "  \($0.caret)"] } ?? [])
  }
}
