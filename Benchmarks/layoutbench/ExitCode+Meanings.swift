// SPDX-License-Identifier: MIT

import CommandLineTable

extension ExitCode {
  static let brief = """
    Exit codes: 0 no cost has increased, 1 slower, 64 usage, 65 bad input, 70 answers differ,
    74 cannot write, 75 no verdict, try again (--help-all has details)
    """

  static let meanings = [
    ExitMeaning(fine.rawValue, "No gating cost has increased."),
    ExitMeaning(
      slower.rawValue,
      """
      A gating cost has increased. With --strict-improvement also if costs have only decreased. In
      selftest a slowdown was not detected, or a false change was reported.
      """),
    ExitMeaning(usage.rawValue, "The command line is wrong."),
    ExitMeaning(badInput.rawValue, "A stored run or another input is missing or not valid."),
    ExitMeaning(
      outputsDiffer.rawValue,
      "A worker crashed, or answers differ. Nothing is timed then. Also an error of the tool."),
    ExitMeaning(cannotWrite.rawValue, "The tool cannot write."),
    ExitMeaning(
      unavailable.rawValue,
      """
      Try again. There is no verdict: intervals are too wide, or the control varies too much. Or a
      program or package of others is missing on this machine.
      """),
  ]

  static let ofEveryCommand = [fine, usage]

  static let printing = meanings([:])

  var usualMeaning: String {
    switch self {
    case .fine: "done"
    case .slower: "a gating cost has increased"
    case .usage: "the command line is wrong"
    case .badInput: "an input is missing or not valid"
    case .outputsDiffer: "a worker crashed, or answers differ"
    case .cannotWrite: "the tool cannot write"
    case .unavailable: "no verdict, or a program of others is missing"
    }
  }
}
