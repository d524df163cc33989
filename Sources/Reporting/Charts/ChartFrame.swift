// SPDX-License-Identifier: MIT

/// The area of values in a chart with its two axes: grid, ticks, units and titles.
struct ChartFrame {
  /// An axis with its title, unit and scale.
  struct Axis {
    let title: String
    let unit: ChartUnit
    let scale: ChartScale
  }

  let plot: PlacedRect
  let x: Axis
  let y: Axis
  let width: Double

  /// The margin around the chart, in pixels.
  static let margin = 10.0
  /// The distance between lines of text, in pixels.
  static let lineHeight = 17.0
  /// The largest share of the width for labels of the vertical axis.
  private static let labelShare = 0.25

  /// Makes the frame of a plot.
  ///
  /// `height` is the height of the plot alone, in pixels.
  init(width: Double, height: Double, x: Axis, y: Axis) {
    let labels = y.scale.ticks.map { ChartText.width(y.unit.tick($0)) }
    let left = Self.margin + min(labels.max() ?? 0, width * Self.labelShare) + 6
    // The last label of the horizontal axis is centered below the end.
    let right = Self.margin + (x.scale.ticks.last.map { ChartText.width(x.unit.tick($0)) } ?? 0) / 2
    // Above are the titles of the chart and of the vertical axis.
    plot = PlacedRect(
      x: left, y: Self.margin + 2.3 * Self.lineHeight, width: max(1, width - left - right),
      height: height)
    self.x = x
    self.y = y
    self.width = width
  }

  /// The bottom of the labels and of the title of the horizontal axis.
  var bottom: Double { plot.bottom + 2.3 * Self.lineHeight }

  /// Returns the place of a point; nil for values without a place.
  func point(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    guard let across = self.x.scale.place(x), let up = self.y.scale.place(y) else { return nil }
    return (plot.x + across * plot.width, plot.bottom - up * plot.height)
  }

  func draw(on canvas: inout ChartCanvas, title: String) {
    let room = width - 2 * Self.margin
    canvas.text(title, Self.margin, Self.margin + 11, in: room, "t")
    canvas.text(y.title, Self.margin, Self.margin + 11 + Self.lineHeight, in: room, "soft")
    drawRows(on: &canvas)
    ChartFrame.drawColumns(of: x, plot, on: &canvas)
    canvas.text(
      x.title, plot.right, plot.bottom + 2 * Self.lineHeight, .end,
      in: plot.right - Self.margin, "soft")
  }

  private func drawRows(on canvas: inout ChartCanvas) {
    let rows = y.scale.ticks.compactMap { tick in
      y.scale.place(tick).map { (tick, plot.bottom - $0 * plot.height) }
    }
    canvas.lines(rows.map { ((plot.x, $0.1), (plot.right, $0.1)) }, "grid")
    for (tick, height) in rows {
      canvas.text(
        y.unit.tick(tick), plot.x - 6, height + 4, .end, in: plot.x - Self.margin)
    }
  }

  /// Draws the grid and labels of a horizontal axis.
  ///
  /// Every tick has a line with a label, or every second, third and so on where labels would touch.
  static func drawColumns(of axis: Axis, _ plot: PlacedRect, on canvas: inout ChartCanvas) {
    let all = axis.scale.ticks.compactMap { tick -> Column? in
      let label = axis.unit.tick(tick)
      return axis.scale.place(tick).map {
        Column(middle: plot.x + $0 * plot.width, half: ChartText.width(label) / 2, label: label)
      }
    }
    // The columns include the tick of no change.
    let first = axis.scale.ticks.firstIndex(of: axis.scale.kind.isLogarithmic ? 1 : 0) ?? 0
    var columns = all
    var stride = 1
    while zip(columns, columns.dropFirst()).contains(where: { $0.touches($1) }) {
      stride += 1
      columns = all.enumerated().filter { ($0.offset - first) % stride == 0 }.map(\.element)
    }
    canvas.lines(columns.map { (($0.middle, plot.y), ($0.middle, plot.bottom)) }, "grid")
    for column in columns {
      canvas.text(
        column.label, column.middle, plot.bottom + lineHeight - 2, .middle, in: .infinity)
    }
  }

  /// A vertical line of a grid with its label.
  private struct Column {
    let middle: Double
    /// Half the width of the label.
    let half: Double
    let label: String

    func touches(_ next: Column) -> Bool { next.middle - next.half <= middle + half + 6 }
  }
}
