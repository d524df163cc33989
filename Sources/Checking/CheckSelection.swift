// SPDX-License-Identifier: MIT

import Diagnosis
import ToolSupport

/// The options of `check` for the files, the rules and the severities of a report.
package struct CheckSelection: Sendable {
  /// The rules whose findings count.
  let rules: Set<LayoutRule>
  /// The lowest severity of findings that are listed; all findings are counted.
  let least: FindingSeverity
  /// Whether all findings are printed, in any number of lines.
  let isUnlimited: Bool
  /// Whether only findings and the totals are printed.
  let isQuiet: Bool
  private let excluded: [PathPattern]

  private static var ruleNames: [String] {
    LayoutRule.allCases.filter { $0 != .internal }.map(\.id)
  }

  package static let syntax = [
    OptionSyntax(
      "severity", value: "SEVERITY", words: FindingSeverity.allCases.map(\.rawValue),
      "lowest listed severity: error, warning or note (default: that of --fail-on)"
    ).rare,
    OptionSyntax("notes", "list notes, too, as --severity note"),
    OptionSyntax("only", value: "RULE,...", words: ruleNames, "apply only these rules"),
    OptionSyntax("disable", value: "RULE,...", words: ruleNames, "do not apply these rules"),
    OptionSyntax(
      "exclude", value: "GLOB", isRepeatable: true,
      "skip files and folders of this name or path, as '*Tests*' or App/Old. May be repeated"
    ),
    OptionSyntax("all", "print every finding in full"),
    OptionSyntax("quiet", "print only findings and the totals"),
  ]

  /// - Parameter failOn: the lowest severity of findings that make the exit code 1.
  /// - Throws: usage errors.
  package init(
    _ arguments: ParsedArguments, failOn: FindingSeverity
  ) throws(CommandFailure) {
    let named = try arguments.text("severity").map { (word) throws(CommandFailure) in
      try CheckOptions.severity(word, of: "severity", arguments)
    }
    if named != nil, arguments.has("notes") {
      throw .usage(
        "--severity and --notes cannot be given together", seeHelpOf: arguments.command)
    }
    least = named ?? (arguments.has("notes") ? .note : failOn)
    rules = try Self.rules(arguments)
    excluded = arguments.texts("exclude").map(PathPattern.init)
    isUnlimited = arguments.has("all")
    isQuiet = arguments.has("quiet")
  }

  /// Returns the rules of `--only` without those of `--disable`; a fault of the tool always counts.
  private static func rules(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Set<LayoutRule> {
    var rules = Set(LayoutRule.allCases)
    if let only = try list("only", arguments) { rules = only }
    if let disabled = try list("disable", arguments) { rules.subtract(disabled) }
    if rules.isEmpty {
      throw .usage("--only and --disable leave no rule", seeHelpOf: arguments.command)
    }
    return rules.union([.internal])
  }

  private static func list(
    _ option: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Set<LayoutRule>? {
    guard let words = arguments.list(option) else { return nil }
    var rules: Set<LayoutRule> = []
    for word in words {
      guard ruleNames.contains(word), let rule = LayoutRule(rawValue: word) else {
        throw .usage(
          "--\(option): unknown rule '\(word)'" + NearestName.choice(for: word, among: ruleNames),
          seeHelpOf: arguments.command)
      }
      rules.insert(rule)
    }
    return rules
  }

  /// Whether some rules are left out.
  var isNarrowed: Bool { rules.count < LayoutRule.allCases.count }

  /// Returns the paths that no pattern of `--exclude` matches.
  ///
  /// - Throws: `.badInput` when none is left.
  package func included(_ paths: [String]) throws(CommandFailure) -> [String] {
    if excluded.isEmpty { return paths }
    let included = paths.filter { path in !excluded.contains { $0.matches(path) } }
    if included.isEmpty, !paths.isEmpty { throw .badInput("--exclude leaves no file") }
    return included
  }
}
