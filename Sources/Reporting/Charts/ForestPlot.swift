// SPDX-License-Identifier: MIT

import BenchmarkKit
import Display

/// A chart of ratios with their intervals, a row each, with the band of irrelevant changes and the
/// control.
package struct ForestPlot: Sendable {
  /// A ratio with its label and verdict.
  package struct Row: Sendable, Hashable {
    package var label: String
    package var estimate: RatioEstimate
    /// The verdict; nil for a ratio without one, as the control.
    package var verdict: ChangeVerdict?

    package init(label: String, estimate: RatioEstimate, verdict: ChangeVerdict?) {
      self.label = label
      self.estimate = estimate
      self.verdict = verdict
    }
  }

  package var title: String
  /// The two sides of the ratio: `relaxation / simplex`.
  package var ratio: String
  package var rows: [Row]
  /// The least relative change that matters, as 0.03; nil for no band.
  package var threshold: Double?
  /// The comparison of the baseline with a copy of itself.
  package var control: Row?
  /// The good verdict: `slower` when the candidate is a program of others.
  package var wanted: ChangeVerdict

  package init(
    title: String, ratio: String, rows: [Row], threshold: Double? = nil, control: Row? = nil,
    wanted: ChangeVerdict = .faster
  ) {
    self.wanted = wanted
    self.title = title
    self.ratio = ratio
    self.rows = rows
    self.threshold = threshold
    self.control = control
  }

  private static let width = 800.0
  private static let rowHeight = 20.0
  private static let labelWidth = 200.0
  private static let numberWidth = 185.0
  private static let verdictWidth = 96.0

  private func canShow(_ row: Row) -> Bool { ChartScale.canShow(row.estimate.ratio, on: .log2) }

  /// The picture; nil when no ratio can be drawn.
  package var picture: ChartPicture? {
    let shown = rows.filter(canShow)
    let control = control.flatMap { canShow($0) ? $0 : nil }
    var values = (shown + (control.map { [$0] } ?? [])).flatMap { row in
      [row.estimate.ratio] + [row.estimate.low, row.estimate.high].compactMap { $0 }
    }
    guard !shown.isEmpty else { return nil }
    values.append(1)
    if let threshold { values += [1 + threshold, 1 / (1 + threshold)] }
    guard let scale = ChartScale(.log2, covering: values, ticksMax: 7) else { return nil }
    var canvas = ChartCanvas()
    let left = ChartFrame.margin + Self.labelWidth
    let right = Self.width - ChartFrame.margin - Self.numberWidth - Self.verdictWidth - 12
    let top = ChartFrame.margin + ChartFrame.lineHeight + 6
    let count = shown.count + (control == nil ? 0 : 1)
    let plot = PlacedRect(
      x: left + 8, y: top, width: right - left - 8,
      height: Double(count) * Self.rowHeight + (control == nil ? 0 : 8))
    canvas.text(
      title, ChartFrame.margin, ChartFrame.margin + 11, in: Self.width - 2 * ChartFrame.margin, "t")
    draw(scale, plot, on: &canvas)
    for (index, row) in shown.enumerated() {
      draw(row, at: top + (Double(index) + 0.5) * Self.rowHeight, scale, plot, on: &canvas)
    }
    if let control {
      draw(control, at: plot.bottom - Self.rowHeight / 2, scale, plot, on: &canvas)
      let height = plot.bottom - Self.rowHeight - 3
      canvas.line(ChartFrame.margin, height, Self.width - ChartFrame.margin, height, "grid")
    }
    let bottom = plot.bottom + 2 * ChartFrame.lineHeight
    let note = "\(ratio), logarithmic; left of 1 is faster" + leftOut(rows.count - shown.count)
    canvas.text(
      note, plot.x, bottom, in: Self.width - plot.x - ChartFrame.margin, "soft")
    return ChartPicture(
      title: title, description: description(shown, control), width: Self.width,
      height: bottom + ChartFrame.margin, canvas)
  }

  private func leftOut(_ count: Int) -> String {
    count == 0 ? "" : "; \(ShownNumber.counted(count, "row")) without a ratio not drawn"
  }

  private func draw(_ scale: ChartScale, _ plot: PlacedRect, on canvas: inout ChartCanvas) {
    func place(_ value: Double) -> Double { plot.x + (scale.place(value) ?? 0) * plot.width }
    if let threshold {
      let (low, high) = (place(1 / (1 + threshold)), place(1 + threshold))
      canvas.rect(
        PlacedRect(x: low, y: plot.y, width: max(high - low, 0.5), height: plot.height), "band",
        title: "within \(ChartUnit.percent.tick(100 * threshold)): does not matter")
    }
    ChartFrame.drawColumns(
      of: .init(title: "", unit: .number, scale: scale), plot, on: &canvas)
    canvas.line(place(1), plot.y, place(1), plot.bottom, "one")
  }

  private func draw(
    _ row: Row, at height: Double, _ scale: ChartScale, _ plot: PlacedRect,
    on canvas: inout ChartCanvas
  ) {
    let (style, marker, isHollow) = look(row.verdict)
    func place(_ value: Double?) -> Double? {
      value.flatMap(scale.place).map { plot.x + $0 * plot.width }
    }
    let text = MeasuredText.ratio(row.estimate)
    canvas.text(
      row.label, plot.x - 8, height + 4, .end, in: plot.x - 8 - ChartFrame.margin)
    if let low = place(row.estimate.low), let high = place(row.estimate.high) {
      canvas.line(low, height, high, height, "range \(style)")
      for end in [low, high] { canvas.line(end, height - 3, end, height + 3, "range \(style)") }
    }
    if let middle = place(row.estimate.ratio) {
      canvas.marker(
        marker, middle, height, style + (isHollow ? " hollow" : ""),
        title: "\(row.label): \(text)" + (row.verdict.map { ", \($0.rawValue)" } ?? ""))
    }
    canvas.text(text, plot.right + 12, height + 4, in: Self.numberWidth - 4)
    if let verdict = row.verdict {
      canvas.text(
        verdict.rawValue, plot.right + 12 + Self.numberWidth, height + 4, in: Self.verdictWidth,
        verdict.isChange ? style : "soft")
    }
  }

  /// Returns the style of a verdict, which differs in shape and filling as well as in colour.
  private func look(
    _ verdict: ChangeVerdict?
  ) -> (style: String, marker: ChartCanvas.Marker, isHollow: Bool) {
    switch verdict {
    case .faster: return (wanted == .faster ? "good" : "bad", .circle, false)
    case .slower: return (wanted == .slower ? "good" : "bad", .square, false)
    case .equivalent: return ("plain", .circle, true)
    case .inconclusive: return ("plain", .diamond, true)
    case nil: return ("plain", .triangle, true)
    }
  }

  private func description(_ shown: [Row], _ control: Row?) -> String {
    var parts = ["\(ShownNumber.counted(shown.count, "ratio")) \(ratio), below 1 is faster"]
    for verdict in ChangeVerdict.allCases {
      let count = shown.count { $0.verdict == verdict }
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    if let least = shown.min(by: { $0.estimate.ratio < $1.estimate.ratio }),
      let most = shown.max(by: { $0.estimate.ratio < $1.estimate.ratio })
    {
      parts.append(
        "from \(MeasuredText.ratio(least.estimate)) on \(ShownText.line(least.label, upTo: 80))")
      parts.append(
        "to \(MeasuredText.ratio(most.estimate)) on \(ShownText.line(most.label, upTo: 80))")
    }
    if let control { parts.append("control \(MeasuredText.ratio(control.estimate))") }
    return parts.joined(separator: ", ") + "."
  }
}
