// SPDX-License-Identifier: MIT

import CaseFormats
import Display
import JSON

extension FidelityReport {
  /// The JSON report: the figures of iOS screens on top, other groups and single disagreements
  /// below.
  package var json: JSONValue {
    var members = figureMembers(of: iOS)
    members.insert(JSONValue.Member(key: "files", value: .number(files)), at: 0)
    members += skippedMembers(on: .iOS)
    members.append(JSONValue.Member(key: "subsets", value: groupMembers { $0.platform == .iOS }))
    members.append(JSONValue.Member(key: "others", value: groupMembers { $0.platform != .iOS }))
    members.append(
      JSONValue.Member(
        key: "unusable",
        value: .array(
          unusable.map { ["file": .string($0.file), "reason": .string($0.reason)] })))
    members.append(JSONValue.Member(key: "consistency", value: consistencyMembers))
    members.append(
      JSONValue.Member(key: "viewList", value: .array(entries.map(\.json))))
    members.append(
      JSONValue.Member(
        key: "disagreements", value: .array(disagreements.map { json(of: $0) })))
    if !failed.isEmpty {
      members.append(
        JSONValue.Member(
          key: "internal",
          value: .array(
            failed.map { ["file": .string($0.file), "reason": .string($0.reason)] })))
    }
    return .object(members)
  }

  /// The figures of each platform by the consistency of screens.
  private var consistencyMembers: JSONValue {
    .object(
      ImportedDocument.Runtime.allCases.compactMap { platform in
        let members = FidelityEntry.Consistency.allCases.compactMap {
          consistency -> JSONValue.Member? in
          let figures = entries.figures(on: platform, consistency)
          guard figures.views > 0 else { return nil }
          return JSONValue.Member(
            key: consistency.rawValue,
            value: [
              "views": .number(figures.views), "viewsAgreeing": .number(figures.viewsAgreeing),
              "viewsWithinHalf": .number(figures.viewsWithinHalf),
            ])
        }
        return members.isEmpty
          ? nil : JSONValue.Member(key: platform.rawValue, value: .object(members))
      })
  }

  /// The lines of the text report on the consistency of screens.
  private var consistencyLines: [String] {
    ImportedDocument.Runtime.allCases.flatMap { platform in
      FidelityEntry.Consistency.allCases.compactMap { consistency -> String? in
        let figures = entries.figures(on: platform, consistency)
        guard figures.views > 0 else { return nil }
        return "\(platform.rawValue), \(consistency.lineName): \(figures.viewsAgreeing) of "
          + "\(figures.views) views agree within a point (\(ShownNumber.percent(figures.share, .tenths)); "
          + "\(figures.viewsWithinHalf) within half a point)"
      }
    }
  }

  /// Returns the members of the wanted groups.
  ///
  /// A platform that is a single group has its skipped views there.
  private func groupMembers(where isWanted: (Group) -> Bool) -> JSONValue {
    .object(
      Group.allCases.filter(isWanted).compactMap { group in
        let skipped = group.platform == .iOS ? [] : skippedMembers(on: group.platform)
        let isEmpty = skipped.isEmpty || skippedViews(on: group.platform) == 0
        guard figures[group] != nil || !isEmpty else { return nil }
        let members = figureMembers(of: figures[group] ?? FidelityFigures())
        return JSONValue.Member(key: group.rawValue, value: .object(members + skipped))
      })
  }

  /// Returns the views that were not compared on a platform, as JSON members.
  private func skippedMembers(on platform: ImportedDocument.Runtime) -> [JSONValue.Member] {
    [
      JSONValue.Member(
        key: "skipped",
        value: .object(
          skipped(on: platform).map {
            JSONValue.Member(key: $0.reason, value: .number($0.views))
          })),
      JSONValue.Member(key: "skippedViews", value: .number(skippedViews(on: platform))),
      JSONValue.Member(key: "skippedShare", value: .number(skippedShare(on: platform))),
    ]
  }

  private func figureMembers(of figures: FidelityFigures) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "scopes", value: .number(figures.scopes)),
      JSONValue.Member(key: "scopesAgreeing", value: .number(figures.scopesAgreeing)),
      JSONValue.Member(key: "views", value: .number(figures.views)),
      JSONValue.Member(key: "viewsAgreeing", value: .number(figures.viewsAgreeing)),
      JSONValue.Member(key: "viewsWithinHalf", value: .number(figures.viewsWithinHalf)),
      JSONValue.Member(key: "shapes", value: .number(figures.shapes)),
      JSONValue.Member(key: "shapesAgreeing", value: .number(figures.shapesAgreeing)),
      JSONValue.Member(
        key: "scopesWithBrokenConstraint", value: .number(figures.scopesWithBrokenConstraint)),
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

  /// The text report: the figures, the skipped views, and every disagreement by cause.
  package var text: String {
    var lines = [ShownNumber.counted(files, "file")]
    if iOS.scopes > 0 { lines.append("iOS, everything: \(Self.line(of: iOS))") }
    for group in Group.allCases {
      guard let figures = figures[group] else { continue }
      lines.append(
        "\(group.platform == .iOS ? "  " : "")\(group.rawValue): \(Self.line(of: figures))")
    }
    lines += consistencyLines
    for platform in ImportedDocument.Runtime.allCases where skippedViews(on: platform) > 0 {
      lines.append(
        "views that do not count for \(platform.rawValue), by reason "
          + "(\(ShownNumber.percent(skippedShare(on: platform), .tenths)) of all):")
      lines += skipped(on: platform).map { "  \($0.views) \($0.reason)" }
    }
    lines += unusable.map { "\($0.file): cannot be used: \($0.reason)" }
    lines += failed.map { "\($0.file): error: \($0.reason) (internal)" }
    for group in Group.allCases {
      for cause in FidelityDisagreement.Cause.allCases {
        let found = disagreements.filter { $0.group == group && $0.cause == cause }
        if found.isEmpty { continue }
        lines.append(
          "\(group.rawValue), \(cause.rawValue): " + ShownNumber.counted(found.count, "view"))
        lines += found.map { "  \(Self.line(of: $0))" }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func line(of figures: FidelityFigures) -> String {
    var line =
      "\(figures.viewsAgreeing) of \(figures.views) views agree within a point "
      + "(\(ShownNumber.percent(figures.share, .tenths)); \(figures.viewsWithinHalf) within half a point), "
      + "all views in \(figures.scopesAgreeing) of \(figures.scopes) screens "
      + "and \(figures.shapesAgreeing) of \(figures.shapes) shapes"
    if figures.scopesWithBrokenConstraint > 0 {
      line +=
        "; \(ShownNumber.counted(figures.scopesWithBrokenConstraint, "screen")) with a constraint broken"
    }
    return line
  }

  private static func line(of disagreement: FidelityDisagreement) -> String {
    let solved = disagreement.solved.isEmpty ? "nothing" : frame(disagreement.solved)
    return "\(disagreement.file):\(disagreement.line): \(disagreement.view): recorded "
      + "\(frame(disagreement.recorded)), solved \(solved)"
  }

  private static func frame(_ numbers: [Double]) -> String {
    let texts = numbers.map(ShownNumber.ratio)
    return "(" + texts.joined(separator: ", ") + ")"
  }
}
