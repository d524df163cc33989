// SPDX-License-Identifier: MIT

import Display

/// The charts of a script, one for each variable while there is room, with a legend in words.
///
/// Wrong variables come before others, and changing ones before constant ones.
struct ScriptFigure {
  /// The largest number of charts; further variables are counted.
  static let variablesMax = 6
  /// The largest number of drawn steps; of longer scripts, those up to the wrong one.
  static let stepsMax = 30

  private let page: ScriptPage
  /// The drawn steps, from 1.
  private let steps: ClosedRange<Int>
  private let curves: [VariablePlot.Curve]
  private let pictures: [ChartPicture]

  /// - Returns: nil when no step or value can be drawn.
  init?(_ page: ScriptPage) {
    guard !page.steps.isEmpty else { return nil }
    let failing = page.steps.firstIndex(where: \.isWrong).map { $0 + 1 }
    let last =
      page.steps.count <= Self.stepsMax ? page.steps.count : max(failing ?? 0, Self.stepsMax)
    let steps = max(1, last - Self.stepsMax + 1)...last
    let refused = page.steps.indices.filter { page.steps[$0].isRefused }.map { $0 + 1 }
    let ranks = page.curves.map(\.rank)
    let order = (0...2).flatMap { rank in ranks.indices.filter { ranks[$0] == rank } }
    self.page = page
    self.steps = steps
    curves = order.prefix(Self.variablesMax).sorted().map { page.curves[$0] }
    pictures = curves.compactMap {
      VariablePlot(curve: $0, steps: steps, refused: refused, failing: failing).picture
    }
    if pictures.isEmpty { return nil }
  }

  var markup: String {
    "<figure><div class=\"plots\">\n" + pictures.map(\.bareSVG).joined()
      + "</div><figcaption>\(legend.joined(separator: " "))</figcaption></figure>\n"
  }

  private var legend: [String] {
    let readings = curves.flatMap(\.readings).filter { steps.contains($0.step) }
    let drawn = page.steps[(steps.lowerBound - 1)..<steps.upperBound]
    var legend = ["Circles: what each reading must come to, a line from one to the next."]
    if readings.contains(where: { $0.expected != nil && !$0.isUnique }) {
      legend.append("Hollow circles: one of several right values.")
    }
    if readings.contains(where: \.isWrong) {
      legend.append(
        "Red: what the solver said, where that is another value; at the edge what lies beyond.")
    }
    if drawn.contains(where: \.isWrong) { legend.append("Red band: the step that is wrong.") }
    if drawn.contains(where: \.isRefused) {
      legend.append("Squares on the axis: steps that must be refused.")
    }
    return legend + leftOut
  }

  /// The omitted variables and steps, in sentences.
  private var leftOut: [String] {
    var parts: [String] = []
    let variables = page.curves.count - pictures.count
    if variables > 0 { parts.append(ShownNumber.counted(variables, "variable")) }
    let others = page.steps.count - steps.count
    if others > 0 { parts.append(ShownNumber.counted(others, "step")) }
    return parts.isEmpty ? [] : ["Not drawn: \(parts.joined(separator: ", "))."]
  }

  /// The style of the charts: next to each other if there is room.
  static let style = """
    .plots{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}.plots .chart{border:0;min-width:0}

    """
}
