// SPDX-License-Identifier: MIT

/// A chart of counts of work as bars, a group for each counter, on one logarithmic axis.
package struct CounterBars: Sendable {
  /// A counter with its counts.
  package struct Group: Sendable, Hashable {
    package var name: String
    /// The counts by side; nil for a side without the counter.
    package var counts: [Double?]

    package init(name: String, counts: [Double?]) {
      self.name = name
      self.counts = counts
    }
  }

  package var title: String
  /// The sides, one for each bar of a group.
  package var sides: [String]
  package var groups: [Group]

  package init(title: String, sides: [String], groups: [Group]) {
    self.title = title
    self.sides = sides
    self.groups = groups
  }

  private static let width = 640.0
  private static let labelWidth = 150.0
  private static let numberWidth = 110.0
  private static let barHeight = 16.0

  /// Whether a logarithmic axis can show a count; 0 is written as a number without a bar.
  private static func isBar(_ count: Double) -> Bool { ChartScale.canShow(count, on: .log10) }

  /// The picture; nil when all counts are 0 or missing.
  package var picture: ChartPicture? {
    let counts = groups.flatMap { $0.counts.compactMap { $0 } }.filter(Self.isBar)
    // The only count below 1 is 0, so bars begin at 1.
    guard !counts.isEmpty,
      let scale = ChartScale(.log10, covering: counts + [min(1, counts.min() ?? 1)], ticksMax: 7)
    else { return nil }
    let margin = ChartFrame.margin
    var canvas = ChartCanvas()
    canvas.text(title, margin, margin + 11, in: Self.width - 2 * margin, "t")
    let left = margin + Self.labelWidth
    let rows = groups.reduce(0.0) { $0 + Double($1.counts.count) * Self.barHeight + 10 }
    let plot = PlacedRect(
      x: left, y: margin + ChartFrame.lineHeight + 6,
      width: Self.width - left - margin - Self.numberWidth, height: rows)
    ChartFrame.drawColumns(
      of: .init(title: "", unit: .number, scale: scale), plot, on: &canvas)
    var top = plot.y + 5
    for group in groups {
      canvas.text(
        group.name, plot.x - 8, top + Double(group.counts.count) * Self.barHeight / 2 + 4, .end,
        in: plot.x - 8 - margin)
      for (number, count) in group.counts.enumerated() {
        draw(count, group, number, at: top, scale, plot, on: &canvas)
        top += Self.barHeight
      }
      top += 10
    }
    let bottom = drawLegend(at: plot.bottom + 2 * ChartFrame.lineHeight, plot, on: &canvas)
    return ChartPicture(
      title: title, description: groups.map(description).joined(separator: " "),
      width: Self.width, height: bottom + margin, canvas)
  }

  private func draw(
    _ count: Double?, _ group: Group, _ number: Int, at top: Double, _ scale: ChartScale,
    _ plot: PlacedRect, on canvas: inout ChartCanvas
  ) {
    var end = plot.x
    if let count, Self.isBar(count), let place = scale.place(count) {
      let width = max(place * plot.width, 1)
      canvas.rect(
        PlacedRect(x: plot.x, y: top + 1, width: width, height: Self.barHeight - 3),
        "part \(ChartStyle.side(number))",
        title: "\(group.name), \(name(number)): \(Self.text(count))")
      end += width
    }
    canvas.text(Self.text(count), end + 5, top + 12, in: Self.numberWidth - 5)
  }

  private static func text(_ count: Double?) -> String {
    guard let count else { return "not counted" }
    return count.isFinite ? MeasuredText.count(count) : "no number"
  }

  private func name(_ number: Int) -> String { number < sides.count ? sides[number] : "" }

  /// - Returns: the bottom of the legend.
  private func drawLegend(
    at top: Double, _ plot: PlacedRect, on canvas: inout ChartCanvas
  ) -> Double {
    let room = Self.width - plot.x - ChartFrame.margin
    canvas.text("count, logarithmic", plot.x, top, in: room, "soft")
    var y = top
    for (number, side) in sides.enumerated() {
      y += ChartFrame.lineHeight
      canvas.rect(
        PlacedRect(x: plot.x, y: y - 10, width: 12, height: 12),
        "part \(ChartStyle.side(number))")
      canvas.text(side, plot.x + 18, y, in: room - 18)
    }
    return y
  }

  private func description(_ group: Group) -> String {
    let counts = group.counts.enumerated().map { "\(name($0)) \(Self.text($1))" }
    return "\(group.name): \(counts.joined(separator: ", "))."
  }
}
