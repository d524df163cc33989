// SPDX-License-Identifier: MIT

import Display
import Statistics

/// The plots of ratios in the rows of a table, with one logarithmic axis: a marker with its
/// interval, on a band of irrelevant changes.
///
/// Places are percentages, so the plots fit a column of any width.
package struct ForestPlot: Sendable {
  private let scale: ChartScale
  private let threshold: Double

  private static let height = 28
  /// The share of the width on each side that only markers and labels of ticks reach, in percent.
  private static let margin = 6.0

  /// Makes the plot; nil when fewer than two ratios can be drawn.
  ///
  /// - Parameters:
  ///   - estimates: the ratios of all rows, and of the control.
  ///   - threshold: the least relative change that matters, as 0.03.
  package init?(_ estimates: [RatioEstimate], threshold: Double) {
    let shown = estimates.filter(Self.canShow)
    let values = shown.flatMap { [$0.ratio] + [$0.low, $0.high].compactMap { $0 } }
    guard shown.count > 1,
      let scale = ChartScale(
        .log2, covering: values + [1, 1 + threshold, 1 / (1 + threshold)], ticksMax: 7)
    else { return nil }
    self.scale = scale
    self.threshold = threshold
  }

  private static func canShow(_ estimate: RatioEstimate) -> Bool {
    ChartScale.canShow(estimate.ratio, on: .log2)
  }

  /// Returns the place of a value in percent of the width.
  private func place(_ value: Double) -> Double? {
    scale.place(value).map { Self.margin + $0 * (100 - 2 * Self.margin) }
  }

  private static func percent(_ value: Double) -> String { "\(Markup.number(value))%" }

  /// The ticks at every power that has a label; the tick of no change is one of them.
  private var ticks: [Double] {
    guard scale.ticks.count > 5, let middle = scale.ticks.firstIndex(of: 1) else {
      return scale.ticks
    }
    return scale.ticks.enumerated().filter { ($0.offset - middle) % 2 == 0 }.map(\.element)
  }

  /// The axis with its ticks and directions, as markup.
  package var axis: String {
    var text = "<svg class=\"forest axis\" role=\"img\" height=\"34\""
    text += " aria-label=\"Ratios from \(label(scale.ticks.first)) to \(label(scale.ticks.last))"
    text += ", logarithmic; left of 1x is faster\">"
    for tick in ticks {
      guard let place = place(tick) else { continue }
      text += "<text x=\"\(Self.percent(place))\" y=\"12\" text-anchor=\"middle\">"
      text += "\(label(tick))</text>"
    }
    text += "<text x=\"0\" y=\"28\">\u{2190} faster</text>"
    text += "<text x=\"50%\" y=\"28\" text-anchor=\"middle\">log scale</text>"
    return text + "<text x=\"100%\" y=\"28\" text-anchor=\"end\">slower \u{2192}</text></svg>"
  }

  private func label(_ tick: Double?) -> String {
    tick.map { ChartUnit.number.tick($0) + "x" } ?? ""
  }

  /// Returns the plot of a row as markup; empty for a ratio without a place.
  ///
  /// `verdict` is nil for a ratio without one, as the control.
  package func row(_ estimate: RatioEstimate, _ verdict: ChangeVerdict?) -> String {
    guard Self.canShow(estimate), let middle = place(estimate.ratio) else { return "" }
    var text = "<svg class=\"forest \(Self.style(verdict))\" role=\"img\" height=\"\(Self.height)\""
    text += " aria-label=\"\(Self.words(estimate, verdict))\">"
    if let low = place(1 / (1 + threshold)), let high = place(1 + threshold) {
      text += "<rect class=\"band\" x=\"\(Self.percent(low))\" y=\"0\""
      text += " width=\"\(Self.percent(max(high - low, 0.2)))\" height=\"100%\"/>"
    }
    for tick in ticks {
      if let place = place(tick) {
        text += Self.line(place, 0, Self.height, tick == 1 ? "one" : "grid")
      }
    }
    let half = Self.height / 2
    if let low = estimate.low.flatMap(place), let high = estimate.high.flatMap(place) {
      text += "<line x1=\"\(Self.percent(low))\" x2=\"\(Self.percent(high))\""
      text += " y1=\"\(half)\" y2=\"\(half)\"/>"
      for end in [low, high] { text += Self.line(end, half - 4, half + 4, "") }
    }
    return text + Self.marker(verdict, middle, half) + "</svg>"
  }

  private static func line(_ place: Double, _ top: Int, _ bottom: Int, _ style: String) -> String {
    let name = style.isEmpty ? "" : " class=\"\(style)\""
    return "<line\(name) x1=\"\(percent(place))\" x2=\"\(percent(place))\" y1=\"\(top)\""
      + " y2=\"\(bottom)\"/>"
  }

  /// Returns the marker of a verdict, which differs in shape as well as in colour.
  private static func marker(_ verdict: ChangeVerdict?, _ place: Double, _ middle: Int) -> String {
    switch verdict {
    case .slower:
      return "<rect class=\"diamond\" x=\"\(percent(place))\" y=\"\(middle - 4)\""
        + " width=\"8\" height=\"8\"/>"
    case .faster: return "<circle cx=\"\(percent(place))\" cy=\"\(middle)\" r=\"5\"/>"
    case .equivalent, nil:
      return "<circle class=\"ring\" cx=\"\(percent(place))\" cy=\"\(middle)\" r=\"4\"/>"
    case .inconclusive: return "<circle cx=\"\(percent(place))\" cy=\"\(middle)\" r=\"3\"/>"
    }
  }

  /// Returns the class of a verdict, which has the colour of its word on the page.
  private static func style(_ verdict: ChangeVerdict?) -> String {
    switch verdict {
    case .slower: return "err"
    case .faster: return "good"
    case .equivalent, nil: return "note"
    case .inconclusive: return "mute"
    }
  }

  private static func words(_ estimate: RatioEstimate, _ verdict: ChangeVerdict?) -> String {
    let ratio = "ratio \(ShownNumber.digits(estimate.ratio))"
    guard let low = estimate.low, let high = estimate.high else { return "\(ratio), no interval" }
    return "\(ratio), from \(ShownNumber.digits(low)) to \(ShownNumber.digits(high))"
      + (verdict.map { ", \(MeasuredText.word($0))" } ?? "")
  }

  /// The style sheet of these plots.
  static let style = """
    .forest{display:block;width:100%;overflow:visible;color:var(--mute)}.forest.err{color:var(--err)}\
    .forest.good{color:var(--good)}.forest.note{color:var(--note)}\
    .forest text{font-size:11px;font-weight:400;fill:var(--mute)}\
    .forest line{stroke:currentColor;stroke-width:2}.forest .grid{stroke:var(--line);stroke-width:1}\
    .forest .one{stroke:var(--edge);stroke-width:1}.forest .band{fill:var(--line)}\
    .forest circle,.forest .diamond{fill:currentColor}\
    .forest .ring{fill:var(--bg);stroke:currentColor;stroke-width:2}\
    .forest .diamond{transform-box:fill-box;transform-origin:center;transform:translateX(-4px) rotate(45deg)}

    """
}
