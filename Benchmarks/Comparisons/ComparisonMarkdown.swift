// SPDX-License-Identifier: MIT

import Display
import Reporting

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
    let rows = pair.rows.prefix(rowsMax).map { row in
      func time(_ cost: Double?) -> String {
        cost.map { MeasuredText.time(nanoseconds: $0) } ?? "-"
      }
      let interval = row.cpu.map { MeasuredText.interval($0.estimate) } ?? ""
      let rest = [interval, row.notes].filter { !$0.isEmpty }.joined(separator: "; ")
      return [
        MarkdownReport.code(row.instance), time(row.referenceCost), time(row.subjectCost),
        MeasuredText.verdict(row.verdict, row.cpu?.estimate.ratio), MarkdownReport.escaped(rest),
      ]
    }
    let titles = ["CPU time", pair.reference, pair.subject, "\(pair.subject) is", "95 % interval"]
    let lines = [""] + MarkdownReport.table(titles, rows)
    let rest = pair.rows.count - rowsMax
    return rest > 0 ? lines + ["", "+\(ShownNumber.grouped(rest)) more rows"] : lines
  }

  private static func sides(_ part: ComparisonPart) -> [String] {
    guard part.sides.contains(where: { $0.problems > 0 }) else { return [] }
    let rows = part.sides.enumerated().map { number, side in
      let all = Double(max(1, side.problems))
      let shares = [side.solved, side.feasible, side.gaveUp, side.stopped].map {
        ShownNumber.percent(Double($0) / all)
      }
      let wins = part.instances.count { $0.winners.contains(number) }
      return [MarkdownReport.code(side.name)] + shares + ["\(wins)"]
    }
    return [""]
      + MarkdownReport.table(["side", "solved", "feasible", "gave up", "stopped", "wins"], rows)
  }

  private static func gaps(_ part: ComparisonPart) -> [String] {
    guard !part.gaps.isEmpty else { return [] }
    let rows = part.gaps.map { gap in
      [
        MarkdownReport.code(gap.side), MeasuredText.priority(gap.priority),
        ShownNumber.digits(gap.points) + " pt", "\(gap.instances)",
      ]
    }
    return [""] + MarkdownReport.table(["side", "priority", "worst gap", "workloads"], rows)
  }

  private static func growth(_ part: ComparisonPart) -> [String] {
    guard !part.growth.isEmpty else { return [] }
    let rows = part.growth.map { row in
      [
        MarkdownReport.code(row.series), MarkdownReport.code(row.side),
        MarkdownReport.escaped(row.measureText), MarkdownReport.escaped(row.fit.text),
      ]
    }
    return [""] + MarkdownReport.table(["growth", "side", "of", "exponent"], rows)
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
