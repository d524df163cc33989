// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Supervision

/// The part of `report.md` that requires a run of the subject.
package struct ReportBody: Sendable, Hashable {
  /// Items for the list at the top of the page.
  package var facts: [String] = []
  /// The sections with their headings; the one about the certificate is last.
  package var sections: [String] = []

  package init(facts: [String] = [], sections: [String] = []) {
    self.facts = facts
    self.sections = sections
  }
}

extension FindingReport {
  /// Returns the text of `report.md`.
  ///
  /// - Parameters:
  ///   - finding: the record of the finding.
  ///   - body: the part that requires a run; empty where the failure could not be repeated.
  ///   - hasCertificate: whether `certificate.json` is in the folder.
  ///   - folder: the folder of the finding.
  /// - Returns: Markdown with a line break at its end.
  package static func page(
    _ finding: FindingRecord, _ body: ReportBody, hasCertificate: Bool, folder: String
  ) -> String {
    var sections = [head(finding, body.facts, folder).joined(separator: "\n")] + body.sections
    if hasCertificate {
      let files = ["certificate.json", "case.json"].map { ShellWord.path("\(folder)/\($0)") }
      let command = "layoutfuzz verify " + files.joined(separator: " ")
      sections.append("Check the certificate: \(MarkdownCode.span(command)).")
    }
    let work = minimization(finding.minimization)
    if !work.isEmpty { sections.append(work.joined(separator: "\n")) }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func head(
    _ finding: FindingRecord, _ facts: [String], _ folder: String
  ) -> [String] {
    let cause = finding.cause.map { ", \($0)" } ?? ""
    return [
      "# \(finding.accused): \(finding.verdict)\(cause)", "",
      ShownText.sentence(finding.summary), "",
      "- Replay: " + MarkdownCode.span(finding.replayCommand(of: folder)),
      "- Signature: `\(finding.signature)`",
      "- Size: \(finding.minimized.text); as it was found: \(finding.original.text) "
        + "(`\(finding.subject.originalName)`)",
      "- Minimization: " + finding.minimizationWords,
    ] + rate(finding) + facts + foundBy(finding) + ["- Version: \(finding.toolVersion)"]
  }

  private static func rate(_ finding: FindingRecord) -> [String] {
    guard let rate = finding.rate, rate.isPartial else { return [] }
    return ["- Rate: \(rate.text)"]
  }

  private static func foundBy(_ finding: FindingRecord) -> [String] {
    guard let seed = finding.seed, let index = finding.caseIndex else { return [] }
    if finding.subject != .layout {
      let source = finding.profile.map { ", generated from \($0)" } ?? ""
      return ["- Found by: seed \(seed), case \(index)\(source)"]
    }
    // The layout may have been changed since, but its edits follow from seed and case.
    if finding.accused == CasePhase.session.partName {
      return ["- Edits of the stored layout: as seed \(seed) draws them for case \(index)"]
    }
    let profile = finding.profile.map { ", profile \($0)" } ?? ""
    return ["- Found by: seed \(seed), case \(index)\(profile)"]
  }

  private static func minimization(_ minimization: FindingRecord.Minimization) -> [String] {
    var lines: [String] = []
    if minimization.explanationIsCut {
      lines.append("Which numbers matter was \(MinimizingWords.explanationCut).")
    } else if !minimization.indifferent.isEmpty {
      let places = minimization.indifferent.map(ReportBody.quoted).joined(separator: ", ")
      lines.append("These numbers do not matter; others fail in the same way: \(places).")
    }
    let rows = minimization.reducers.filter { $0.attempts > 0 }.map {
      [$0.name, "\($0.attempts)", "\($0.successes)"]
    }
    if !rows.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += ReportBody.table(["reducer", "runs", "steps"], rows)
    }
    return lines.isEmpty ? [] : ["## Minimization", ""] + lines
  }
}

extension ReportBody {
  /// Returns the text between backticks.
  static func quoted(_ text: String) -> String {
    "`\(text.mappingScalars { $0 == "`" || Character($0).isNewline ? " " : nil })`"
  }

  /// Returns the lines of a table.
  static func table(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows).map { row in
      "| " + row.map(cell).joined(separator: " | ") + " |"
    }
  }

  private static func cell(_ text: String) -> String {
    text.mappingScalars { $0 == "|" ? "\\|" : (Character($0).isNewline ? " " : nil) }
  }
}
