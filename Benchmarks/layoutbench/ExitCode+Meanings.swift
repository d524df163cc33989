// SPDX-License-Identifier: MIT

import CommandLineTable

extension ExitCode {
  static let brief = """
    Exit codes: 0 no cost has increased, 1 usage, 2 a cost has increased, 3 answers differ,
    4 improvements, 5 no baseline, 6 inconclusive, 75 unavailable (--help-all has details)
    """

  static let meanings = [
    ExitMeaning(fine.rawValue, "No gating cost has increased."),
    ExitMeaning(usage.rawValue, "Wrong command line, bad input, or an error of the tool itself."),
    ExitMeaning(regression.rawValue, "A gating cost has increased."),
    ExitMeaning(
      outputsDiffer.rawValue, "A worker crashed, or answers differ. Nothing is timed then."),
    ExitMeaning(improvement.rawValue, "Only improvements, with --strict-improvement."),
    ExitMeaning(noBaseline.rawValue, "No baseline has this name."),
    ExitMeaning(
      inconclusive.rawValue, "Inconclusive, or the control shows that the run is too noisy."),
    ExitMeaning(
      unavailable.rawValue, "A program or package of others is missing on this machine."),
  ]

  static let printing = meanings([:])

  /// Returns the exit codes of a command for its help: those of every command, and its own.
  ///
  /// - Parameter own: further codes, and codes with another meaning; an empty text is the usual
  ///   meaning.
  static func meanings(_ own: KeyValuePairs<ExitCode, String>) -> [ExitMeaning] {
    var texts: [ExitCode: String] = [fine: "", usage: ""]
    for (code, text) in own { texts[code] = text }
    return texts.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, text in
      ExitMeaning(code.rawValue, text.isEmpty ? code.usualMeaning : text)
    }
  }

  private var usualMeaning: String {
    switch self {
    case .fine: "done"
    case .usage: "wrong command line, bad input, or an error of the tool"
    case .regression: "a gating cost has increased"
    case .outputsDiffer: "a worker crashed, or answers differ"
    case .improvement: "only improvements, with --strict-improvement"
    case .noBaseline: "no baseline has this name"
    case .inconclusive: "inconclusive, or the run is too noisy"
    case .unavailable: "a program or package of others is missing"
    }
  }
}
