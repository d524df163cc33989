// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import ToolSupport

/// The output of `check --rules` and `check --explain-rule`.
package enum RuleList {
  /// Returns the list of rules, or the long text of one.
  package static func text(explaining id: String?) throws(CommandFailure) -> String {
    guard let id else { return list }
    let rule = try rule(id)
    return "\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)\n\n\(rule.explanation)\n"
  }

  /// Returns all rules, or one, with their descriptions.
  package static func json(explaining id: String?) throws(CommandFailure) -> JSONValue {
    var rules = LayoutRule.allCases
    if let id { rules = [try rule(id)] }
    return .array(
      rules.map { rule in
        [
          "id": .string(rule.id), "severity": .string(rule.severity.rawValue),
          "summary": .string(rule.summary), "explanation": .string(rule.explanation),
        ]
      })
  }

  private static func rule(_ id: String) throws(CommandFailure) -> LayoutRule {
    guard let rule = LayoutRule(rawValue: id) else {
      throw .usage(
        "unknown rule '\(id)'"
          + NearestName.choice(for: id, among: LayoutRule.allCases.map(\.id)),
        seeHelpOf: "check")
    }
    return rule
  }

  private static var list: String {
    let rows = LayoutRule.allCases.map { [$0.id, $0.severity.rawValue, $0.summary] }
    return TextTable(rows, leftAligned: [0, 1, 2]).trimmedLines.map { $0 + "\n" }.joined()
  }
}
