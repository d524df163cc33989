// SPDX-License-Identifier: MIT

import CommandLineTable

extension ExitCode {
  package static let brief = """
    Exit codes: 0 nothing found, 1 findings, 64 usage, 65 bad input, 70 internal error,
    74 cannot write, 75 try again, 130 interrupted, 143 terminated (--help-all has details)
    """

  package static let meanings = [
    ExitMeaning(nothingFound.rawValue, "Nothing found."),
    ExitMeaning(
      findings.rawValue,
      """
      Findings: a wrong answer, a conflict, an ambiguity or an unmet expectation. In check and fit
      also a layout that needs more work than the exact oracle may do. In campaign nightly a new or
      reopened finding.
      """),
    ExitMeaning(usage.rawValue, "The command line is wrong."),
    ExitMeaning(
      badInput.rawValue, "An input is missing or not valid. The message has file, line and column."),
    ExitMeaning(
      internalError.rawValue,
      """
      Internal error: the tool contradicts itself, or a canary was not caught. In check also a file
      that crashes the tool, hangs or takes too much memory. All other results are printed. In
      campaign nightly also missing or changed files of earlier nights, and stored cases that cannot
      be run.
      """),
    ExitMeaning(
      cannotWrite.rawValue, "The tool cannot write, or too few files may be open (ulimit -n)."),
    ExitMeaning(
      unavailable.rawValue,
      """
      Try again. An external solver or a worker cannot be started, or other programs end workers.
      Another campaign or night runs in the folder. Shards are missing, or a shard cannot write. No
      case has a verdict, or an external solver has none. The stack, the data or the address space is
      smaller than the tool needs (ulimit -s, -d, -v).
      """),
    ExitMeaning(hungUp.rawValue, "The terminal is gone (SIGHUP). Known results are on disk."),
    ExitMeaning(interrupted.rawValue, "Stopped by Ctrl-C. Known results are printed and on disk."),
    ExitMeaning(
      terminated.rawValue, "Stopped by SIGTERM. Known results are printed and on disk."),
  ]

  package static let ofEveryCommand = [nothingFound, usage, cannotWrite, unavailable]

  package static let printing = meanings([
    .cannotWrite: "cannot write", .unavailable: "/proc is not mounted",
  ])

  /// Returns the exit codes of a command for its help.
  ///
  /// `own` is as in `meanings(_:)`. `isStoppable` is whether a signal stops the command with a code
  /// of its own.
  package static func meanings(_ own: [ExitCode: String], isStoppable: Bool) -> [ExitMeaning] {
    meanings(isStoppable ? own.merging([.interrupted: ""]) { own, _ in own } : own)
  }

  package var usualMeaning: String {
    switch self {
    case .nothingFound: "done"
    case .findings: "findings"
    case .usage: "the command line is wrong"
    case .badInput: "an input is missing or not valid"
    case .internalError: "internal error"
    case .cannotWrite: "cannot write, or too few files may be open (ulimit -n)"
    case .unavailable: "stack, data or address space is too small (ulimit -s, -d, -v)"
    case .interrupted, .hungUp, .terminated:
      "stopped by Ctrl-C (129 and 143: by another signal)"
    }
  }
}
