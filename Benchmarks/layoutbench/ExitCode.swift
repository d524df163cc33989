// SPDX-License-Identifier: MIT

/// How the tool ends; the numbers are a promise to scripts. `make` turns every failure into 2, so commands that judge
/// something also write it to `verdict.json`.
enum ExitCode: Int32 {
  case fine = 0
  /// The command line makes no sense, an input is missing or bad, or the tool itself is wrong.
  case usage = 1
  /// Something that gates became more expensive.
  case regression = 2
  /// A worker crashed, or answers differ.
  case outputsDiffer = 3
  /// Only improvements, with `--strict-improvement`.
  case improvement = 4
  /// There is no baseline of that name.
  case noBaseline = 5
  /// Nothing became more expensive as far as can be told, and something cannot be told.
  case inconclusive = 6
  /// A program or package that others must provide is missing on this machine.
  case unavailable = 75

  static let explanation = """
    Exit codes (run, compare and selftest also write theirs to DIR/verdict.json, for make changes
    them):
      0  nothing that gates became more expensive
      1  usage, bad input, or an error of the tool itself
      2  something that gates became more expensive
      3  a worker crashed, or answers differ (nothing is timed then)
      4  only improvements, with --strict-improvement
      5  no baseline of that name
      6  inconclusive, or the control shows that the run is too noisy
      75 a program or package of others is missing on this machine
    """
}

/// Why a command ended before its work was done.
struct CommandFailure: Error {
  let code: ExitCode
  let messages: [String]

  init(_ code: ExitCode, _ messages: [String]) {
    self.code = code
    self.messages = messages
  }

  static func usage(_ message: String, seeHelpOf command: String? = nil) -> CommandFailure {
    let help = command.map { "layoutbench \($0) --help" } ?? "layoutbench --help"
    return CommandFailure(.usage, [message, "see '\(help)'"])
  }
}
