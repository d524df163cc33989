// SPDX-License-Identifier: MIT

import CaseFormats
import JSON

/// A part of a report as a value that a worker sends to the process that merges the parts.
///
/// The part is never finished, so its shapes are those of `shapes`.
extension FidelityReport {
  package var stored: JSONValue {
    [
      "files": .number(files),
      "figures": .array(
        Group.allCases.compactMap { group in figures[group].map { [group.json, $0.json] } }),
      "skipped": .array(
        ImportedDocument.Runtime.allCases.flatMap { platform in
          skipped(on: platform).map {
            [.string(platform.rawValue), .string($0.reason), .number($0.views)]
          }
        }),
      "disagreements": .array(disagreements.map(\.json)),
      "entries": .array(entries.map(\.json)),
      "unusable": .array(unusable.map(\.json)), "failed": .array(failed.map(\.json)),
      "shapes": .array(
        Group.allCases.flatMap { group in
          (shapes[group] ?? [:]).sorted { $0.key < $1.key }.map {
            [group.json, .string($0.key), .bool($0.value)]
          }
        }),
    ]
  }

  package init(stored value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a part of a report",
      keys: [
        "files", "figures", "skipped", "disagreements", "entries", "unusable", "failed", "shapes",
      ])
    self.init()
    files = try reader.required("files").requiredInt("a count")
    for entry in try reader.required("figures").requiredArray("figures") {
      let parts = try entry.requiredArray("a group and its figures", count: 2)
      figures[try parts[0].requiredCase(of: Group.self)] = try FidelityFigures(parts[1])
    }
    for entry in try reader.required("skipped").requiredArray("counts") {
      let parts = try entry.requiredArray("a platform, a reason and a count", count: 3)
      let platform = try parts[0].requiredCase(of: ImportedDocument.Runtime.self)
      let reason = try parts[1].requiredString("a reason")
      skippedCounts[platform, default: [:]][reason] = try parts[2].requiredInt("a count")
    }
    disagreements = try reader.required("disagreements").requiredList(
      "disagreements", FidelityDisagreement.init)
    entries = try reader.required("entries").requiredList("views", FidelityEntry.init)
    unusable = try reader.required("unusable").requiredList("files", UnusableFile.init)
    failed = try reader.required("failed").requiredList("files", UnusableFile.init)
    for entry in try reader.required("shapes").requiredArray("shapes") {
      let parts = try entry.requiredArray("a group, a shape and whether it agrees", count: 3)
      let group = try parts[0].requiredCase(of: Group.self)
      let shape = try parts[1].requiredString("a shape")
      shapes[group, default: [:]][shape] = try parts[2].requiredBool("true or false")
    }
  }
}

extension FidelityReport.Group {
  fileprivate var json: JSONValue { .string(rawValue) }
}

extension FidelityReport.UnusableFile {
  fileprivate var json: JSONValue { [.string(file), .string(reason)] }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let parts = try value.requiredArray("a file and a reason", count: 2)
    self.init(
      file: try parts[0].requiredString("a path"), reason: try parts[1].requiredString("a reason"))
  }
}

extension FidelityFigures {
  /// Shapes are counted when the whole report is finished.
  private static let counts: [WritableKeyPath<FidelityFigures, Int> & Sendable] = [
    \.scopes, \.scopesAgreeing, \.views, \.viewsAgreeing, \.viewsWithinHalf,
    \.scopesWithBrokenConstraint,
  ]

  fileprivate var json: JSONValue { .array(Self.counts.map { .number(self[keyPath: $0]) }) }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    self.init()
    let numbers = try value.requiredArray("figures", count: Self.counts.count)
    for (path, number) in zip(Self.counts, numbers) {
      self[keyPath: path] = try number.requiredInt("a count")
    }
  }
}

extension FidelityDisagreement {
  fileprivate var json: JSONValue {
    [
      "cause": .string(cause.rawValue), "file": .string(file), "line": .number(line),
      "group": .string(group.rawValue), "scope": .string(scope), "view": .string(view),
      "recorded": .array(recorded.map { .number($0) }),
      "solved": .array(solved.map { .number($0) }),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a disagreement",
      keys: ["cause", "file", "line", "group", "scope", "view", "recorded", "solved"])
    func numbers(_ key: String) throws(JSONError) -> [Double] {
      try reader.required(key).requiredList("numbers") { (value) throws(JSONError) in
        guard let number = value.double else { throw value.error("expected a number") }
        return number
      }
    }
    self.init(
      cause: try reader.required("cause").requiredCase(of: Cause.self),
      file: try reader.required("file").requiredString("a path"),
      line: try reader.required("line").requiredInt("a line"),
      group: try reader.required("group").requiredCase(of: FidelityReport.Group.self),
      scope: try reader.required("scope").requiredString("a screen"),
      view: try reader.required("view").requiredString("a view"), recorded: try numbers("recorded"),
      solved: try numbers("solved"))
  }
}
