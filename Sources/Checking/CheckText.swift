// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import ToolSupport

/// The report of `check` for people: a table of rules, findings from errors to notes, totals.
///
/// A run over several files prints at most `linesMax` lines. Where findings need more, the errors
/// that fit are printed in full, those of different rules first. Other findings take a line each.
struct CheckText {
  /// The largest number of lines for several files.
  static let linesMax = 120
  /// The number of lines that are left to warnings and notes when errors take the room.
  private static let reservedForOthers = 25
  /// The largest numbers of lines about skipped screens and gone problems.
  private static let listedMax = 5

  private let report: CheckReport
  private let selection: CheckSelection
  private let palette: Palette
  /// Whether the run had several files, so that its lines are limited.
  private let hasSeveralFiles: Bool

  init(
    _ report: CheckReport, _ selection: CheckSelection, _ palette: Palette, hasSeveralFiles: Bool
  ) {
    self.report = report
    self.selection = selection
    self.palette = palette
    self.hasSeveralFiles = hasSeveralFiles
  }

  /// The text without a line break at its end.
  var text: String {
    let entries = CheckEntry.entries(report.listed(selection))
    let parts = [table] + findings(entries) + [closing]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  // MARK: - Table

  /// The number of findings by rule and severity; empty for a single finding.
  private var table: [String] {
    let findings = report.listed(selection)
    guard findings.count > 1, !selection.isQuiet else { return [] }
    var counts: [LayoutRule: [FindingSeverity: Int]] = [:]
    for finding in findings {
      counts[finding.rule, default: [:]][finding.severity, default: 0] += 1
    }
    let severities = FindingSeverity.allCases.reversed().filter { severity in
      findings.contains { $0.severity == severity }
    }
    let rows = counts.map { rule, numbers in
      (rule: rule, numbers: severities.map { numbers[$0] ?? 0 })
    }.sorted { one, other in
      one.numbers == other.numbers
        ? one.rule.place < other.rule.place
        : other.numbers.lexicographicallyPrecedes(one.numbers)
    }
    let cells =
      [["rule"] + severities.map { "\($0.rawValue)s" }]
      + rows.map { [$0.rule.id] + $0.numbers.map(ShownNumber.grouped) }
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.enumerated().map { number, row in
      let line = row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + gap : gap + row[column]
      }.joined(separator: "  ")
      return number == 0 ? palette.bold(line) : line
    }
  }

  // MARK: - Findings

  /// Returns groups of lines between which there is a blank line.
  private func findings(_ entries: [CheckEntry]) -> [[String]] {
    let full = entries.map { $0.lines(palette, .unlimited) }
    let room = Self.linesMax - lineCount([table, closing]) - 1
    if selection.isUnlimited || !hasSeveralFiles || lineCount(full) <= room { return full }
    return limited(entries, room: room)
  }

  /// Returns the number of lines with the blank lines between groups.
  private func lineCount(_ groups: [[String]]) -> Int {
    groups.reduce(-1) { $0 + ($1.isEmpty ? 0 : $1.count + 1) }
  }

  private func limited(_ entries: [CheckEntry], room: Int) -> [[String]] {
    let errors = entries.prefix { $0.finding.severity == .error }
    let others = entries.dropFirst(errors.count)
    // Blank lines, and the line that counts what is left out.
    var left = room - 6
    let shownErrors = errors.prefix(left)
    left -= shownErrors.count
    var full: [Int: [String]] = [:]
    let reserve = min(others.count, Self.reservedForOthers)
    for number in Self.inOrderOfUse(shownErrors.map(\.finding.rule)) {
      let lines = shownErrors[number].lines(palette, .brief)
      // It takes a blank line instead of its place among the short ones.
      guard lines.count <= left - reserve else { continue }
      left -= lines.count
      full[number] = lines
    }
    let shownOthers = others.prefix(max(0, left))
    var groups = shownErrors.indices.compactMap { full[$0] }
    groups.append(
      shownErrors.enumerated().filter { full[$0.offset] == nil }.map {
        $0.element.headline(palette)
      })
    groups.append(shownOthers.map { $0.headline(palette) })
    let rest = Array(errors.dropFirst(shownErrors.count)) + others.dropFirst(shownOthers.count)
    if !rest.isEmpty {
      let counts = CheckReport.counts(rest.map(\.finding), "more ")
      groups.append(["\(counts) (--all lists every finding)"])
    }
    return groups
  }

  /// Returns the numbers of errors in the order in which they are worth the room: the first of each
  /// rule, then the others.
  private static func inOrderOfUse(_ rules: [LayoutRule]) -> [Int] {
    var known: Set<LayoutRule> = []
    let firsts = rules.indices.filter { known.insert(rules[$0]).inserted }
    return firsts + rules.indices.filter { !firsts.contains($0) }
  }

  // MARK: - Totals

  private var closing: [String] {
    var lines: [String] = []
    if !selection.isQuiet { lines += report.skippedLines(upTo: limit) }
    lines.append(report.summary)
    if selection.isQuiet { return lines }
    if let known = report.knownLine { lines.append(known) }
    lines += report.goneLines(upTo: selection.isUnlimited ? .max : 0)
    if let hidden = report.hiddenLine(selection) { lines.append(hidden) }
    return lines
  }

  private var limit: Int { selection.isUnlimited ? .max : Self.listedMax }
}
