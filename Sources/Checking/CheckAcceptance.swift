// SPDX-License-Identifier: MIT

import Diagnosis
import ToolSupport

/// The findings that a user accepts: the options `--accept` and `--reason` of `check`.
struct CheckAcceptance: Sendable {
  /// A line of a file, and the rule there; the rule is nil for all of them.
  struct Place: Sendable, Equatable {
    let text: String
    let file: String
    let line: Int
    let rule: LayoutRule?

    func contains(_ finding: CheckReport.Finding) -> Bool {
      finding.location?.line == line && (rule == nil || rule == finding.rule)
        && [finding.file, finding.shownPath].contains(file)
    }
  }

  let places: [Place]
  let reason: String

  static let syntax = [
    OptionSyntax(
      "accept", value: "FILE:LINE[:RULE]", isRepeatable: true,
      "add the findings at a place to the file of --baseline"
    ).rare,
    OptionSyntax("reason", value: "TEXT", "the reason for --accept, kept in that file").rare,
  ]

  /// - Returns: nil without `--accept`.
  /// - Throws: a usage error.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    let texts = arguments.texts("accept")
    guard !texts.isEmpty else {
      if arguments.text("reason") != nil {
        throw .usage("--reason needs --accept", seeHelpOf: "check")
      }
      return nil
    }
    guard arguments.text("baseline") != nil, arguments.text("write-baseline") == nil else {
      throw .usage(
        "--accept needs --baseline with an existing file, and writes it", seeHelpOf: "check")
    }
    guard let reason = arguments.text("reason"), reason.contains(where: { !$0.isWhitespace }) else {
      throw .usage("--accept needs --reason", seeHelpOf: "check")
    }
    var places: [Place] = []
    for text in texts {
      guard let place = Place(text) else {
        throw .usage(
          "--accept needs FILE:LINE or FILE:LINE:RULE, not '\(text)'", seeHelpOf: "check")
      }
      places.append(place)
    }
    (self.places, self.reason) = (places, reason)
  }
}

extension CheckAcceptance.Place {
  /// Reads `Main.storyboard:54`, also with the column of a printed finding or with a rule.
  init?(_ text: String) {
    self.text = text
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    rule = parts.last.flatMap(LayoutRule.init(rawValue:))
    if rule != nil { parts.removeLast() }
    // A column is not needed.
    if parts.count > 2, Int(parts[parts.count - 1]) != nil, Int(parts[parts.count - 2]) != nil {
      parts.removeLast()
    }
    guard parts.count > 1, let line = parts.popLast().flatMap(Int.init), line > 0 else {
      return nil
    }
    (file, self.line) = (parts.joined(separator: ":"), line)
  }
}
