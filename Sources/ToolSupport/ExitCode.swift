// SPDX-License-Identifier: MIT

import CommandLineTable

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

  /// The lines of `--help` that explain the codes.
  package static let explanation = """
    Exit codes:
      0    nothing found
      1    findings: a wrong answer, a conflict, an ambiguity, an unmet expectation, or, in
           check and fit, a layout that takes more work than the exact oracle may do; in
           campaign nightly a finding that is new or reopened
      64   usage
      65   an input is missing or bad (file:line:column says where)
      70   internal error: the tool contradicts itself, or a canary was not caught; in check also
           a file that crashes the tool, hangs or takes too much memory (all other results are
           printed); in campaign nightly also stored cases or records of nights that are gone or
           were changed, cases that cannot be run, and a registry, history or folder of
           findings that is not as the last night left it
      74   cannot write, or too few files may be open (ulimit -n)
      75   try again: an external solver or a worker cannot be started, workers are ended from
           outside, another campaign or night runs in the folder, shards are missing, a shard
           cannot write, no case has a verdict, or none with an external solver, or the
           stack or the address space is limited to less than the tool needs (ulimit -s, -v)
      129  stopped because the terminal is gone (SIGHUP); what was known is on disk
      130  stopped by Ctrl-C; what was known is printed and on disk
      143  terminated, likewise
    """
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

extension CommandFailure {
  package static func badInput(_ message: String) -> CommandFailure {
    CommandFailure(.badInput, [message])
  }
}
