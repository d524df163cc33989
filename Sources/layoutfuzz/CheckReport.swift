// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import CorpusStore
import LayoutModel
import Reporting

/// What `check` says about its inputs: findings in the order of files and screens.
struct CheckReport {
  /// One thing that the author of a screen has to mend.
  struct Finding {
    let rule: LayoutRule
    let severity: FindingSeverity
    let file: String
    let location: SourceLocation?
    let screen: String?
    /// One sentence without a full stop.
    let message: String
    /// The ids of what it is about: constraints of a conflict, views else.
    let involved: [String]
    /// One line each.
    let details: [String]
    /// In which configurations it shows, nearest first; empty when there is only one.
    let configurations: [CheckConfiguration]
    /// How many there were.
    let configurationCount: Int
    /// Whether it only shows with texts that nobody wrote.
    let isStressOnly: Bool
    /// The command that tells more about it, in the nearest configuration; nil where there is none.
    let command: String?
    /// What it is known by from one run to the next, beside its file; see `CheckBaseline`.
    let identity: CheckBaseline.Key
    /// Whether a baseline has it.
    var isKnown = false
  }

  /// The size that case files were given in the place of their own.
  let caseSize: LayoutSize?

  init(caseSize: LayoutSize?) { self.caseSize = caseSize }

  var findings: [Finding] = []
  private(set) var usableFiles = 0
  /// Whether a file of the command line cannot be used.
  private(set) var refusesNamed = false
  /// Why files cannot be used.
  private(set) var refusals: [CommandFailure] = []
  private var skippedFiles: [(file: String, reason: String)] = []
  private var screens = 0
  private var configurations = 0
  private var undecided = 0
  private var unsupported: [(file: String, screen: String, features: [String])] = []

  /// One message a line about what was asked for and changes nothing.
  private(set) var remarks: [String] = []

  /// The baseline that findings were compared with: its file, and what it has that is not there any more; nil
  /// without one.
  var known: (path: String, gone: [CheckBaseline.Entry])?
  /// What the baseline has of files and screens that were not judged as a whole.
  var unjudged: [CheckBaseline.Entry] = []
  private(set) var usablePaths: [String] = []
  private(set) var screenIDs: Set<String> = []
  /// File and id of screens that nothing, or not everything, is known of.
  private(set) var halfJudged: Set<[String]> = []

  /// A file as a gallery shows it, and where its findings are among all: those of the document itself, then those of each
  /// screen.
  struct Page {
    let file: Gallery.File
    var problems = 0..<0
    var screens: [Range<Int>] = []
  }

  /// Empty without a gallery.
  private(set) var pages: [Page] = []

  mutating func add(_ file: CheckedFile, isNamed: Bool) {
    if let page = file.page { pages.append(Page(file: page)) }
    if let remark = file.remark { remarks.append("\(file.path): note: \(remark)") }
    switch file.outcome {
    case .internalError: break
    case .unusable(let failure):
      let reason = failure.messages.joined(separator: "; ")
      refusals.append(failure)
      refusesNamed = refusesNamed || isNamed
      skippedFiles.append((file.path, reason))
      pages.append(Page(file: Gallery.File(path: file.path, refusal: reason)))
    case .layoutCase(let screen):
      usableFiles += 1
      usablePaths.append(file.path)
      add(screen, of: file.path, isOnPage: file.page != nil)
    case .document(let document):
      usableFiles += 1
      usablePaths.append(file.path)
      let first = findings.count
      for problem in document.problems { add(problem, of: file.path, document.configurations) }
      if file.page != nil { pages[pages.count - 1].problems = first..<findings.count }
      for screen in document.screens {
        add(screen, of: file.path, isOnPage: file.page != nil)
      }
    }
  }

  /// Whether there is a finding as bad as that, or worse, which no baseline has.
  func hasFinding(atLeast severity: FindingSeverity) -> Bool {
    findings.contains { $0.severity >= severity && !$0.isKnown }
  }

  private mutating func add(
    _ problem: DocumentReport.Problem, of file: String, _ configurations: Int
  ) {
    let diagnostic = problem.diagnostic
    let rule = LayoutRule(rawValue: diagnostic.rule.rawValue) ?? .input
    // What is so everywhere is said of the document, not of configurations.
    let isEverywhere = problem.configurations.count == configurations
    findings.append(
      Finding(
        rule: rule, severity: diagnostic.severity == .error ? .error : .warning, file: file,
        location: diagnostic.location, screen: nil, message: diagnostic.message, involved: [],
        details: [], configurations: isEverywhere ? [] : problem.configurations,
        configurationCount: isEverywhere ? 1 : configurations, isStressOnly: false,
        command: nil,
        identity: .init(
          file: file, screen: "", rule: rule.id, objects: [], aspect: diagnostic.message)))
  }

  private mutating func add(_ screen: ScreenReport, of file: String, isOnPage: Bool) {
    let first = findings.count
    defer { if isOnPage { pages[pages.count - 1].screens.append(first..<findings.count) } }
    screens += 1
    screenIDs.insert(screen.id ?? screen.name ?? "")
    if !screen.unsupported.isEmpty || screen.undecided > 0 {
      halfJudged.insert([file, screen.id ?? screen.name ?? ""])
    }
    guard screen.unsupported.isEmpty else {
      unsupported.append((file, screen.name ?? "", screen.unsupported))
      return
    }
    configurations += screen.configurations
    undecided += screen.undecided
    for found in screen.findings {
      let finding = found.finding
      findings.append(
        Finding(
          rule: finding.rule, severity: found.severity, file: file,
          location: finding.location ?? screen.location, screen: screen.name,
          message: finding.message, involved: finding.key.objects, details: finding.details,
          configurations: screen.configurations == 1 ? [] : found.configurations,
          configurationCount: screen.configurations, isStressOnly: !found.showsAsIs,
          command: command(file, screen, found),
          identity: .init(
            file: file, screen: screen.id ?? screen.name ?? "", rule: finding.rule.id,
            objects: finding.cause.sorted(), aspect: finding.distinction)))
    }
  }

  /// `layoutfuzz explain Main.storyboard --scope abc-12-xyz --device retina4_0`
  private func command(
    _ file: String, _ screen: ScreenReport, _ found: ScreenReport.Finding
  ) -> String {
    var words = ["layoutfuzz", "explain", file]
    if let id = screen.id { words += ["--scope", id] }
    words += found.configurations.first?.options(size: screen.id == nil ? caseSize : nil) ?? []
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

// MARK: - Text

extension CheckReport {
  /// More problems that are gone are counted: a baseline may be of anybody, and of any length.
  private static let goneMax = 20
  private static let goneTextMax = 300

  func text(_ palette: Palette) -> String {
    var lines: [String] = []
    for finding in findings where !finding.isKnown { lines += finding.lines(palette) }
    if let known {
      lines += known.gone.prefix(Self.goneMax).map {
        Printable.line("\(known.path): note: not there any more: ")
          + ReportText.line($0.text, upTo: Self.goneTextMax)
      }
      let rest = known.gone.count - Self.goneMax
      if rest > 0 {
        lines.append(
          Printable.line(
            "\(known.path): note: +\(Readable.counted(rest, "more problem")) not there any more"))
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

  /// `2 files, 3 screens, 24 configurations, 1 error`
  var summary: String {
    var last = [
      Readable.counted(usableFiles, "file"), Readable.counted(screens, "screen"),
      Readable.counted(configurations, "configuration"), counts,
    ]
    if let knownText { last.append(knownText) }
    if undecided > 0 { last.append("\(undecided) undecided: more work than the oracle may do") }
    if !unsupported.isEmpty { last.append("\(unsupported.count) not checked") }
    if !skippedFiles.isEmpty {
      last.append("\(Readable.counted(skippedFiles.count, "file")) not usable")
    }
    return last.joined(separator: ", ")
  }

  /// `2 errors, 1 warning`
  private var counts: String {
    let parts = FindingSeverity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : Readable.counted(count, severity.rawValue)
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}

extension CheckReport.Finding {
  /// The first line can be clicked in most terminals and editors.
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

  private func whereItShows(_ first: CheckConfiguration) -> String {
    let count = configurations.count
    let list =
      count == 1 || count == configurationCount ? first.name : "first \(first.name)"
    let stress = isStressOnly ? "; no text of the document shows it" : ""
    let share =
      count == configurationCount
      ? "in all \(count) configurations" : "in \(count) of \(configurationCount) configurations"
    return count == configurationCount ? share : "\(share): \(list)\(stress)"
  }
}

// MARK: - JSON

extension CheckReport {
  /// The number of the form of the JSON value; it changes when a member goes or changes its meaning.
  static let schema = 1

  var json: JSONValue {
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
      "involved": .array(involved.map { .string($0) }),
      "details": .array(details.map { .string($0) }),
      "configurations": .array(configurations.map { .string($0.name) }),
      "configurationCount": .number(configurationCount),
      "explain": command.map { .string($0) } ?? .null, "isKnown": .bool(isKnown),
    ]
  }
}
