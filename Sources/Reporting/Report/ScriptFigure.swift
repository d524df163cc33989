// SPDX-License-Identifier: MIT

import Display

/// The charts of a script, one for each variable while there is room, with a legend in words.
///
/// Wrong variables come before others, and changing ones before constant ones.
struct ScriptFigure {
  /// The largest number of charts; further variables are counted.
  static let variablesMax = 3
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
      + "</div><div class=\"key\">\(key)</div>"
      + (legend.isEmpty ? "" : "<figcaption>\(legend.joined(separator: " "))</figcaption>")
      + "</figure>\n"
  }

  private var key: String {
    let isWrong = curves.flatMap(\.readings).contains { steps.contains($0.step) && $0.isWrong }
    return "<span>expected</span>" + (isWrong ? "<span class=\"actual\">actual, wrong</span>" : "")
  }

  private var legend: [String] {
    let readings = curves.flatMap(\.readings).filter { steps.contains($0.step) }
    let drawn = page.steps[(steps.lowerBound - 1)..<steps.upperBound]
    var legend: [String] = []
    if readings.contains(where: { $0.expected != nil && !$0.isUnique }) {
      legend.append("Hollow circles: one of several correct values.")
    }
    if drawn.contains(where: \.isWrong) { legend.append("Red band: the wrong step.") }
    if drawn.contains(where: \.isRefused) {
      legend.append("Squares on the axis: steps to refuse.")
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

  /// The style of the charts: one below the other.
  static let style = """
    .plots{display:grid;gap:8px}

    """
}
