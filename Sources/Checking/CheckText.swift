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
  /// Whether every finding is printed in full, and every file and screen is named.
  private let isUnlimited: Bool
  /// The findings to list.
  private let listed: [CheckReport.Finding]

  init(
    _ report: CheckReport, _ selection: CheckSelection, _ palette: Palette, isUnlimited: Bool
  ) {
    self.report = report
    self.selection = selection
    self.palette = palette
    self.isUnlimited = isUnlimited
    listed = report.listed(selection)
  }

  /// The text without a line break at its end.
  var text: String {
    let entries = CheckEntry.entries(listed, merges: !selection.isUnlimited)
    let (table, closing) = (table, closing)
    let room = Self.linesMax - lineCount([table, closing]) - 1
    let parts = [table] + findings(entries, room: room) + [closing]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  // MARK: - Table

  /// The number of findings by rule and severity; empty for a single finding.
  private var table: [String] {
    let findings = listed
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
    let lines = TextTable(cells).lines
    return [palette.bold(lines[0])] + lines.dropFirst()
  }

  // MARK: - Findings

  /// Returns groups of lines between which there is a blank line.
  private func findings(_ entries: [CheckEntry], room: Int) -> [[String]] {
    let full = entries.map { $0.lines(palette, .unlimited) }
    return isUnlimited || lineCount(full) <= room ? full : limited(entries, room: room)
  }

  /// Returns the number of lines with the blank lines between groups.
  private func lineCount(_ groups: [[String]]) -> Int {
    groups.reduce(-1) { $0 + ($1.isEmpty ? 0 : $1.count + 1) }
  }

  private func limited(_ entries: [CheckEntry], room: Int) -> [[String]] {
    let errors = Array(entries.prefix { $0.finding.severity == .error })
    let others = entries.dropFirst(errors.count)
    let reserve = min(others.count, Self.reservedForOthers)
    // Blank lines, and the line that counts what is left out.
    var left = max(0, room - 6 - reserve)
    var full: [Int: [String]] = [:]
    var brief: Set<Int> = []
    func show(_ number: Int, replacing lines: Int) {
      let text = errors[number].lines(palette, .brief)
      // One more line is the blank one after it.
      guard text.count + 1 - lines <= left else { return }
      left -= text.count + 1 - lines
      brief.remove(number)
      full[number] = text
    }
    let order = Self.inOrderOfUse(errors.map(\.finding.rule))
    for number in order.firsts { show(number, replacing: 0) }
    for number in errors.indices where full[number] == nil && left > 0 {
      brief.insert(number)
      left -= 1
    }
    for number in order.firsts + order.others where brief.contains(number) {
      show(number, replacing: 1)
    }
    let shownOthers = others.prefix(reserve + left)
    var groups = errors.indices.compactMap { full[$0] }
    groups.append(brief.sorted().map { errors[$0].headline(palette) })
    groups.append(shownOthers.map { $0.headline(palette) })
    let rest =
      errors.indices.filter { full[$0] == nil && !brief.contains($0) }.map { errors[$0] }
      + others.dropFirst(shownOthers.count)
    if !rest.isEmpty {
      let counts = CheckReport.counts(rest.flatMap { [$0.finding] + $0.copies }, "more ")
      groups.append(["\(counts) (--all lists every finding)"])
    }
    return groups
  }

  /// Returns the numbers of the errors that are the first of their rule, and those of the others.
  private static func inOrderOfUse(_ rules: [LayoutRule]) -> (firsts: [Int], others: [Int]) {
    var known: Set<LayoutRule> = []
    let firsts = rules.indices.filter { known.insert(rules[$0]).inserted }
    let isFirst = Set(firsts)
    return (firsts, rules.indices.filter { !isFirst.contains($0) })
  }

  // MARK: - Totals

  private var closing: [String] {
    var lines: [String] = []
    if !selection.isQuiet {
      if isUnlimited { lines += report.unusableLines }
      lines += report.skippedLines(upTo: isUnlimited ? .max : Self.listedMax)
    }
    if !selection.isQuiet, let conflict = report.conflictLine { lines.append(conflict) }
    lines.append(report.summary)
    if selection.isQuiet { return lines }
    if selection.isUnlimited { lines = report.acceptedLines + lines }
    if let known = report.knownLine { lines.append(known) }
    if let moved = report.movedLine { lines.append(moved) }
    lines += report.goneLines(lists: selection.isUnlimited)
    if let hidden = report.hiddenLine(selection) { lines.append(hidden) }
    return lines
  }
}
