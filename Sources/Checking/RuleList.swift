// SPDX-License-Identifier: MIT

import Diagnosis
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
    let width = LayoutRule.allCases.map(\.id.count).max() ?? 0
    return LayoutRule.allCases.map { rule in
      let gap = String(repeating: " ", count: width - rule.id.count + 2)
      let severity = rule.severity.rawValue
      let space = String(repeating: " ", count: 9 - severity.count)
      return "\(rule.id)\(gap)\(severity)\(space)\(rule.summary)\n"
    }.joined()
  }
}
