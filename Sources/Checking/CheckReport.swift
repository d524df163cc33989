// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import Reporting
import ToolSupport

/// The report of `check` on its inputs: findings in the order of files and screens.
package struct CheckReport {
  var findings: [Finding] = []
  private(set) var usableFiles = 0
  /// The number of files on which the tool failed.
  private(set) var failedFiles = 0
  /// The files that an interrupted run did not check, in order.
  var filesNotChecked: [String] = []
  /// Whether a file of the command line cannot be used.
  private(set) var refusesNamed = false
  /// The files that cannot be used, and whether a finding says so.
  private(set) var skippedFiles: [(file: String, reason: String, hasFinding: Bool)] = []
  private var screens = 0
  private(set) var configurations = 0
  private var undecided = 0
  /// The number of configurations whose constraints contradict each other.
  private var conflicting = 0
  /// The file and id of screens with such a configuration.
  private(set) var conflictingScreens: Set<[String]> = []
  private(set) var unsupported: [(file: String, screen: String, features: [String])] = []

  /// The baseline that findings were compared with: its file, its problems that are gone, and the
  /// number of those that are in another file now; nil without one.
  var known: (path: String, gone: [CheckBaseline.Entry], moved: Int)?
  /// Whether this run wrote the baseline, without the problems that are gone.
  var isBaselineWritten = false
  /// The baseline's problems in files and screens that were not judged completely.
  var unjudged: [CheckBaseline.Entry] = []
  private(set) var usablePaths: [String] = []
  private(set) var screenIDs: Set<String> = []
  /// The file and id of screens that were not judged, or not completely.
  private(set) var halfJudged: Set<[String]> = []

  /// A file of a gallery, with the range of the findings of each screen among all.
  struct Page {
    let path: String
    var screens: [(screen: CheckedScreen, findings: Range<Int>, pictures: ScreenPictures)] = []
    /// The reason for which the file was not checked, or not to the end; nil when it was.
    var failure: String?
  }

  /// The pages, one for each file; without pictures unless there is a gallery.
  private(set) var pages: [Page] = []

  /// The comparison of findings with a baseline as they are added; nil without one.
  private(set) var comparison: BaselineComparison?

  /// - Parameter comparison: the comparison with a baseline; nil without one.
  init(comparedWith comparison: BaselineComparison? = nil) { self.comparison = comparison }

  mutating func add(_ file: CheckedFile, isNamed: Bool) {
    var page = Page(path: file.path)
    switch file.outcome {
    case .failed(let finding):
      failedFiles += 1
      findings.append(finding)
      page.failure = finding.message
    case .unusable(let failure):
      let reason = failure.messages.joined(separator: "; ")
      refusesNamed = refusesNamed || isNamed
      // A file of the command line fails the run in any case.
      let damage = isNamed ? nil : file.damage
      skippedFiles.append((file.path, reason, damage != nil))
      _ = add(damage.map { [$0] } ?? [])
      page.failure = reason.removing(prefix: file.path) ?? reason
    case .checked(let problems, let screens):
      usableFiles += 1
      usablePaths.append(file.path)
      _ = add(problems)
      for (number, screen) in screens.enumerated() {
        let range = add(screen, of: file.path)
        if let pictures = file.pictures?[number] { page.screens.append((screen, range, pictures)) }
      }
    }
    pages.append(page)
  }

  /// Whether there is a new finding of at least this severity.
  func hasFinding(atLeast severity: FindingSeverity) -> Bool {
    findings.contains { $0.severity >= severity && !$0.isKnown }
  }

  /// Whether there are results to print.
  var hasResults: Bool {
    usableFiles > 0 || failedFiles > 0 || !filesNotChecked.isEmpty || !findings.isEmpty
  }

  /// Adds findings.
  ///
  /// - Returns: the indices of the findings among all.
  private mutating func add(_ more: [Finding]) -> Range<Int> {
    let first = findings.count
    for var finding in more {
      if finding.canBeKnown, let problem = comparison?.take(finding) {
        finding.compare(with: problem)
      }
      findings.append(finding)
    }
    return first..<findings.count
  }

  private mutating func add(_ screen: CheckedScreen, of file: String) -> Range<Int> {
    screens += 1
    screenIDs.insert(screen.key)
    if !screen.unsupported.isEmpty || screen.undecided > 0 {
      halfJudged.insert([file, screen.key])
    }
    guard screen.unsupported.isEmpty else {
      unsupported.append((file, screen.name ?? "", screen.unsupported))
      return add([])
    }
    configurations += screen.configurations
    undecided += screen.undecided
    conflicting += screen.conflicting
    if screen.conflicting > 0 { conflictingScreens.insert([file, screen.key]) }
    return add(screen.findings)
  }
}

// MARK: - Text

extension CheckReport {
  /// The largest number of listed problems that are gone, and of characters of each.
  ///
  /// A baseline may have any author and any length.
  private static let (goneMax, goneTextMax) = (20, 300)

  /// Returns the findings to list: those that are new and severe enough.
  func listed(_ selection: CheckSelection) -> [Finding] {
    findings.filter { !$0.isKnown && $0.severity >= selection.least }
  }

  /// Returns a text such as `2 errors, 1 warning`, without severities that do not occur.
  static func counts(_ findings: [Finding], _ adjective: String = "") -> String {
    FindingSeverity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : ShownNumber.counted(count, adjective + severity.rawValue)
    }.joined(separator: ", ")
  }

  /// A text such as `2 files, 3 screens, 24 configurations: 1 error`.
  var summary: String {
    let checked = [
      ShownNumber.counted(usableFiles, "file"), ShownNumber.counted(screens, "screen"),
      ShownNumber.counted(configurations, "configuration"),
    ]
    let counts = CheckReport.counts(
      findings.filter { !$0.isKnown }, known == nil ? "" : "new ")
    var last = [counts.isEmpty ? known == nil ? "no findings" : "no new findings" : counts]
    if undecided > 0 { last.append("\(undecided) undecided: more work than the oracle may do") }
    if !unsupported.isEmpty {
      last.append("\(ShownNumber.counted(unsupported.count, "screen")) skipped")
    }
    if !skippedFiles.isEmpty {
      last.append("\(ShownNumber.counted(skippedFiles.count, "file")) not usable")
    }
    if failedFiles > 0 {
      last.append("\(ShownNumber.counted(failedFiles, "file")) not checked to the end")
    }
    if !filesNotChecked.isEmpty {
      last.append("stopped with \(ShownNumber.counted(filesNotChecked.count, "file")) not checked")
    }
    return checked.joined(separator: ", ") + ": " + last.joined(separator: ", ")
  }

  /// A line for each file that cannot be used, with the reason, unless a finding has it.
  var unusableLines: [String] {
    skippedFiles.filter { !$0.hasFinding }.map {
      Printable.line("\(ShownPath.relative($0.file)): note: \($0.reason)")
    }
  }

  /// Returns a line for each skipped screen, with the reason.
  func skippedLines(upTo limit: Int) -> [String] {
    var lines = unsupported.prefix(limit).map {
      Printable.line(
        "\(ShownPath.relative($0.file)): note: \($0.screen): skipped: "
          + $0.features.joined(separator: ", "))
    }
    let rest = unsupported.count - lines.count
    if rest > 0 { lines.append("\(ShownNumber.counted(rest, "more screen")) skipped") }
    return lines
  }

  /// The number of configurations that were only judged in part because of a conflict; nil without
  /// one.
  var conflictLine: String? {
    conflicting == 0
      ? nil
      : "frames and texts, and some open parts, are not judged in"
        + " \(ShownNumber.counted(conflicting, "configuration")) with a conflict"
  }

  /// The number of known problems; nil without a baseline.
  var knownLine: String? {
    known.map { known in
      let count = findings.count(where: \.isKnown)
      let counts = CheckReport.counts(findings.filter(\.isKnown))
      return Printable.line(
        "\(ShownNumber.counted(count, "known problem")) (\(known.path))"
          + (counts.isEmpty ? "" : ": \(counts)"))
    }
  }

  /// A line for each finding that the baseline contains, with the reason why it is accepted.
  var acceptedLines: [String] {
    let known = findings.filter(\.isKnown)
    return CheckEntry.sorted(known).map { finding in
      CheckEntry(finding: finding).headline(Palette(isOn: false))
        + Printable.line(finding.reason.map { " accepted: \($0)" } ?? " known")
    }
  }

  /// The number of known problems whose files were moved; nil for none.
  var movedLine: String? {
    guard let known, known.moved > 0 else { return nil }
    return ShownNumber.counted(known.moved, "known problem") + " moved with "
      + (known.moved == 1 ? "its file" : "their files")
  }

  /// Returns the number of known problems that are gone; empty for none.
  ///
  /// If `lists`, a line for each of the first ones follows.
  func goneLines(lists: Bool) -> [String] {
    guard let known, !known.gone.isEmpty else { return [] }
    let count = known.gone.reduce(0) { $0 + $1.problem.count }
    var lines = [
      "\(ShownNumber.counted(count, "known problem")) \(ShownNumber.form(ofVerb: "is", for: count)) gone"
    ]
    if !isBaselineWritten {
      lines.append(
        "  fix: add --write-baseline \(ShellWord.path(known.path)) to update the file")
    }
    if !lists { return lines }
    let path = Printable.line(known.path)
    lines += known.gone.prefix(Self.goneMax).map {
      "\(path): note: gone: " + ShownText.line($0.text, upTo: Self.goneTextMax)
    }
    let rest = known.gone.count - Self.goneMax
    if rest > 0 {
      lines.append("\(path): note: gone: \(ShownNumber.counted(rest, "more known problem"))")
    }
    return lines
  }

  /// Returns the number of new findings that are not severe enough to list, and the option that
  /// lists them; nil for none.
  func hiddenLine(_ selection: CheckSelection) -> String? {
    let hidden = findings.filter { !$0.isKnown && $0.severity < selection.least }
    guard let least = hidden.map(\.severity).min() else { return nil }
    // With notes, warnings are listed, too.
    let option = least == .note ? "--notes" : "--severity \(least.rawValue)"
    return
      "\(CheckReport.counts(hidden)) \(ShownNumber.form(ofVerb: "is", for: hidden.count)) hidden"
      + " (\(option) shows \(hidden.count == 1 ? "it" : "them"))"
  }
}

extension CheckReport.Finding {
  /// The path of the file as seen from the current folder.
  var shownPath: String { ShownPath.relative(file) }
}

// MARK: - JSON

extension CheckReport {
  /// The version of the JSON format; it changes when a member is removed or changes its meaning.
  static let schema = 1

  /// The report as JSON, with the files that an interrupted run left out.
  var json: JSONValue {
    if filesNotChecked.isEmpty { return wholeJSON }
    let stop: [JSONValue.Member] = [
      .init(key: "isStopped", value: .bool(true)),
      .init(key: "filesNotChecked", value: .strings(filesNotChecked)),
    ]
    return .object((wholeJSON.members ?? []) + stop)
  }

  private var wholeJSON: JSONValue {
    [
      "generator": "LayoutFuzz", "schema": .number(CheckReport.schema),
      "files": .number(usableFiles),
      "screens": .number(screens), "configurations": .number(configurations),
      "undecided": .number(undecided), "findings": .array(findings.map(\.json)),
      "notChecked": .array(
        unsupported.map {
          [
            "file": .string($0.file), "screen": .string($0.screen),
            "reasons": .array($0.features.map { .string($0) }),
          ]
        }),
      "skipped": .array(
        skippedFiles.map { ["file": .string($0.file), "reason": .string($0.reason)] }),
      "baseline": known.map { known in
        [
          "file": .string(known.path), "known": .number(findings.count(where: \.isKnown)),
          "new": .number(findings.count { !$0.isKnown }),
          "gone": .array(known.gone.map { .string($0.text) }),
        ]
      } ?? .null,
    ]
  }
}

extension CheckReport.Finding {
  fileprivate var json: JSONValue {
    [
      "rule": .string(rule.id), "severity": .string(severity.rawValue), "file": .string(file),
      "line": location.map { .number($0.line) } ?? .null,
      "column": location.map { .number($0.column) } ?? .null,
      "screen": screen.map { .string($0) } ?? .null, "message": .string(message),
      "involved": .strings(involved),
      "details": .strings(details),
      "configurations": .strings(configurations),
      "configurationCount": .number(configurationCount),
      "unjudgedCount": .number(unjudgedCount),
      "explain": command.map { .string($0) } ?? .null, "isKnown": .bool(isKnown),
      "reason": reason.map { .string($0) } ?? .null,
      "severityBefore": severityBefore.map { .string($0.rawValue) } ?? .null,
    ]
  }
}
