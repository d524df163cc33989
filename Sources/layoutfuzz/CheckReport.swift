// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel

/// What `check` says about its inputs: findings in the order of files and screens.
struct CheckReport {
  /// One thing that the author of a screen has to mend.
  struct Finding {
    /// `conflict`, `ambiguous`, `expectation`, or the rule of a diagnostic, as `illegal-constraint`.
    let rule: String
    let file: String
    let location: SourceLocation?
    let screen: String?
    /// One sentence without a full stop.
    let message: String
    /// The constraints of a conflict, by id, or the ambiguous views.
    let involved: [String]
    /// One line each: what the involved constraints say.
    let details: [String]
  }

  private(set) var findings: [Finding] = []
  /// What the importers have doubts about, which is no finding.
  private var warnings: [Diagnostic] = []
  private(set) var usableFiles = 0
  /// Whether a file of the command line cannot be used.
  private(set) var refusesNamed = false
  /// One message a line about files that cannot be used.
  private(set) var refusals: [String] = []
  private var skippedFiles: [(file: String, reason: String)] = []
  private var screens = 0
  private var undecided = 0
  private var unsupported: [(file: String, screen: String, features: [String])] = []

  mutating func add(_ file: CheckedFile, isNamed: Bool) {
    switch file.outcome {
    case .internalError: break
    case .unusable(let messages):
      refusals += messages
      refusesNamed = refusesNamed || isNamed
      skippedFiles.append((file.path, messages.joined(separator: "; ")))
    case .checked(let checked, let diagnostics):
      usableFiles += 1
      for diagnostic in diagnostics { add(diagnostic, of: file.path) }
      for screen in checked { add(screen, of: file.path) }
    }
  }

  private mutating func add(_ diagnostic: Diagnostic, of file: String) {
    guard diagnostic.severity == .error else { return warnings.append(diagnostic) }
    findings.append(
      Finding(
        rule: diagnostic.rule.rawValue, file: file, location: diagnostic.location, screen: nil,
        message: diagnostic.message, involved: [], details: []))
  }

  private mutating func add(_ screen: CheckedScreen, of file: String) {
    screens += 1
    guard screen.unsupported.isEmpty else {
      unsupported.append((file, screen.name ?? "", screen.unsupported))
      return
    }
    if case .undecided = screen.diagnosis.status { undecided += 1 }
    guard screen.diagnosis.isFinding else { return }
    let diagnosis = screen.diagnosis
    let lowered = diagnosis.lowered
    if diagnosis.hasExpectation {
      for message in diagnosis.unmet { add(screen, file, "expectation", message) }
      return
    }
    switch diagnosis.status {
    case .unique, .undecided: break
    case .conflict(let rows):
      add(
        screen, file, "conflict", "required constraints contradict each other",
        involved: rows.map { lowered.originID(of: $0.index) },
        details: rows.map { "\(lowered.originID(of: $0.index)): \(lowered.describe($0.index))" })
    case .ambiguous(let entries):
      let names = CheckReport.names(entries, lowered.layoutCase)
      add(
        screen, file, "ambiguous", "several layouts are equally right", involved: names.views,
        details: names.lines)
    }
  }

  private mutating func add(
    _ screen: CheckedScreen, _ file: String, _ rule: String, _ message: String,
    involved: [String] = [], details: [String] = []
  ) {
    findings.append(
      Finding(
        rule: rule, file: file, location: screen.location, screen: screen.name, message: message,
        involved: involved, details: details))
  }

  private static func names(
    _ entries: [AmbiguousViews.Entry], _ layoutCase: LayoutCase
  ) -> (views: [String], lines: [String]) {
    var views: [String] = []
    var lines: [String] = []
    for entry in entries {
      let id = layoutCase.views[entry.view].id
      if views.last != id { views.append(id) }
      let axis = entry.axis == .horizontal ? "horizontally" : "vertically"
      lines.append("\(id) has several right places or sizes \(axis)")
    }
    return (views, lines)
  }
}

// MARK: - Text

extension CheckReport {
  func text(_ palette: Palette) -> String {
    var lines: [String] = []
    for finding in findings {
      let place = finding.location.map { ":\($0.line):\($0.column)" } ?? ""
      let screen = finding.screen.map { "\($0): " } ?? ""
      lines.append(
        "\(finding.file)\(place): \(palette.red("error:")) \(screen)\(finding.message)"
          + " (\(finding.rule))")
      lines += finding.details.map { "    \($0)" }
    }
    for warning in warnings { lines.append(warning.description) }
    for item in unsupported {
      lines.append(
        "\(item.file): note: \(item.screen): not checked: \(item.features.joined(separator: ", "))")
    }
    var last = [
      Readable.counted(usableFiles, "file"), Readable.counted(screens, "screen"),
      Readable.counted(findings.count, "finding"),
    ]
    if undecided > 0 { last.append("\(undecided) undecided: more work than the oracle may do") }
    if !warnings.isEmpty { last.append(Readable.counted(warnings.count, "warning")) }
    if !unsupported.isEmpty { last.append("\(unsupported.count) not checked") }
    if !skippedFiles.isEmpty {
      last.append("\(Readable.counted(skippedFiles.count, "file")) not usable")
    }
    lines.append(last.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}

// MARK: - JSON

extension CheckReport {
  var json: JSONValue {
    [
      "files": .number(usableFiles), "screens": .number(screens),
      "undecided": .number(undecided), "findings": .array(findings.map(\.json)),
      "warnings": .array(warnings.map(\.json)),
      "notChecked": .array(
        unsupported.map {
          [
            "file": .string($0.file), "screen": .string($0.screen),
            "reasons": .array($0.features.map { .string($0) }),
          ]
        }),
      "skipped": .array(
        skippedFiles.map { ["file": .string($0.file), "reason": .string($0.reason)] }),
    ]
  }
}

extension CheckReport.Finding {
  fileprivate var json: JSONValue {
    [
      "rule": .string(rule), "file": .string(file),
      "line": location.map { .number($0.line) } ?? .null,
      "column": location.map { .number($0.column) } ?? .null,
      "screen": screen.map { .string($0) } ?? .null, "message": .string(message),
      "involved": .array(involved.map { .string($0) }),
      "details": .array(details.map { .string($0) }),
    ]
  }
}

extension Diagnostic {
  fileprivate var json: JSONValue {
    [
      "rule": .string(rule.rawValue), "file": .string(file),
      "line": location.map { .number($0.line) } ?? .null,
      "column": location.map { .number($0.column) } ?? .null, "message": .string(message),
    ]
  }
}
