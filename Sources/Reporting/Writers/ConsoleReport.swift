// SPDX-License-Identifier: MIT

import Display

/// A report for a terminal: lines that fit its width, with colours if wanted and no other control
/// characters.
///
/// Commands are never broken or cut, because people copy them.
package struct ConsoleReport: Sendable {
  /// The largest number of listed findings; the page has all.
  package static let findingsMax = 100
  /// The least width; narrower terminals get lines that are too long.
  package static let widthMin = 40

  /// The largest number of characters of a column's heading, longer than those of any campaign.
  private static let titleMax = 16

  private let width: Int
  private let colours: Bool

  /// - Parameters:
  ///   - width: the number of columns of the terminal.
  ///   - colours: whether to write colour codes.
  package init(width: Int = 100, colours: Bool = false) {
    self.width = max(Self.widthMin, width)
    self.colours = colours
  }

  /// Returns the report with a line break at its end.
  package func text(_ report: Report) -> String {
    var lines = wrapped(report.verdict).map { code(report.isClean ? "32" : "31", $0) }
    for run in report.runs { lines += [""] + text(run) }
    for problem in report.problems {
      let place = problem.path.map { "\($0): " } ?? ""
      lines += [""] + wrapped("\(problem.kind.rawValue): \(place)\(problem.message)", hanging: 2)
    }
    let findings = report.listed
    for (index, finding) in findings.prefix(Self.findingsMax).enumerated() {
      lines += [""] + text(finding, number: index + 1)
    }
    let rest = findings.count - Self.findingsMax
    if rest > 0 { lines += ["", "+\(ShownNumber.counted(rest, "more finding"))"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ run: Report.Run) -> [String] {
    guard let campaign = run.campaign else {
      return wrapped("\(run.folder): \(run.kind)", hanging: 2)
    }
    var lines = wrapped(
      "\(run.folder): seed \(campaign.seed), \(ShownNumber.counted(campaign.cases, "case")), "
        + "digest \(campaign.digest)", hanging: 2)
    for part in campaign.strategyTables {
      lines += table(
        ["strategy"] + part.titles,
        part.rows.map { [$0.name] + $0.counts.map { ShownNumber.grouped($0.value) } })
    }
    if let canary = campaign.canary {
      let outcome = canary.isCaught ? "caught" : "not caught"
      lines += wrapped("canary \(canary.name): \(outcome)", indent: 2)
    }
    return lines
  }

  private func text(_ finding: ReportFinding, number: Int) -> [String] {
    let times = finding.frequency.map { ", \($0)" } ?? ""
    let head = wrapped(
      "\(number)  \(finding.stateStart)\(finding.subject): \(finding.verdict)\(times)", hanging: 3)
    return head.map { code("1", $0) }
      + wrapped(finding.sentence, indent: 3) + wrapped(finding.sizeSentence, indent: 3)
      + (finding.moreText.map { wrapped("\($0) stored", indent: 3) } ?? [])
      + (finding.since.map { wrapped("first seen in \($0.text)", indent: 3) } ?? [])
      + ["   " + ShownText.line(finding.replayCommand)]
  }

  // MARK: - Columns

  /// Returns a table whose first column is cut until the whole fits; numbers are aligned right.
  private func table(_ header: [String], _ rows: [[String]]) -> [String] {
    let cells = ([header] + rows).map { row in
      row.enumerated().map { ShownText.line($1, upTo: $0 == 0 ? width : Self.titleMax) }
    }
    let others = header.indices.dropFirst().reduce(0) { sum, column in
      sum + 2 + (cells.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0)
    }
    let first = max(8, width - 2 - others)
    let fitting = cells.map { [ShownText.line($0[0], upTo: first)] + $0.dropFirst() }
    return TextTable(fitting).lines.map { "  " + $0 }
  }

  /// Returns the text in lines of at most the width, broken between words if possible.
  ///
  /// `indent` is the number of spaces before each line, `hanging` that before all lines but the
  /// first, if different.
  private func wrapped(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    let start = String(repeating: " ", count: hanging ?? indent)
    var isFirst = true
    for word in ShownText.line(text).split(separator: " ", omittingEmptySubsequences: false) {
      var word = word
      if !isFirst, line.count + 1 + word.count > width {
        lines.append(line)
        line = start
      } else if !isFirst {
        line += " "
      }
      isFirst = false
      while line.count + word.count > width {
        let room = max(1, width - line.count)
        lines.append(line + word.prefix(room))
        word = word.dropFirst(room)
        line = start
      }
      line += word
    }
    return lines + [line]
  }

  private func code(_ number: String, _ line: String) -> String {
    colours ? "\u{1B}[\(number)m\(line)\u{1B}[0m" : line
  }
}
