// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import Display
import LayoutModel
import LinearModel
import Lowering
import ToolSupport

/// The report of `explain` about a layout.
struct ExplainReport {
  /// The screen and its configuration.
  let heading: String
  let configuration: CheckConfiguration
  let diagnosed: DiagnosedCase
  let explanation: LayoutExplanation
  /// The only view to explain; nil for all.
  let chosen: Int?

  /// The largest number of listed constraints of a chain.
  private static let chainMax = 8

  /// A line of a view: a number of its frame, its value and a constraint that decides it.
  private struct Row {
    var name = ""
    var value = ""
    let fact: FindingWording.Fact
  }

  /// The report.
  ///
  /// One string grows: an array of the lines of 65,000 views takes 1 KB for each.
  var text: String {
    var lines = [Printable.line("\(heading): \(status)\(passes)")]
    if diagnosed.isFitted {
      let size = diagnosed.layoutCase.environment.size
      lines.append(
        "the \(diagnosed.fillsWindow ? "window" : "cell") is"
          + " \(FrameText.points(size.width.doubleValue)) x"
          + " \(FrameText.points(size.height.doubleValue)), as its contents ask for")
    }
    for finding in explanation.diagnosis.findings { lines += [""] + self.lines(of: finding) }
    if explanation.diagnosis.findings.contains(where: \.rule.roundsFrames) {
      lines += ["", "The findings have frames rounded to pixels; the frames below are exact."]
    }
    var text = lines.joined(separator: "\n")
    addViews(to: &text)
    var rest = unmet
    if explanation.isPartial {
      rest += ["", "The search was cut short: some numbers have no constraints."]
    }
    for line in rest { text += "\n" + line }
    return text
  }

  private var status: String {
    switch explanation.diagnosis.status {
    case .unique: return "unique layout"
    case .ambiguous: return "ambiguous, one of several right layouts"
    case .conflict: return "no layout, required constraints conflict"
    case .undecided: return "undecided: more work than the exact oracle may do"
    }
  }

  private var passes: String {
    let settled = explanation.settled
    let count = settled.passes == 1 ? "" : ", after \(settled.passes) passes"
    guard !settled.isSettled else { return count }
    let names = settled.unsettledViews.map { diagnosed.phrase(ofView: $0) }
    return count + ", not settled: " + names.joined(separator: ", ")
  }

  private func lines(of finding: LayoutFinding) -> [String] {
    let wording = finding.wording ?? FindingWording(title: finding.message)
    let severity = finding.severity(in: configuration)
    var lines = ["\(severity.rawValue): \(wording.title) (\(finding.rule.id))"]
    for (key, texts) in [
      ("why", wording.factLines()), ("fix", wording.fixLines(verified: "verified")),
    ] {
      for (number, text) in texts.enumerated() {
        lines.append("  \(number == 0 ? key : "   ")  \(text)")
      }
    }
    return lines.map(Printable.line)
  }

  // MARK: - Views

  private func addViews(to text: inout String) {
    guard let point = explanation.point else { return }
    var rows: [Row] = []
    let decisions = explanation.decisions.filter { chosen == nil || chosen == $0.view }
    for (number, decision) in decisions.enumerated() {
      rows += self.rows(of: decision)
      let isLast = number + 1 == decisions.count || decisions[number + 1].view != decision.view
      guard isLast else { continue }
      let frame = explanation.lowered.exactFrame(of: decision.view, at: point)
      let name = diagnosed.heading(ofView: decision.view)
      text += "\n\n" + Printable.line("\(name): \(FrameText.sizeAndPlace(frame))")
      for line in lines(of: rows) { text += "\n" + Printable.line(line) }
      rows = []
    }
  }

  private func lines(of rows: [Row]) -> [String] {
    let facts = SourcedLines.lines(rows.map { ($0.fact.text, $0.fact.source) })
    let cells = zip(rows, facts).map { [$0.name, $0.value, $1] }
    return TextTable(cells, leftAligned: [0, 1, 2]).trimmedLines.map { "  " + $0 }
  }

  private func rows(of decision: LayoutExplanation.Decision) -> [Row] {
    var facts: [FindingWording.Fact]
    if decision.isOpen {
      facts = [.init("open, another value is as good")]
    } else if let deciders = decision.deciders {
      facts = self.facts(deciders, of: decision.view)
      if facts.isEmpty { facts = [.init("the size of the root view")] }
      if facts.count > Self.chainMax {
        let rest = facts.count - Self.chainMax
        facts = facts.prefix(Self.chainMax) + [.init("and \(rest) more")]
      }
    } else {
      facts = [.init("unknown, the search was cut short")]
    }
    var rows = facts.map { Row(fact: $0) }
    rows[0].name =
      decision.kind == .origin ? (decision.axis == .horizontal ? "x" : "y") : decision.name
    rows[0].value = FrameText.points(decision.value.doubleValue)
    return rows
  }

  /// Returns the constraints in words, each natural size once, without those of the root.
  private func facts(_ origins: [ConstraintOrigin], of view: Int) -> [FindingWording.Fact] {
    var facts: [FindingWording.Fact] = []
    for origin in origins {
      let fact: FindingWording.Fact
      switch origin {
      case .root: continue
      case .hugging(let owner, let axis), .compressionResistance(let owner, let axis):
        fact = .init(naturalSize(owner, axis, isOwn: owner == view))
      default: fact = explanation.diagnosis.layout.fact(origin, of: view)
      }
      if !facts.contains(fact) { facts.append(fact) }
    }
    return facts
  }

  private func naturalSize(_ view: Int, _ axis: Axis, isOwn: Bool) -> String {
    let plain = explanation.lowered.layoutCase.views[view]
    let size = plain.intrinsicSize(along: axis)?.doubleValue ?? 0
    let owner =
      isOwn
      ? "content"
      : "content of \(diagnosed.phrase(ofView: view)), \(FrameText.points(size)) pt"
    return "\(owner) (hugging \(plain.hugging[axis].number),"
      + " compression resistance \(plain.compressionResistance[axis].number))"
  }

  // MARK: - Preferences

  private var unmet: [String] {
    let found = explanation.unmet.filter { chosen == nil || concerns($0.origin) }
    guard !found.isEmpty else { return [] }
    let facts = found.map { explanation.diagnosis.layout.fact($0.origin) }
    let amounts = found.map { "\(FrameText.points($0.amount.doubleValue)) pt" }
    let texts = SourcedLines.lines(facts.map { ($0.text, $0.source) })
    let table = TextTable(zip(amounts, texts).map { [$0, $1] }, leftAligned: [1])
    return ["", "Unmet preferences"] + table.trimmedLines.map { Printable.line("  " + $0) }
  }

  /// Whether a preference involves the chosen view.
  private func concerns(_ origin: ConstraintOrigin) -> Bool {
    let plain = explanation.lowered.layoutCase
    switch origin {
    case .hugging(let view, _), .compressionResistance(let view, _): return view == chosen
    case .constraint(let index):
      let constraint = plain.constraints[index]
      return plain.viewIndex(of: constraint.first.item) == chosen
        || constraint.second.map { plain.viewIndex(of: $0.item) == chosen } ?? false
    default: return false
    }
  }
}
