// SPDX-License-Identifier: MIT

import Display

/// A comparison as GitHub-flavoured Markdown, for the summary of a step in continuous integration.
package enum ComparisonMarkdown {
  /// The largest number of rows; further ones are only counted.
  package static let rowsMax = 100

  /// Returns the report with a line break at its end.
  package static func text(_ report: ComparisonReport) -> String {
    var lines = ["# layoutbench"]
    for part in report.parts {
      lines += ["", "## \(MarkdownReport.escaped(part.title))", ""]
      lines += ["**\(MarkdownReport.escaped(part.verdict))**"]
      for warning in part.warnings {
        lines += ["", "> **\(MarkdownReport.escaped(warning))**"]
      }
      if !part.judging.isEmpty, !part.rows.isEmpty {
        lines += ["", MarkdownReport.escaped(part.judging)]
      }
      lines += rows(part) + sides(part) + gaps(part) + growth(part)
      if let control = part.control {
        lines += ["", MarkdownReport.escaped(control.sentence) + "."]
      }
      if !part.facts.isEmpty {
        let facts = part.facts.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
        lines += ["", MarkdownReport.escaped(facts) + "."]
      }
      if !part.notes.isEmpty {
        lines += [""] + part.notes.map { "- \(MarkdownReport.escaped($0))" }
      }
    }
    if report.parts.isEmpty { lines += ["", report.verdict] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func rows(_ part: ComparisonPart) -> [String] {
    guard !part.rows.isEmpty else { return [] }
    var lines =
      [""]
      + MarkdownReport.header(
        ["instance", "side", part.baseline, "candidate", "candidate / baseline", "verdict"])
    for row in part.rows.prefix(rowsMax) {
      lines.append(
        MarkdownReport.line([
          MarkdownReport.code(row.instance), MarkdownReport.code(row.side),
          row.baselineCost.map { MeasuredText.time(nanoseconds: $0) } ?? "-",
          row.cost.map { MeasuredText.time(nanoseconds: $0) } ?? "-",
          row.cpu.map { MeasuredText.ratio($0.estimate) } ?? "-",
          MarkdownReport.escaped(
            [row.cpu?.verdict.rawValue ?? "", row.note].filter { !$0.isEmpty }
              .joined(separator: "; ")),
        ]))
    }
    let rest = part.rows.count - rowsMax
    return rest > 0 ? lines + ["", "+\(ShownNumber.grouped(rest)) more rows"] : lines
  }

  private static func sides(_ part: ComparisonPart) -> [String] {
    guard part.sides.contains(where: { $0.problems > 0 }) else { return [] }
    var lines =
      [""]
      + MarkdownReport.header(
        ["side", "solved", "feasible", "given up", "stopped", "wins"])
    for (number, side) in part.sides.enumerated() {
      let all = Double(max(1, side.problems))
      let shares = [side.solved, side.feasible, side.gaveUp, side.stopped].map {
        MeasuredText.percent(Double($0) / all)
      }
      let wins = part.instances.count { $0.winners.contains(number) }
      lines.append(
        MarkdownReport.line([MarkdownReport.code(side.name)] + shares + ["\(wins)"]))
    }
    return lines
  }

  private static func gaps(_ part: ComparisonPart) -> [String] {
    guard !part.gaps.isEmpty else { return [] }
    return [""] + MarkdownReport.header(["side", "priority", "worst gap", "instances"])
      + part.gaps.map { gap in
        MarkdownReport.line([
          MarkdownReport.code(gap.side), MeasuredText.priority(gap.priority),
          MeasuredText.digits(gap.points) + " pt", "\(gap.instances)",
        ])
      }
  }

  private static func growth(_ part: ComparisonPart) -> [String] {
    guard !part.growth.isEmpty else { return [] }
    return [""] + MarkdownReport.header(["growth", "side", "of", "exponent"])
      + part.growth.map { row in
        MarkdownReport.line([
          MarkdownReport.code(row.series), MarkdownReport.code(row.side),
          MarkdownReport.escaped(row.measureText), MarkdownReport.escaped(row.fit.text),
        ])
      }
  }
}

extension ComparisonControl {
  /// The sentence without a full stop.
  var sentence: String {
    "Control, the baseline beside itself: CPU \(MeasuredText.ratio(cpu)), wall \(MeasuredText.ratio(wall));"
      + " called changed \(falseChanges) of \(ShownNumber.counted(instances, "instance"))"
      + (isCPUNoisy ? "; noisy: no verdict on CPU time" : "")
      + (isWallNoisy ? "; noisy: no verdict on wall time" : "")
  }
}
