// SPDX-License-Identifier: MIT

import Diagnosis
import Display
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
    OptionSyntax("notes", "list notes, too"),
    OptionSyntax("only", value: "RULE,...", words: ruleNames, "apply only these rules"),
    OptionSyntax("disable", value: "RULE,...", words: ruleNames, "do not apply these rules"),
    OptionSyntax(
      "exclude", value: "GLOB", isRepeatable: true,
      "skip files and folders, as '*Tests*'. May be repeated"),
    OptionSyntax("all", "print every finding in full"),
    OptionSyntax(
      "quiet", "leave out the table, hidden, known and skipped counts"),
  ]

  /// Reads the options.
  ///
  /// `failOn` is the lowest severity of findings that make the exit code 1.
  ///
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
    excluded = try arguments.texts("exclude").map { (text) throws(CommandFailure) in
      guard let pattern = PathPattern(text) else {
        throw .usage("--exclude '\(text)' has no name", seeHelpOf: arguments.command)
      }
      return pattern
    }
    isUnlimited = arguments.has("all")
    isQuiet = arguments.has("quiet")
  }

  /// Returns the rules of `--only` without those of `--disable`; a fault of the tool always counts.
  private static func rules(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Set<LayoutRule> {
    let disabled = try list("disable", arguments) ?? []
    var rules = (try list("only", arguments) ?? Set(LayoutRule.allCases)).subtracting(disabled)
    if rules.isEmpty {
      throw .usage("--only and --disable leave no rule", seeHelpOf: arguments.command)
    }
    // Of a damaged file it is not known whether the chosen rules have findings.
    if !disabled.contains(.unreadable) { rules.insert(.unreadable) }
    return rules.union([.internal])
  }

  private static func list(
    _ option: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Set<LayoutRule>? {
    guard let words = arguments.list(option) else { return nil }
    var rules: Set<LayoutRule> = []
    for word in words.map({ String($0.drop { $0 == " " }) }) {
      guard ruleNames.contains(word), let rule = LayoutRule(rawValue: word) else {
        throw .usage(
          "--\(option): unknown rule '\(word)'" + NearestName.choice(for: word, among: ruleNames),
          seeHelpOf: arguments.command)
      }
      rules.insert(rule)
    }
    return rules
  }

  /// Returns the paths that no pattern of `--exclude` matches.
  ///
  /// Patterns are compared with the path below its operand, and with the path as reports name it;
  /// those that begin at the root with the whole path.
  ///
  /// - Throws: `.badInput` when none is left.
  package func included(
    _ paths: [String], of operands: [String]
  ) throws(CommandFailure) -> [String] {
    if excluded.isEmpty { return paths }
    var isUsed = [Bool](repeating: false, count: excluded.count)
    let included = paths.filter { path in
      let below = Self.below(path, operands)
      let shown = ShownPath.relative(path)
      let names = [below] + (shown.begins(with: "/") ? [] : [shown])
      let number = excluded.firstIndex { pattern in
        (pattern.isAbsolute ? [path] : names).contains(where: pattern.matches)
      }
      if let number { isUsed[number] = true }
      return number == nil
    }
    for (pattern, isUsed) in zip(excluded, isUsed) where !isUsed {
      Console.note(
        Printable.line("layoutfuzz: note: --exclude \(pattern.text): no further file matches"))
    }
    if included.isEmpty, !paths.isEmpty { throw .badInput("--exclude leaves no file") }
    return included
  }

  /// Returns a path as seen from the folder of the command line that contains it.
  private static func below(_ path: String, _ operands: [String]) -> String {
    for operand in operands where path.begins(with: operand) {
      let rest = path.dropFirst(operand.count)
      if rest.isEmpty { return PathText.split(path).name }
      if operand.ends(with: "/") || rest.first == "/" { return String(rest) }
    }
    return path
  }
}
