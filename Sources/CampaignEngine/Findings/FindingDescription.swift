// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Supervision

/// The texts about a failure that require a run of its subject.
package struct FindingDescription: Sendable, Hashable {
  /// The failure in one sentence without a full stop.
  package var sentence: String
  /// Items for the list at the top of the page.
  package var facts: [String] = []
  /// The sections with their headings; the one about the certificate is last.
  package var sections: [String] = []
  /// The text of `certificate.json`; nil without one.
  package var certificate: [UInt8]?

  package init(_ sentence: String, facts: [String] = [], sections: [String] = []) {
    self.sentence = sentence
    self.facts = facts
    self.sections = sections
  }

  /// The description of a failure that could not be repeated.
  package static let notRepeated = FindingDescription("the failure did not show again")
}

extension FindingReport {
  /// Returns the text of `report.md`.
  ///
  /// - Parameters:
  ///   - finding: the record of the finding.
  ///   - description: the texts about its failure; those of a run of the smallest subject.
  ///   - folder: the folder of the finding.
  /// - Returns: Markdown with a line break at its end.
  package static func page(
    _ finding: FindingRecord, _ description: FindingDescription, folder: String
  ) -> String {
    var sections = [head(finding, description.facts, folder).joined(separator: "\n")]
    sections += description.sections
    if description.certificate != nil {
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
    guard let rate = finding.rate, rate.isUncertain else { return [] }
    return ["- Rate: \(rate.text)"]
  }

  private static func foundBy(_ finding: FindingRecord) -> [String] {
    guard let seed = finding.seed, let index = finding.caseIndex else { return [] }
    if finding.subject != .layout {
      let source = finding.profile.map { ", generated from \($0)" } ?? ""
      return ["- Found by: seed \(seed), case \(index)\(source)"]
    }
    // The layout may have been changed since, but its edits follow from seed and case.
    if finding.failure.accused == .part(.session) {
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
      let places = minimization.indifferent.map(MarkdownCode.span).joined(separator: ", ")
      lines.append("These numbers do not matter; others fail in the same way: \(places).")
    }
    let rows = minimization.reducers.filter { $0.attempts > 0 }.map {
      [$0.name, "\($0.attempts)", "\($0.successes)"]
    }
    if !rows.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += MarkdownTable.lines(["reducer", "runs", "steps"], rows)
    }
    return lines.isEmpty ? [] : ["## Minimization", ""] + lines
  }
}
