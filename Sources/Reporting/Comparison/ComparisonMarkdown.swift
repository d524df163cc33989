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
      lines += ["**\(MarkdownReport.escaped(part.verdict)).**"]
      if !part.sentence.isEmpty { lines += ["", MarkdownReport.escaped(part.sentence)] }
      for warning in part.warnings {
        lines += ["", "> **\(MarkdownReport.escaped(warning))**"]
      }
      if !part.judging.isEmpty, !part.rows.isEmpty {
        lines += ["", MarkdownReport.escaped(part.judging)]
      }
      lines += part.pairs.flatMap(rows) + sides(part) + gaps(part) + growth(part)
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
    if report.parts.isEmpty { lines += ["", report.verdict + "."] }
    return MarkdownReport.document(lines)
  }

  private static func rows(_ pair: ComparisonPair) -> [String] {
    guard !pair.rows.isEmpty else { return [] }
    var lines =
      [""]
      + MarkdownReport.header(
        ["CPU time", pair.reference, pair.subject, "\(pair.subject) is", "95 % interval"])
    for row in pair.rows.prefix(rowsMax) {
      func time(_ cost: Double?) -> String {
        cost.map { MeasuredText.time(nanoseconds: $0) } ?? "-"
      }
      let interval = row.cpu.map { MeasuredText.interval($0.estimate) } ?? ""
      let rest = [interval, row.note].filter { !$0.isEmpty }.joined(separator: "; ")
      lines.append(
        MarkdownReport.line([
          MarkdownReport.code(row.instance), time(row.referenceCost), time(row.subjectCost),
          MeasuredText.verdict(row.verdict, row.cpu?.estimate.ratio), MarkdownReport.escaped(rest),
        ]))
    }
    let rest = pair.rows.count - rowsMax
    return rest > 0 ? lines + ["", "+\(ShownNumber.grouped(rest)) more rows"] : lines
  }

  private static func sides(_ part: ComparisonPart) -> [String] {
    guard part.sides.contains(where: { $0.problems > 0 }) else { return [] }
    var lines =
      [""]
      + MarkdownReport.header(
        ["side", "solved", "feasible", "gave up", "stopped", "wins"])
    for (number, side) in part.sides.enumerated() {
      let all = Double(max(1, side.problems))
      let shares = [side.solved, side.feasible, side.gaveUp, side.stopped].map {
        ShownNumber.percent(Double($0) / all)
      }
      let wins = part.instances.count { $0.winners.contains(number) }
      lines.append(
        MarkdownReport.line([MarkdownReport.code(side.name)] + shares + ["\(wins)"]))
    }
    return lines
  }

  private static func gaps(_ part: ComparisonPart) -> [String] {
    guard !part.gaps.isEmpty else { return [] }
    return [""] + MarkdownReport.header(["side", "priority", "worst gap", "workloads"])
      + part.gaps.map { gap in
        MarkdownReport.line([
          MarkdownReport.code(gap.side), MeasuredText.priority(gap.priority),
          ShownNumber.digits(gap.points) + " pt", "\(gap.instances)",
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
    "The baseline against itself: CPU time \(MeasuredText.control(cpu)), wall time"
      + " \(MeasuredText.control(wall)); \(ShownNumber.counted(falseChanges, "false change")) in"
      + " \(ShownNumber.counted(instances, "workload"))"
      + (isCPUNoisy ? "; no verdict on CPU time" : "")
      + (isWallNoisy ? "; no verdict on wall time" : "")
  }
}
