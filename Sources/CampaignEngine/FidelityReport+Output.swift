// SPDX-License-Identifier: MIT

import CaseFormats

extension FidelityReport {
  /// For machines: the figures of iOS screens on top, other groups and single disagreements below.
  package var json: JSONValue {
    var members = figureMembers(of: iOS)
    members.insert(JSONValue.Member(key: "files", value: .number(files)), at: 0)
    members.append(
      JSONValue.Member(
        key: "skipped",
        value: .object(
          skipped.map { JSONValue.Member(key: $0.reason, value: .number($0.views)) })))
    members.append(
      JSONValue.Member(
        key: "others",
        value: .object(
          Group.allCases.filter { $0 != .iOS }.compactMap { group in
            figures[group].map {
              JSONValue.Member(key: group.rawValue, value: .object(figureMembers(of: $0)))
            }
          })))
    members.append(
      JSONValue.Member(
        key: "unusable",
        value: .array(
          unusable.map { ["file": .string($0.file), "reason": .string($0.reason)] })))
    members.append(
      JSONValue.Member(
        key: "disagreements", value: .array(disagreements.map { json(of: $0) })))
    return .object(members)
  }

  private func figureMembers(of figures: FidelityFigures) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "scopes", value: .number(figures.scopes)),
      JSONValue.Member(key: "scopesAgreeing", value: .number(figures.scopesAgreeing)),
      JSONValue.Member(key: "views", value: .number(figures.views)),
      JSONValue.Member(key: "viewsAgreeing", value: .number(figures.viewsAgreeing)),
      JSONValue.Member(key: "viewsWithinHalf", value: .number(figures.viewsWithinHalf)),
    ]
  }

  private func json(of disagreement: FidelityDisagreement) -> JSONValue {
    [
      "group": .string(disagreement.group.rawValue), "cause": .string(disagreement.cause.rawValue),
      "file": .string(disagreement.file), "line": .number(disagreement.line),
      "scope": .string(disagreement.scope), "view": .string(disagreement.view),
      "recorded": .array(disagreement.recorded.map { .number($0) }),
      "solved": .array(disagreement.solved.map { .number($0) }),
    ]
  }

  /// For people: the figures, what was skipped, and every disagreement by cause.
  package var text: String {
    var lines = [Self.counted(files, "file")]
    for group in Group.allCases {
      guard let figures = figures[group] else { continue }
      let tenths = Int((figures.share * 1000).rounded())
      lines.append(
        "\(group.rawValue): \(figures.viewsAgreeing) of \(figures.views) views agree within a point "
          + "(\(tenths / 10).\(tenths % 10) %; \(figures.viewsWithinHalf) within half a point), "
          + "all views in \(figures.scopesAgreeing) of \(figures.scopes) screens")
    }
    if !skipped.isEmpty {
      lines.append("views that do not count for iOS, by reason:")
      lines += skipped.map { "  \($0.views) \($0.reason)" }
    }
    lines += unusable.map { "\($0.file): cannot be used: \($0.reason)" }
    for group in Group.allCases {
      for cause in FidelityDisagreement.Cause.allCases {
        let found = disagreements.filter { $0.group == group && $0.cause == cause }
        if found.isEmpty { continue }
        lines.append("\(group.rawValue), \(cause.rawValue): " + Self.counted(found.count, "view"))
        lines += found.map { "  \(Self.line(of: $0))" }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func line(of disagreement: FidelityDisagreement) -> String {
    let solved = disagreement.solved.isEmpty ? "nothing" : frame(disagreement.solved)
    return "\(disagreement.file):\(disagreement.line): \(disagreement.view): recorded "
      + "\(frame(disagreement.recorded)), solved \(solved)"
  }

  private static func frame(_ numbers: [Double]) -> String {
    let texts = numbers.map { FindingSummary.plain(($0 * 100).rounded() / 100) }
    return "(" + texts.joined(separator: ", ") + ")"
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
