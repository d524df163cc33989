// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import ToolSupport

/// The findings that a user accepts: the options `--accept` and `--reason` of `check`.
struct CheckAcceptance: Sendable {
  /// A place of findings.
  struct Place: Sendable, Equatable {
    let text: String
    let file: String
    /// The line; nil for findings without one.
    let line: Int?
    /// The rule; nil for all of them.
    let rule: LayoutRule?
  }

  let places: [Place]
  let reason: String

  static let syntax = [
    OptionSyntax(
      "accept", value: "FILE:LINE[:RULE]", isRepeatable: true,
      "add the listed findings at a place to the file of --baseline"
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
      throw .usage("--accept needs --baseline, whose file it writes", seeHelpOf: "check")
    }
    guard let reason = arguments.text("reason"), reason.contains(where: { !$0.isWhitespace }) else {
      throw .usage("--accept needs --reason", seeHelpOf: "check")
    }
    var places: [Place] = []
    for text in texts { places.append(try Place(text)) }
    (self.places, self.reason) = (places, reason)
  }
}

extension CheckAcceptance.Place {
  /// The base in which a file is the same under all of its names and links.
  private static let base = LinkBase(output: nil, resolvesLinks: true)
  /// The most findings that an error names.
  private static let namedMax = 5

  /// Reads `Main.storyboard:54`, also with the column of a printed finding or with a rule, and
  /// `Main.vfl` for the findings without a line.
  ///
  /// - Throws: a usage error.
  init(_ text: String) throws(CommandFailure) {
    self.text = text
    var parts = text.split(scalar: ":").map { String($0) }
    rule = parts.count > 1 ? parts.last.flatMap(LayoutRule.init(rawValue:)) : nil
    if rule != nil { parts.removeLast() }
    if let word = parts.last, parts.count > 2, Int(word) == nil, Int(parts[parts.count - 2]) != nil
    {
      throw .usage(
        "unknown rule '\(word)' in --accept"
          + NearestName.suggestion(for: word, among: LayoutRule.allCases.map(\.id)),
        seeHelpOf: "check")
    }
    // A column is not needed.
    if parts.count > 2, Int(parts[parts.count - 1]) != nil, Int(parts[parts.count - 2]) != nil {
      parts.removeLast()
    }
    line = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
    if line != nil { parts.removeLast() }
    file = parts.joined(separator: ":")
    if file.isEmpty || line.map({ $0 < 1 }) == true {
      throw .usage(
        "--accept needs FILE:LINE or FILE:LINE:RULE, not '\(text)'", seeHelpOf: "check")
    }
  }

  func contains(_ finding: CheckReport.Finding) -> Bool {
    finding.location?.line == line && (rule == nil || rule == finding.rule) && isFile(of: finding)
  }

  private func isFile(of finding: CheckReport.Finding) -> Bool {
    Self.base.link(to: file) == Self.base.link(to: finding.file)
  }

  /// Returns the error that no listed finding is at the place, with those of the file.
  func failure(_ listed: [CheckReport.Finding]) -> CommandFailure {
    let others = listed.filter(isFile).map { finding in
      (finding.location.map { "line \($0.line) " } ?? "") + "(\(finding.rule.id))"
    }
    let named = others.prefix(Self.namedMax).joined(separator: ", ")
    let rest = others.count > Self.namedMax ? " and \(others.count - Self.namedMax) more" : ""
    return .usage(
      "--accept \(text): no listed finding there"
        + (others.isEmpty ? "" : "; those of the file: \(named)\(rest)"), seeHelpOf: "check")
  }
}
