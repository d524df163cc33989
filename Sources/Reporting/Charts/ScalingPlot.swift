// SPDX-License-Identifier: MIT

import Display
import Statistics

/// A chart of the growth of costs with size on two logarithmic axes, where a power is a line:
/// measured points and fitted lines.
package struct ScalingPlot: Sendable {
  /// The costs of one side.
  package struct Series: Sendable, Hashable {
    package var name: String
    package var points: [Point]
    package var fit: Fit?

    package init(name: String, points: [Point], fit: Fit?) {
      self.name = name
      self.points = points
      self.fit = fit
    }
  }

  /// The cost of one size.
  package struct Point: Sendable, Hashable {
    package var size: Double
    package var cost: Double
    /// The least and the largest cost of a process; nil for a single measurement.
    package var range: ClosedRange<Double>?
    /// Whether the fit uses the point: costs that are mostly overhead show no growth.
    package var isFitted: Bool

    package init(
      size: Double, cost: Double, range: ClosedRange<Double>? = nil, isFitted: Bool = true
    ) {
      self.size = size
      self.cost = cost
      self.range = range
      self.isFitted = isFitted
    }
  }

  /// A fitted power of the size.
  package struct Fit: Sendable, Hashable {
    package var exponent: Double
    package var low: Double?
    package var high: Double?

    package init(exponent: Double, low: Double?, high: Double?) {
      self.exponent = exponent
      self.low = low
      self.high = high
    }

    /// The exponent with its interval: `n^1.02, 0.990 to 1.05`.
    package var text: String {
      let power = "n^\(ShownNumber.digits(exponent))"
      return interval.isEmpty ? power : "\(power), \(interval)"
    }

    /// The interval of the exponent: `0.990 to 1.05`; empty if there is none.
    package var interval: String {
      guard let low, let high else { return "" }
      return "\(ShownNumber.digits(low)) to \(ShownNumber.digits(high))"
    }
  }

  package var title: String
  /// The name of the costs, as `CPU time`.
  package var measure: String
  package var unit: ChartUnit
  package var series: [Series]

  package init(title: String, measure: String, unit: ChartUnit, series: [Series]) {
    self.title = title
    self.measure = measure
    self.unit = unit
    self.series = series
  }

  private static let width = 300.0
  private static let height = 150.0
  /// The room at the right for the names of series.
  private static let nameWidth = 84.0

  private static func canShow(_ point: Point) -> Bool {
    ChartScale.canShow(point.size, on: .log10) && ChartScale.canShow(point.cost, on: .log10)
  }

  /// The picture; nil unless a series has two points that can be drawn.
  package var picture: ChartPicture? {
    let points = series.flatMap(\.points)
    let shown = points.filter(Self.canShow)
    let costs = shown.flatMap { point in
      [point.cost] + (point.range.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }
    guard series.contains(where: { $0.points.count(where: Self.canShow) > 1 }),
      let x = ChartScale(.log10, covering: shown.map(\.size), ticksMax: 5),
      let y = ChartScale(.log10, covering: costs, ticksMax: 6)
    else { return nil }
    let frame = ChartFrame(
      width: Self.width - Self.nameWidth, height: Self.height,
      x: .init(title: "size (log scale)", unit: .number, scale: x),
      y: .init(title: "\(measure) (log scale)", unit: unit, scale: y))
    var canvas = ChartCanvas()
    frame.draw(on: &canvas, title: title)
    var height = frame.bottom
    // A single side is no baseline.
    let first = series.count == 1 ? 1 : 0
    for (index, one) in series.enumerated() { draw(one, first + index, frame, on: &canvas) }
    drawNames(frame, on: &canvas)
    if points.count > shown.count {
      height += ChartFrame.lineHeight
      canvas.text(
        "\(ShownNumber.counted(points.count - shown.count, "point")) of 0 or no number not drawn",
        ChartFrame.margin, height, in: Self.width - 2 * ChartFrame.margin, "soft")
    }
    let description = series.map { one in
      let costs = one.points.filter(Self.canShow).map {
        "\(ChartUnit.number.tick($0.size)): \(MeasuredText.cost($0.cost, unit))"
      }
      return "\(legend(one)); by size \(costs.joined(separator: ", "))."
    }
    return ChartPicture(
      title: title, description: description.joined(separator: " "), width: Self.width,
      height: height + ChartFrame.margin, canvas)
  }

  private func legend(_ one: Series) -> String {
    guard let fit = one.fit else { return "\(one.name): no exponent" }
    return "\(one.name): \(fit.text)"
  }

  /// Writes the name of each series beside its last point, in lines of their own.
  private func drawNames(_ frame: ChartFrame, on canvas: inout ChartCanvas) {
    let ends = series.compactMap { one -> (name: String, place: (x: Double, y: Double))? in
      let last = one.points.filter(Self.canShow).max { $0.size < $1.size }
      return last.flatMap { frame.point($0.size, $0.cost) }.map { (one.name, $0) }
    }.sorted { $0.place.y < $1.place.y }
    var free = frame.plot.y
    for (index, end) in ends.enumerated() {
      let below = Double(ends.count - 1 - index) * ChartFrame.lineHeight
      let line = max(free, min(end.place.y + 4, frame.plot.bottom - below))
      let start = frame.plot.right + 8
      canvas.text(end.name, start, line, in: Self.width - start - 4)
      free = line + ChartFrame.lineHeight
    }
  }

  private func draw(
    _ one: Series, _ number: Int, _ frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let style = ChartStyle.side(number)
    if let line = line(one, frame) { canvas.path(line, "step \(ChartStyle.sideLine(number))") }
    for point in one.points {
      guard let place = frame.point(point.size, point.cost) else { continue }
      if let range = point.range, let low = frame.point(point.size, range.lowerBound),
        let high = frame.point(point.size, range.upperBound)
      {
        canvas.line(place.x, low.y, place.x, high.y, "range \(style)")
      }
      canvas.marker(
        .of(number), place.x, place.y, style + (point.isFitted ? "" : " hollow"),
        title:
          "\(one.name), \(ChartUnit.number.tick(point.size)): \(MeasuredText.cost(point.cost, unit))"
      )
    }
  }

  /// Returns the fitted line through the middle of the points, between the smallest and the largest
  /// size.
  private func line(_ one: Series, _ frame: ChartFrame) -> [(x: Double, y: Double)]? {
    let points = one.points.filter { $0.isFitted && Self.canShow($0) }
    guard let fit = one.fit, fit.exponent.isFinite, points.count >= 2 else { return nil }
    let sizes = points.map { ElementaryFunctions.logarithm($0.size) }
    let costs = points.map { ElementaryFunctions.logarithm($0.cost) }
    let (middle, height) = (Summary.mean(sizes), Summary.mean(costs))
    let ends = [sizes.min() ?? middle, sizes.max() ?? middle].compactMap { size in
      frame.point(
        ElementaryFunctions.exponential(size),
        ElementaryFunctions.exponential(height + fit.exponent * (size - middle)))
    }
    return ends.count == 2 ? ends : nil
  }
}
