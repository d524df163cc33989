// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutModel
import LinearModel
import Lowering
import ToolSupport

/// The report of `explain` about a layout.
struct ExplainReport {
  let label: String
  let diagnosed: DiagnosedCase
  let explanation: LayoutExplanation
  /// The only view to explain; nil for all.
  let chosen: Int?

  /// The largest number of listed constraints of a chain.
  private static let chainMax = 8

  /// The report.
  ///
  /// One string grows: an array of the lines of 65,000 views takes 1 KB for each.
  var text: String {
    var lines = ["\(Printable.line(label)): \(status)\(passes)"]
    if diagnosed.isFitted {
      let size = diagnosed.layoutCase.environment.size
      lines.append(
        "the \(diagnosed.fillsWindow ? "window" : "cell") is"
          + " \(FrameText.points(size.width.doubleValue)) x"
          + " \(FrameText.points(size.height.doubleValue)), as its contents ask for")
    }
    for finding in explanation.diagnosis.findings {
      lines.append("")
      lines.append(Printable.line("\(finding.message) (\(finding.rule.id))"))
      lines += finding.details.map { Printable.line("  \($0)") }
    }
    var text = lines.joined(separator: "\n")
    addViews(to: &text)
    var rest = unmet
    if explanation.isPartial {
      rest += ["", "the search for what decides was cut short: some numbers have no constraints"]
    }
    for line in rest { text += "\n" + line }
    return text
  }

  private var status: String {
    switch explanation.diagnosis.status {
    case .unique: return "one right layout"
    case .ambiguous: return "several layouts are equally right; one of them is explained"
    case .conflict: return "no layout: required constraints contradict each other"
    case .undecided: return "undecided: more work than the exact oracle may do"
    }
  }

  private var passes: String {
    let settled = explanation.settled
    let count = settled.passes == 1 ? "" : ", after \(settled.passes) passes"
    guard !settled.isSettled else { return count }
    let names = settled.unsettledViews.map { diagnosed.layoutCase.views[$0].id }
    return count + ", not settled: " + Printable.line(names.joined(separator: ", "))
  }

  // MARK: - Views

  private func addViews(to text: inout String) {
    guard let point = explanation.point else { return }
    var last: Int?
    for decision in explanation.decisions where chosen == nil || chosen == decision.view {
      if last != decision.view {
        last = decision.view
        let frame = explanation.lowered.exactFrame(of: decision.view, at: point)
        let name = diagnosed.name(ofView: decision.view)
        text += "\n\n" + Printable.line("\(name): \(FrameText.text(frame))")
      }
      for line in lines(of: decision) { text += "\n" + line }
    }
  }

  private func lines(of decision: LayoutExplanation.Decision) -> [String] {
    let value = "  \(decision.name) \(FrameText.points(decision.value.doubleValue))"
    if decision.isOpen { return ["\(value): open, another value is as good"] }
    guard let deciders = decision.deciders else { return ["\(value): not told"] }
    let shown = merged(deciders, of: decision.view)
    guard !shown.isEmpty else { return ["\(value): by the screen"] }
    if shown.count == 1 { return ["\(value): \(shown[0])"] }
    var lines = ["\(value): by"]
    lines += shown.prefix(Self.chainMax).map { "    \($0)" }
    if shown.count > Self.chainMax { lines.append("    and \(shown.count - Self.chainMax) more") }
    return lines
  }

  /// Returns the constraints in words, each natural size once, without those of the root.
  private func merged(_ origins: [ConstraintOrigin], of view: Int) -> [String] {
    var lines: [String] = []
    for origin in origins {
      switch origin {
      case .root: continue
      case .hugging(let owner, let axis), .compressionResistance(let owner, let axis):
        lines.append(naturalSize(owner, axis, isOwn: owner == view))
      default: lines.append(explanation.diagnosis.layout.line(origin))
      }
    }
    return lines.map(Printable.line)
  }

  private func naturalSize(_ view: Int, _ axis: Axis, isOwn: Bool) -> String {
    let plain = explanation.lowered.layoutCase.views[view]
    let size = plain.intrinsicSize(along: axis)?.doubleValue ?? 0
    let owner = isOwn ? "its content" : "the content of \(diagnosed.name(ofView: view))"
    return "\(owner), \(FrameText.points(size)) (hugging \(plain.hugging[axis].number),"
      + " compression resistance \(plain.compressionResistance[axis].number))"
  }

  // MARK: - Preferences

  private var unmet: [String] {
    let found = explanation.unmet.filter { chosen == nil || concerns($0.origin) }
    guard !found.isEmpty else { return [] }
    var lines = ["", "preferences that are not met:"]
    for unmet in found {
      let amount = FrameText.points(unmet.amount.doubleValue)
      lines.append(
        Printable.line(
          "  off by \(amount): \(explanation.diagnosis.layout.line(unmet.origin))"))
    }
    return lines
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
