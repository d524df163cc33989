// SPDX-License-Identifier: MIT

import CommandLineTable

extension ExitCode {
  static let brief = """
    Exit codes: 0 no cost has increased, 1 usage, 2 a cost has increased, 3 answers differ,
    4 improvements, 5 no such run or baseline, 6 inconclusive, 75 unavailable (--help-all has details)
    """

  static let meanings = [
    ExitMeaning(fine.rawValue, "No gating cost has increased."),
    ExitMeaning(usage.rawValue, "Wrong command line, bad input, or an error of the tool itself."),
    ExitMeaning(regression.rawValue, "A gating cost has increased."),
    ExitMeaning(
      outputsDiffer.rawValue, "A worker crashed, or answers differ. Nothing is timed then."),
    ExitMeaning(improvement.rawValue, "Only improvements, with --strict-improvement."),
    ExitMeaning(noBaseline.rawValue, "No stored run or baseline has this name."),
    ExitMeaning(
      inconclusive.rawValue, "Inconclusive, or the control shows that the run is too noisy."),
    ExitMeaning(
      unavailable.rawValue, "A program or package of others is missing on this machine."),
  ]

  static let ofEveryCommand = [fine, usage]

  static let printing = meanings([:])

  var usualMeaning: String {
    switch self {
    case .fine: "done"
    case .usage: "wrong command line, bad input, or an error of the tool"
    case .regression: "a gating cost has increased"
    case .outputsDiffer: "a worker crashed, or answers differ"
    case .improvement: "only improvements, with --strict-improvement"
    case .noBaseline: "no stored run or baseline has this name"
    case .inconclusive: "inconclusive, or the run is too noisy"
    case .unavailable: "a program or package of others is missing"
    }
  }
}
