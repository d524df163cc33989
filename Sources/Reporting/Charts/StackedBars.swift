// SPDX-License-Identifier: MIT

import Display

/// A chart of shares of a whole, a bar for each row, as the solved and the unsolved problems of
/// strategies.
package struct StackedBars: Sendable {
  /// A bar with its label.
  package struct Row: Sendable, Hashable {
    package var label: String
    /// The amounts by part; not negative.
    package var amounts: [Double]

    package init(label: String, amounts: [Double]) {
      self.label = label
      self.amounts = amounts
    }
  }

  package var title: String
  /// The counted things, in the plural: `problems`.
  package var noun: String
  package var parts: [String]
  package var rows: [Row]

  package init(title: String, noun: String, parts: [String], rows: [Row]) {
    self.title = title
    self.noun = noun
    self.parts = parts
    self.rows = rows
  }

  private static let width = 640.0
  private static let labelWidth = 150.0
  private static let rowHeight = 30.0

  private func canShow(_ row: Row) -> Bool {
    let sum = row.amounts.reduce(0, +)
    return row.amounts.count == parts.count && row.amounts.allSatisfy { $0 >= 0 } && sum > 0
      && sum <= ChartScale.magnitudeMax
  }

  /// The picture; nil when all amounts of all rows are 0.
  package var picture: ChartPicture? {
    let shown = rows.filter(canShow)
    guard !shown.isEmpty, let scale = ChartScale(.linear, covering: [0, 100], ticksMax: 6) else {
      return nil
    }
    var canvas = ChartCanvas()
    let margin = ChartFrame.margin
    let room = Self.width - 2 * margin
    canvas.text(title, margin, margin + 11, in: room, "t")
    let top = drawLegend(on: &canvas) + 8
    let left = margin + Self.labelWidth
    let plot = PlacedRect(
      x: left, y: top, width: Self.width - left - margin - 20,
      height: Double(shown.count) * Self.rowHeight)
    ChartFrame.drawColumns(
      of: .init(title: "", unit: .percent, scale: scale), plot, on: &canvas)
    for (index, row) in shown.enumerated() {
      draw(row, at: top + Double(index) * Self.rowHeight, plot, on: &canvas)
    }
    let bottom = plot.bottom + 2 * ChartFrame.lineHeight
    let missing = rows.count - shown.count
    let note = "share of \(noun)" + (missing == 0 ? "" : "; \(missing) without any not drawn")
    canvas.text(note, plot.x, bottom, in: Self.width - plot.x - margin, "soft")
    return ChartPicture(
      title: title, description: shown.map(description).joined(separator: " "), width: Self.width,
      height: bottom + margin, canvas)
  }

  /// - Returns: the bottom of the legend.
  private func drawLegend(on canvas: inout ChartCanvas) -> Double {
    let margin = ChartFrame.margin
    var (x, y) = (margin, margin + 11 + ChartFrame.lineHeight + 4)
    for (number, part) in parts.enumerated() {
      let width = min(ChartText.width(part), Self.width - 2 * margin - 18)
      if x > margin, x + 18 + width > Self.width - margin {
        (x, y) = (margin, y + ChartFrame.lineHeight)
      }
      canvas.rect(
        PlacedRect(x: x, y: y - 10, width: 12, height: 12), "part \(ChartStyle.series(number))")
      canvas.text(part, x + 18, y, in: width + 1)
      x += 18 + width + 18
    }
    return y
  }

  private func draw(
    _ row: Row, at top: Double, _ plot: PlacedRect, on canvas: inout ChartCanvas
  ) {
    let sum = row.amounts.reduce(0, +)
    canvas.text(
      row.label, plot.x - 8, top + 19, .end, in: plot.x - 8 - ChartFrame.margin)
    var x = plot.x
    for (number, amount) in row.amounts.enumerated() where amount > 0 {
      let width = plot.width * amount / sum
      let share = ShownNumber.percent(amount / sum)
      canvas.rect(
        PlacedRect(x: x, y: top + 4, width: width, height: Self.rowHeight - 8),
        "part \(ChartStyle.series(number))",
        title: "\(row.label), \(parts[number]): \(share)")
      if ChartText.width(share) + 6 <= width {
        canvas.text(share, x + width / 2, top + 19, .middle, in: width, "in")
      }
      x += width
    }
  }

  private func description(_ row: Row) -> String {
    let sum = row.amounts.reduce(0, +)
    let shares = zip(parts, row.amounts).map { "\($0) \(ShownNumber.percent($1 / sum))" }
    return "\(row.label): \(shares.joined(separator: ", "))."
  }
}
