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
  /// The number of findings that are printed already.
  private var printed = 0
  /// The files that an interrupted run did not check, in order.
  var filesNotChecked: [String] = []
  /// Whether a file of the command line cannot be used.
  private(set) var refusesNamed = false
  private var skippedFiles: [(file: String, reason: String)] = []
  private var screens = 0
  private var configurations = 0
  private var undecided = 0
  private var unsupported: [(file: String, screen: String, features: [String])] = []

  /// The baseline that findings were compared with: its file, and its problems that are gone; nil
  /// without one.
  var known: (path: String, gone: [CheckBaseline.Entry])?
  /// The baseline's problems in files and screens that were not judged completely.
  var unjudged: [CheckBaseline.Entry] = []
  private(set) var usablePaths: [String] = []
  private(set) var screenIDs: Set<String> = []
  /// The file and id of screens that were not judged, or not completely.
  private(set) var halfJudged: Set<[String]> = []

  /// A file of a gallery, and the indices of its findings among all.
  ///
  /// The first range has those of the document itself, the others those of each screen.
  struct Page {
    let file: Gallery.File
    var problems = 0..<0
    var screens: [Range<Int>] = []
  }

  /// The pages; empty without a gallery.
  private(set) var pages: [Page] = []

  /// The comparison of findings with a baseline as they are added; nil without one.
  private(set) var comparison: BaselineComparison?

  /// - Parameter comparison: the comparison with a baseline; nil without one.
  init(comparedWith comparison: BaselineComparison? = nil) { self.comparison = comparison }

  mutating func add(_ file: CheckedFile, isNamed: Bool) {
    if let page = file.page { pages.append(Page(file: page)) }
    switch file.outcome {
    case .failed(let finding):
      failedFiles += 1
      findings.append(finding)
      pages.append(Page(file: Gallery.File(path: file.path, failure: finding.message)))
    case .unusable(let failure):
      let reason = failure.messages.joined(separator: "; ")
      refusesNamed = refusesNamed || isNamed
      skippedFiles.append((file.path, reason))
      pages.append(Page(file: Gallery.File(path: file.path, refusal: reason)))
    case .checked(let problems, let screens):
      usableFiles += 1
      usablePaths.append(file.path)
      let range = add(problems)
      if file.page != nil { pages[pages.count - 1].problems = range }
      for screen in screens {
        let range = add(screen, of: file.path)
        if file.page != nil { pages[pages.count - 1].screens.append(range) }
      }
    }
  }

  /// Whether there is a new finding of at least this severity.
  func hasFinding(atLeast severity: FindingSeverity) -> Bool {
    findings.contains { $0.severity >= severity && !$0.isKnown }
  }

  /// Whether there are results to print.
  var hasResults: Bool { usableFiles > 0 || failedFiles > 0 || !filesNotChecked.isEmpty }

  /// Adds findings.
  ///
  /// - Returns: the indices of the findings among all.
  private mutating func add(_ more: [Finding]) -> Range<Int> {
    let first = findings.count
    for var finding in more {
      finding.isKnown = comparison?.takes(finding) ?? false
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
    return add(screen.findings)
  }
}

// MARK: - Text

extension CheckReport {
  /// The largest number of fixed problems that are listed; more are only counted.
  ///
  /// A baseline may have any author and any length.
  private static let goneMax = 20
  private static let goneTextMax = 300

  /// Returns the text about the findings added since the last call; nil when there are none.
  mutating func newText(_ palette: Palette) -> String? {
    let new = findings[printed...]
    printed = findings.count
    let lines = new.filter { !$0.isKnown }.flatMap { $0.lines(palette) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The text after those about findings.
  var closingText: String {
    var lines: [String] = []
    if let known {
      lines += known.gone.prefix(Self.goneMax).map {
        Printable.line("\(known.path): note: not there any more: ")
          + ShownText.line($0.text, upTo: Self.goneTextMax)
      }
      let rest = known.gone.count - Self.goneMax
      if rest > 0 {
        lines.append(
          Printable.line(
            "\(known.path): note: +\(ShownNumber.counted(rest, "more problem")) not there any more")
        )
      }
    }
    for item in unsupported {
      lines.append(
        Printable.line(
          "\(item.file): note: \(item.screen): not checked: "
            + item.features.joined(separator: ", ")))
    }
    lines.append(summary)
    return lines.joined(separator: "\n")
  }

  /// A text such as `2 files, 3 screens, 24 configurations, 1 error`.
  var summary: String {
    var last = [
      ShownNumber.counted(usableFiles, "file"), ShownNumber.counted(screens, "screen"),
      ShownNumber.counted(configurations, "configuration"), counts,
    ]
    if let knownText { last.append(knownText) }
    if undecided > 0 { last.append("\(undecided) undecided: more work than the oracle may do") }
    if !unsupported.isEmpty { last.append("\(unsupported.count) not checked") }
    if !skippedFiles.isEmpty {
      last.append("\(ShownNumber.counted(skippedFiles.count, "file")) not usable")
    }
    if failedFiles > 0 {
      last.append("\(ShownNumber.counted(failedFiles, "file")) not checked to the end")
    }
    if !filesNotChecked.isEmpty {
      last.append("stopped with \(ShownNumber.counted(filesNotChecked.count, "file")) not checked")
    }
    return last.joined(separator: ", ")
  }

  /// A text such as `2 errors, 1 warning`.
  private var counts: String {
    let parts = FindingSeverity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : ShownNumber.counted(count, severity.rawValue)
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}

extension CheckReport.Finding {
  /// Returns the lines of the finding; most terminals and editors link the first one.
  fileprivate func lines(_ palette: Palette) -> [String] {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    let screen = self.screen.map { "\($0): " } ?? ""
    let word = "\(severity.rawValue):"
    let shown = severity == .error ? palette.red(word) : palette.bold(word)
    var lines = [
      Printable.line("\(file)\(place): ") + shown
        + Printable.line(" \(screen)\(message) (\(rule.id))")
    ]
    if let first = configurations.first { lines.append("    " + whereItShows(first)) }
    lines += details.map { Printable.line("    \($0)") }
    return lines + (command.map { [Printable.line("    \($0)")] } ?? [])
  }

  private func whereItShows(_ first: String) -> String {
    let count = configurations.count
    let list =
      count == 1 || count == configurationCount ? first : "first \(first)"
    let stress = isStressOnly ? "; no text of the document shows it" : ""
    let share =
      count == configurationCount
      ? "in all \(count) configurations" : "in \(count) of \(configurationCount) configurations"
    return count == configurationCount ? share : "\(share): \(list)\(stress)"
  }
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
      "schema": .number(CheckReport.schema), "files": .number(usableFiles),
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
      "explain": command.map { .string($0) } ?? .null, "isKnown": .bool(isKnown),
    ]
  }
}
