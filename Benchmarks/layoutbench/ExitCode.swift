// SPDX-License-Identifier: MIT

import CommandLineTable

/// The exit codes of the tool; the numbers are a promise to scripts.
///
/// `make` turns every failure into 2, so commands with a verdict also write it to `verdict.json`.
enum ExitCode: Int32 {
  case fine = 0
  /// The command line is wrong, an input is missing or bad, or the tool itself has a bug.
  case usage = 1
  /// A gating cost has increased.
  case regression = 2
  /// A worker crashed, or answers differ.
  case outputsDiffer = 3
  /// There are only improvements, with `--strict-improvement`.
  case improvement = 4
  /// There is no baseline of that name.
  case noBaseline = 5
  /// No cost has demonstrably increased, but a part is inconclusive.
  case inconclusive = 6
  /// A program or package that others must provide is missing on this machine.
  case unavailable = 75
}

extension ExitCode: ToolExitCode {
  static let tool = "layoutbench"
  static let done = ExitCode.fine
  static let badUsage = ExitCode.usage
}

// Short names for the types of the shared command line.
typealias OptionSyntax = CommandLineTable.OptionSyntax
typealias CommandSyntax = CommandLineTable.CommandSyntax
typealias ParsedArguments = CommandLineTable.ParsedArguments<ExitCode>
typealias Subcommand = CommandLineTable.Subcommand<ExitCode>
typealias CommandFailure = CommandLineTable.CommandFailure<ExitCode>
