// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import Reporting
import ToolSupport

/// The reports of `check` in the formats of other programs.
///
/// They have the listed findings, and known ones as suppressed.
struct CheckFormats {
  /// The key of the fingerprints; its number changes with the identity of problems.
  static let fingerprint = "layoutfuzzProblem/v1"

  private let report: CheckReport
  private let selection: CheckSelection
  /// The findings about screens and documents.
  private let findings: [CheckReport.Finding]

  init(_ report: CheckReport, _ selection: CheckSelection) {
    self.report = report
    self.selection = selection
    findings = CheckEntry.sorted(
      report.findings.filter { $0.severity >= selection.least && $0.rule != .internal })
  }

  /// Returns the report in a format that does not depend on a terminal; a text is complete.
  func bytes(_ format: ReportFormat) -> [UInt8] {
    switch format {
    case .console:
      let text = CheckText(report, selection, Palette(isOn: false), isUnlimited: true).text
      return Array((Printable.text(text) + "\n").utf8)
    case .json: return Array(JSONText.document(report.json).utf8)
    case .sarif: return sarif.bytes
    case .junit: return Array(junit.text.utf8)
    case .github: return Array(annotations.utf8)
    case .markdown: return Array(markdown.utf8)
    case .html: return Array(GalleryPage.html(report.gallery(selection)).utf8)
    }
  }

  // MARK: - Faults of the run

  /// The files that were not checked, or not completely.
  private var faults: [Report.Problem] {
    report.findings.filter { $0.rule == .internal }.map {
      Report.Problem(.internalError, $0.message, path: $0.shownPath)
    }
      + report.skippedFiles.filter { !$0.hasFinding }.map {
        Report.Problem(.unreadable, $0.reason, path: ShownPath.relative($0.file))
      }
      + report.filesNotChecked.map {
        Report.Problem(.unfinished, "not checked", path: ShownPath.relative($0))
      }
  }

  // MARK: - Formats

  var sarif: SARIFLog {
    var log = SARIFLog(toolVersion: ToolVersion.current, fingerprintKey: Self.fingerprint)
    let found = Set(findings.map(\.rule))
    log.rules = LayoutRule.allCases.filter(found.contains).map {
      .init(id: $0.id, text: $0.summary, level: $0.severity.sarifLevel)
    }
    log.results = findings.map { finding in
      var result = SARIFLog.Result(
        rule: finding.rule.id, level: finding.severity.sarifLevel, message: finding.sentences,
        path: finding.shownPath, fingerprint: finding.identityText)
      result.line = finding.location?.line ?? 1
      result.column = finding.location?.column
      if report.known != nil { result.baselineState = finding.isKnown ? "unchanged" : "new" }
      if finding.isKnown {
        result.suppression = finding.reason ?? "a known problem of the baseline"
      }
      if let command = finding.command {
        result.properties.append(.init(key: "explain", value: .string(command)))
      }
      if !finding.configurations.isEmpty {
        result.properties.append(
          .init(key: "configurations", value: .strings(finding.configurations)))
      }
      return result
    }
    log.notifications = faults.map {
      .init(id: $0.kind.rawValue, message: $0.message, path: $0.path)
    }
    return log
  }

  /// A failed test for each finding, and a passed one for each file without any.
  var junit: JUnitDocument {
    var document = JUnitDocument()
    document.properties = [(name: "toolVersion", value: ToolVersion.current)]
    document.tests = findings.map { finding in
      let lines = CheckEntry(finding: finding).lines(Palette(isOn: false), .unlimited)
      let place = finding.location.map { " (line \($0.line))" } ?? ""
      return JUnitDocument.Test(
        classname: finding.shownPath,
        name: "\(finding.rule.id): \(finding.subjectAndTitle)\(place)",
        file: finding.shownPath,
        outcome: finding.isKnown
          ? .accepted(
            message: finding.reason.map { "accepted: \($0)" }
              ?? "known: \(finding.subjectAndTitle)", lines: lines)
          : .failure(type: finding.rule.id, message: finding.subjectAndTitle, lines: lines))
    }
    document.tests += faults.map {
      JUnitDocument.Test(
        classname: $0.path ?? "", name: $0.kind.rawValue,
        outcome: .error(type: $0.kind.rawValue, message: $0.message))
    }
    document.tests += report.unsupported.map {
      JUnitDocument.Test(
        classname: ShownPath.relative($0.file), name: $0.screen,
        outcome: .skipped(message: $0.features.joined(separator: ", ")))
    }
    let failing = Set(findings.map(\.file))
    document.tests += report.usablePaths.filter { !failing.contains($0) }.map {
      JUnitDocument.Test(
        classname: ShownPath.relative($0), name: "no listed findings", outcome: .passed)
    }
    return document
  }

  var annotations: String {
    var annotations = faults.map {
      AnnotationReport.Annotation(
        kind: "error", title: "LayoutFuzz: \($0.kind.rawValue)", file: $0.path,
        message: $0.message)
    }
    annotations += findings.filter { !$0.isKnown }.map { finding in
      var annotation = AnnotationReport.Annotation(
        kind: finding.severity == .note ? "notice" : finding.severity.rawValue,
        title: "LayoutFuzz: \(finding.rule.id)", file: finding.shownPath,
        message: finding.sentences)
      annotation.line = finding.location?.line
      annotation.column = finding.location?.column
      return annotation
    }
    return AnnotationReport.text(annotations)
  }

  var markdown: String {
    var lines = ["# LayoutFuzz", "", "**\(MarkdownReport.escaped(report.summary))**"]
    if let conflict = report.conflictLine { lines += ["", conflict] }
    if let known = report.knownLine { lines += ["", MarkdownReport.escaped(known)] }
    if let hidden = report.hiddenLine(selection) { lines += ["", MarkdownReport.escaped(hidden)] }
    lines += MarkdownReport.lines(of: faults)
    let new = findings.filter { !$0.isKnown }
    if new.isEmpty { return MarkdownReport.document(lines) }
    lines += ["", "## Findings", ""]
    let rows = new.prefix(MarkdownReport.findingsMax).map { finding in
      let place = finding.location.map { ":\($0.line)" } ?? ""
      return [
        finding.severity.rawValue, finding.rule.id, MarkdownReport.code(finding.shownPath + place),
        MarkdownReport.escaped(finding.subjectAndTitle),
        MarkdownReport.escaped(CheckEntry(finding: finding).whereItShows ?? ""),
        MarkdownReport.escaped(finding.wording.fixes.joined(separator: "; or ")),
      ]
    }
    lines += MarkdownReport.table(["severity", "rule", "place", "what", "where", "fix"], rows)
    let rest = new.count - MarkdownReport.findingsMax
    if rest > 0 { lines += ["", "+\(ShownNumber.grouped(rest)) more findings"] }
    return MarkdownReport.document(lines)
  }
}

extension CheckReport.Finding {
  /// The screen, the subject and its state, in one line.
  fileprivate var subjectAndTitle: String { (screen.map { "\($0): " } ?? "") + wording.title }

  /// The finding in a few sentences: where it shows, a fix, and the command that explains it.
  fileprivate var sentences: String {
    var sentences = [subjectAndTitle]
    if let place = CheckEntry(finding: self).whereItShows { sentences.append("Where: \(place)") }
    if !wording.fixes.isEmpty {
      sentences.append("Fix (\(verification)): \(wording.fixes.joined(separator: "; or "))")
    }
    if let command { sentences.append(command) }
    return sentences.joined(separator: ". ")
  }

  /// The identity from one run to the next, without lines and numbers.
  fileprivate var identityText: String {
    var key = identity
    key.file = shownPath
    return key.text
  }
}

extension FindingSeverity {
  fileprivate var sarifLevel: SARIFLog.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
