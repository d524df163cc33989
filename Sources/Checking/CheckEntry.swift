// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import ToolSupport

/// A finding as `check` prints it, with the places of findings that read the same.
struct CheckEntry {
  let finding: CheckReport.Finding
  /// Further findings of the same file, rule, severity and words, as in copies of a cell; only of
  /// warnings and notes without fixes, whose ids and commands are not needed.
  private(set) var copies: [CheckReport.Finding] = []

  /// The lengths of a printed finding.
  struct Room {
    let facts: Int
    let fixes: Int

    static let unlimited = Room(facts: .max, fixes: .max)
    static let brief = Room(facts: 5, fixes: 3)
  }

  private struct Key: Hashable {
    let file: String
    let rule: LayoutRule
    let severity: FindingSeverity
    let title: String
    let facts: [String]
    let configurations: [String]

    /// Nil for a finding that stands alone.
    init?(_ finding: CheckReport.Finding) {
      guard finding.severity < .error, finding.wording.fixes.isEmpty else { return nil }
      file = finding.file
      rule = finding.rule
      severity = finding.severity
      title = finding.textWithoutIDs(finding.wording.title)
      facts = finding.wording.facts.map { finding.textWithoutIDs($0.text) }
      configurations = finding.configurations
    }
  }

  /// Returns the findings in the order of `sorted(_:)`.
  ///
  /// If `merges`, findings that read the same are one entry.
  static func entries(_ findings: [CheckReport.Finding], merges: Bool) -> [CheckEntry] {
    var entries: [CheckEntry] = []
    var numbers: [Key: Int] = [:]
    for finding in sorted(findings) {
      guard merges, let key = Key(finding) else {
        entries.append(CheckEntry(finding: finding))
        continue
      }
      if let number = numbers[key] {
        entries[number].copies.append(finding)
      } else {
        numbers[key] = entries.count
        entries.append(CheckEntry(finding: finding))
      }
    }
    return entries
  }

  /// Returns findings in the order of severity, then of rules, then of files.
  ///
  /// Among equally severe ones, those that the document's own texts show come first.
  static func sorted(_ findings: [CheckReport.Finding]) -> [CheckReport.Finding] {
    order(findings, among: Array(findings.indices)).map { findings[$0] }
  }

  /// Returns the indices of some findings in the order of `sorted(_:)`.
  static func order(_ findings: [CheckReport.Finding], among indices: [Int]) -> [Int] {
    indices.sorted { one, other in
      let (left, right) = (findings[one], findings[other])
      if left.severity != right.severity { return left.severity > right.severity }
      if left.isStressOnly != right.isStressOnly { return right.isStressOnly }
      return (place(left.rule), one) < (place(right.rule), other)
    }
  }

  /// Returns the position of a rule: a fault of the tool puts other findings in doubt.
  private static func place(_ rule: LayoutRule) -> Int { rule == .internal ? -1 : rule.place }

  /// Returns the first line, which most terminals and editors link.
  func headline(_ palette: Palette) -> String {
    let place = finding.location.map { ":\($0.line):\($0.column)" } ?? ""
    let screen = finding.screen.map { "\($0): " } ?? ""
    let word = "\(finding.severity.rawValue):"
    let shown =
      switch finding.severity {
      case .error: palette.red(word)
      case .warning: palette.yellow(word)
      case .note: palette.blue(word)
      }
    let title =
      copies.isEmpty
      ? finding.wording.title
      : finding.textWithoutIDs(finding.wording.title) + ", in \(copies.count + 1) places"
    return Printable.line("\(finding.shownPath)\(place): ") + shown
      + Printable.line(" \(screen)\(title) (\(finding.rule.id))")
  }

  /// Returns the finding in full.
  func lines(_ palette: Palette, _ room: Room) -> [String] {
    var lines = [headline(palette)]
    func add(_ key: String, _ texts: [String]) {
      for (number, text) in texts.enumerated() {
        lines.append(Printable.line("  " + (number == 0 ? key : "").padded(to: 7) + text))
      }
    }
    add("where", whereItShows.map { [$0] } ?? [])
    add("known", finding.severityBefore.map { ["as a \($0.rawValue) until now"] } ?? [])
    add("also", copiesText.map { [$0] } ?? [])
    add("why", finding.wording.factLines(room.facts))
    add("fix", finding.wording.fixLines(room.fixes, verified: finding.verification))
    add("more", finding.command.map { [$0] } ?? [])
    return lines
  }

  /// The nearest configuration that shows it, and their number; nil when there is only one.
  var whereItShows: String? {
    guard let nearest = finding.nearest, !finding.configurations.isEmpty else { return nil }
    let (count, all) = (finding.configurations.count, finding.configurationCount)
    if count == all { return "all \(all) configurations" }
    let stress = finding.isStressOnly ? "; not with the texts of the document" : ""
    let unjudged =
      finding.unjudgedCount > 0 ? "; not judged in \(finding.unjudgedCount) with a conflict" : ""
    return "\(nearest) (\(count) of \(all) configurations\(stress)\(unjudged))"
  }

  /// The largest number of copies whose lines are listed.
  private static let copiesMax = 8

  private var copiesText: String? {
    if copies.isEmpty { return nil }
    let lines = copies.prefix(Self.copiesMax).compactMap { copy in
      let screen = copy.screen == finding.screen ? nil : copy.screen
      return copy.location.map { "\($0.line)" + (screen.map { " (\($0))" } ?? "") }
    }
    let count = ShownNumber.counted(copies.count, "more place")
    if lines.isEmpty { return count }
    return
      "\(count): \(ShownNumber.form(of: "line", for: lines.count)) \(lines.joined(separator: ", "))"
      + (copies.count > lines.count ? ", ..." : "")
  }
}

extension CheckReport.Finding {
  /// Returns a text without the ids by which views of equal names differ: copies of a finding read
  /// the same without them.
  fileprivate func textWithoutIDs(_ text: String) -> String {
    involved.reduce(text) { $0.replacing(" (\($1))", with: "") }
  }
}
