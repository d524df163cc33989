// SPDX-License-Identifier: MIT

import CommandLineTable

/// The exit codes of the tool; the numbers are a promise to scripts, and those of `layoutfuzz`.
///
/// `make` turns every failure into 2, so commands with a verdict also write it to `verdict.json`.
enum ExitCode: Int32 {
  case fine = 0
  /// A gating cost has increased; with `--strict-improvement`, it has changed.
  case slower = 1
  /// The command line is wrong.
  case usage = 64
  /// A stored run or another input is missing or does not have the expected format.
  case badInput = 65
  /// A worker crashed, answers differ, or the tool itself has a bug.
  case outputsDiffer = 70
  /// A result could not be written.
  case cannotWrite = 74
  /// No cost has demonstrably increased, but a part is undecided; or a program or package that
  /// others must provide is missing on this machine: try again later.
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
