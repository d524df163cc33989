// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A report as GitHub-flavoured Markdown, for the summary of a step in continuous integration.
package enum MarkdownReport {
  /// The largest number of listed findings; further ones are counted, since a step summary has room
  /// for 1 MB.
  package static let findingsMax = 100
  private static let textMax = 400

  /// Returns the report with a line break at its end.
  package static func text(_ report: Report) -> String {
    var lines = ["# LayoutFuzz", "", "**\(escaped(report.verdict))**"]
    for run in report.runs { lines += [""] + text(run) }
    lines += self.lines(of: report.problems)
    let findings = report.listed
    if !findings.isEmpty { lines += ["", "## Findings", ""] + table(findings) }
    for finding in findings.prefix(Self.findingsMax) { lines += [""] + text(finding) }
    return document(lines)
  }

  /// Returns the lines as a document with the mark of the tools, which viewers hide.
  package static func document(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n") + "\n\n"
    return text + ReportMark.seal(of: text)
  }

  /// Returns the section about faults of a run; empty without any.
  package static func lines(of problems: [Report.Problem]) -> [String] {
    if problems.isEmpty { return [] }
    return ["", "## Problems", ""]
      + problems.map { problem in
        let place = problem.path.map { " (\(code($0)))" } ?? ""
        return "- \(problem.kind.rawValue): \(escaped(problem.message))\(place)"
      }
  }

  private static func text(_ run: Report.Run) -> [String] {
    guard let campaign = run.campaign else {
      return ["\(code(run.folder)): \(escaped(run.kind))."]
    }
    var lines = [
      "\(code(run.folder)): seed \(campaign.seed), "
        + "\(ShownNumber.counted(campaign.cases, "case")), digest \(code(campaign.digest))."
    ]
    for part in campaign.strategyTables {
      let cells = part.rows.map {
        [code($0.name)] + $0.counts.map { ShownNumber.grouped($0.value) }
      }
      lines += [""] + table(["strategy"] + part.titles, cells)
    }
    if let canary = campaign.canary {
      lines += [
        "", "Canary \(code(canary.name)): \(canary.isCaught ? "caught" : "**not caught**").",
      ]
    }
    return lines
  }

  private static func table(_ findings: [ReportFinding]) -> [String] {
    let rows = findings.prefix(Self.findingsMax).enumerated().map { index, finding in
      [
        "\(index + 1)", code(finding.subject), escaped(finding.stateStart + finding.verdict),
        escaped(finding.sentence),
        finding.minimized.text
          + (MinimizingWords.reservation(finding.minimization.end) == nil
            ? "" : " (\(escaped(MinimizingWords.end(finding.minimization.end))))"),
        finding.caseCount.map { ShownNumber.grouped($0) } ?? "",
        finding.since.map { "\($0.first.date)" } ?? "",
      ]
    }
    var lines = table(["", "who", "verdict", "what", "size", "cases", "first seen"], rows)
    let rest = findings.count - Self.findingsMax
    if rest > 0 { lines += ["", "+\(ShownNumber.counted(rest, "more finding"))"] }
    return lines
  }

  private static func text(_ finding: ReportFinding) -> [String] {
    let history = finding.history.map { "; \(escaped($0))" }.joined()
    return [
      "- \(code(finding.signature)): \(escaped(finding.summary))\(history). Replay: "
        + code(finding.replayCommand, upTo: .max)
    ]
  }

  // MARK: - Text

  /// Returns the lines of a table.
  ///
  /// `titles` are texts, and the cells of rows are Markdown (`escaped`, `code`).
  package static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    MarkdownTable.lines(titles.map(escaped), rows)
  }

  /// Returns the text with markup and the ends of cells escaped.
  package static func escaped(_ text: String) -> String {
    ShownText.line(text, upTo: textMax).mappingScalars { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "$", "@": "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      default: nil
      }
    }
  }

  /// Returns the text as code: between backticks, or as HTML with entities.
  ///
  /// HTML is for texts with characters that end code, a cell of a table or a tag.
  package static func code(_ text: String, upTo count: Int = textMax) -> String {
    let line = count == .max ? ShownText.line(text) : ShownText.line(text, upTo: count)
    guard !line.utf8.contains(where: { "|`<>&".utf8.contains($0) }) else {
      let escaped = Markup.escaped(line).mappingScalars { scalar in
        scalar == "|" || scalar == "`" || scalar == "\\" ? "&#\(scalar.value);" : nil
      }
      return "<code>\(escaped)</code>"
    }
    return line.isEmpty ? "" : "`\(line)`"
  }
}
