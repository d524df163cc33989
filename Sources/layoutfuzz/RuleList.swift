// SPDX-License-Identifier: MIT

import CampaignEngine

/// What `check --rules` and `check --explain-rule` print.
enum RuleList {
  /// The list of rules, or the long text of one.
  static func text(explaining id: String?) throws(CommandFailure) -> String {
    guard let id else { return list }
    guard let rule = LayoutRule(rawValue: id) else {
      throw .usage(
        "unknown rule '\(id)'"
          + NearestName.suggestion(for: id, among: LayoutRule.allCases.map(\.id)),
        seeHelpOf: "check")
    }
    return "\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)\n\n\(rule.explanation)\n"
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
