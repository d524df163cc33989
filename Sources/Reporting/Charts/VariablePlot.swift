// SPDX-License-Identifier: MIT

import Display

/// A chart of one variable over the steps of a script: the expected and the actual value at each
/// reading.
///
/// Between readings a value is assumed to stay. Values that are NaN, infinite or far from all
/// expected ones are marked at the edge with their numbers. So the scale still distinguishes the
/// others.
package struct VariablePlot: Sendable {
  /// The values of a variable at one step.
  package struct Reading: Sendable, Hashable {
    /// The number of the step, from 1.
    package var step: Int
    /// The expected value; nil where no value is right, or none is known.
    package var expected: Double?
    /// Whether the expected value is the only right one.
    package var isUnique: Bool
    /// The actual value of the solver; nil where it is not stored.
    package var got: Double?
    package var isWrong: Bool

    package init(step: Int, expected: Double?, isUnique: Bool, got: Double?, isWrong: Bool) {
      self.step = step
      self.expected = expected
      self.isUnique = isUnique
      self.got = got
      self.isWrong = isWrong
    }
  }

  /// A variable with its readings, in order of steps.
  package struct Curve: Sendable, Hashable {
    package var name: String
    package var readings: [Reading]

    package init(name: String, readings: [Reading]) {
      self.name = name
      self.readings = readings
    }

    /// The smallest visible change.
    private static let visible = 0.001

    /// The rank of the chart: 0 where the solver is wrong, 1 where values change, 2 where they are
    /// always the same.
    var rank: Int {
      if readings.contains(where: \.isWrong) { return 0 }
      let values = readings.compactMap(\.expected)
      guard let low = values.min(), let high = values.max() else { return 2 }
      return high - low > Self.visible ? 1 : 2
    }
  }

  package var curve: Curve
  /// The drawn steps, from 1.
  package var steps: ClosedRange<Int>
  /// The drawn steps that a right solver refuses.
  package var refused: [Int]
  /// The drawn step at which the solver is wrong.
  package var failing: Int?

  package init(curve: Curve, steps: ClosedRange<Int>, refused: [Int], failing: Int?) {
    self.curve = curve
    self.steps = steps
    self.refused = refused
    self.failing = failing
  }

  /// The width of the narrowest window, in which texts keep their size.
  private static let width = 340.0
  private static let height = 120.0
  /// The distance between the extreme values and the ends of the scale, as a share of their range.
  private static let margin = 0.05
  /// The largest distance from the expected values at which a value has a place on the scale, in
  /// ranges of them.
  private static let reach = 10.0

  /// The picture; nil when fewer than two steps have a value that can be drawn.
  package var picture: ChartPicture? {
    let readings = curve.readings.filter { steps.contains($0.step) }
    // One point is not a course: the table has its number.
    guard readings.count(where: { $0.expected != nil || $0.got != nil }) > 1,
      let scale = scale(readings)
    else { return nil }
    let frame = ChartFrame(
      width: Self.width, height: Self.height,
      x: .init(title: "step", unit: .number, scale: ChartScale(slots: steps)),
      y: .init(title: "value", unit: .number, scale: scale))
    var canvas = ChartCanvas()
    frame.draw(on: &canvas, title: curve.name)
    drawSteps(frame, on: &canvas)
    drawExpected(readings, frame, on: &canvas)
    for reading in readings where reading.isWrong { draw(reading, frame, on: &canvas) }
    return ChartPicture(
      title: curve.name, description: description(readings), width: Self.width,
      height: frame.bottom + ChartFrame.margin, canvas)
  }

  // MARK: - Scale

  /// Returns a scale for the expected values, and for actual ones that are near enough to keep the
  /// others distinguishable.
  private func scale(_ readings: [Reading]) -> ChartScale? {
    let expected = readings.compactMap(\.expected).filter { ChartScale.canShow($0, on: .linear) }
    let got = readings.compactMap(\.got).filter { ChartScale.canShow($0, on: .linear) }
    guard let low = expected.min(), let high = expected.max() else {
      return ChartScale(.linear, covering: got, ticksMax: 5)
    }
    let room = Self.reach * max(high - low, abs(low), abs(high), 1)
    let near = got.filter { $0 >= low - room && $0 <= high + room }
    let (least, most) = (min(low, near.min() ?? low), max(high, near.max() ?? high))
    // Marks on the axis would cover its labels, and the squares of refused steps.
    let margin = (most - least) * Self.margin
    return ChartScale(.linear, covering: [least - margin, most + margin], ticksMax: 6)
  }

  /// The place of a value relative to the scale.
  private enum Place {
    case inside(Double)
    case above, below, nowhere
  }

  private func place(_ value: Double, _ frame: ChartFrame) -> Place {
    guard !value.isNaN else { return .nowhere }
    let ticks = frame.y.scale.ticks
    if let first = ticks.first, value < first { return .below }
    if let last = ticks.last, value > last { return .above }
    return frame.point(0, value).map { .inside($0.y) } ?? .nowhere
  }

  private func across(_ step: Int, _ frame: ChartFrame) -> Double {
    frame.plot.x + (frame.x.scale.place(Double(step)) ?? 0) * frame.plot.width
  }

  // MARK: - Drawing

  /// Draws the failing step as a band, and the steps to refuse as squares on the axis.
  private func drawSteps(_ frame: ChartFrame, on canvas: inout ChartCanvas) {
    let plot = frame.plot
    if let failing, steps.contains(failing) {
      let width = plot.width / Double(steps.count)
      canvas.rect(
        PlacedRect(
          x: across(failing, frame) - width / 2, y: plot.y, width: width, height: plot.height),
        "band bad", title: "step \(failing): wrong")
    }
    for step in refused where steps.contains(step) {
      canvas.marker(
        .square, across(step, frame), plot.bottom, "hollow plain",
        title: "step \(step): must be refused")
    }
  }

  private func drawExpected(
    _ readings: [Reading], _ frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    var line: [(x: Double, y: Double)] = []
    var marks: [(reading: Reading, x: Double, y: Double)] = []
    for reading in readings {
      guard let value = reading.expected, case .inside(let y) = place(value, frame) else {
        continue
      }
      let x = across(reading.step, frame)
      if let last = line.last { line.append((x, last.y)) }
      line.append((x, y))
      marks.append((reading, x, y))
    }
    // The last value continues to the end of the plot.
    if let last = line.last { line.append((frame.plot.right, last.y)) }
    if !line.isEmpty { canvas.path(line, "step good") }
    for mark in marks {
      canvas.marker(
        .circle, mark.x, mark.y, mark.reading.isUnique ? "good" : "good hollow",
        title: title(mark.reading))
    }
  }

  /// Draws a wrong value with its number, and the line to it from the right one.
  private func draw(_ reading: Reading, _ frame: ChartFrame, on canvas: inout ChartCanvas) {
    guard let got = reading.got else { return }
    let plot = frame.plot
    let x = across(reading.step, frame)
    let place = place(got, frame)
    let y: Double
    switch place {
    case .inside(let height): y = height
    case .above, .nowhere: y = plot.y + 4
    case .below: y = plot.bottom - 4
    }
    if case .nowhere = place {
      canvas.line(x - 4, y, x + 4, y + 8, "range bad")
      canvas.line(x - 4, y + 8, x + 4, y, "range bad")
    } else if let expected = reading.expected, case .inside(let right) = self.place(expected, frame)
    {
      canvas.line(x, right, x, y, "range bad")
    }
    switch place {
    case .inside: canvas.marker(.diamond, x, y, "bad", title: title(reading))
    case .above: canvas.path([(x - 5, y + 7), (x, y), (x + 5, y + 7)], "range bad")
    case .below: canvas.path([(x - 5, y - 7), (x, y), (x + 5, y - 7)], "range bad")
    case .nowhere: break
    }
    let right = reading.expected.map { ", not \(Self.text($0))" } ?? ""
    label(Self.text(got) + right, x, y, plot, on: &canvas)
  }

  /// Draws a number above or below its mark, on the side with more room.
  private func label(
    _ text: String, _ x: Double, _ y: Double, _ plot: PlacedRect, on canvas: inout ChartCanvas
  ) {
    let isHigh = y - plot.y < 2 * ChartText.size
    // At the edge a mark has arms, which the number must not cover.
    let baseline = isHigh ? y + 2 * ChartText.size : y - 0.75 * ChartText.size
    let isLeft = x > plot.x + plot.width / 2
    canvas.text(
      text, isLeft ? x - 7 : x + 7, baseline, isLeft ? .end : .start,
      in: (isLeft ? x - plot.x : plot.right - x) - 7, "bad halo")
  }

  // MARK: - Words

  private static func text(_ value: Double) -> String {
    value.magnitude < 1e9 ? ShownNumber.points(value) : "\(value)"
  }

  private func title(_ reading: Reading) -> String {
    var text = "step \(reading.step): "
    text += reading.expected.map { "expected \(Self.text($0))" } ?? "no value expected"
    if reading.expected != nil, !reading.isUnique { text += " or others as good" }
    if let got = reading.got, reading.isWrong { text += ", got \(Self.text(got))" }
    return text
  }

  private func description(_ readings: [Reading]) -> String {
    var text = "\(curve.name) over steps \(steps.lowerBound) to \(steps.upperBound): "
    text += readings.map(title).joined(separator: "; ") + "."
    let shown = refused.filter(steps.contains)
    if !shown.isEmpty {
      text += " Must be refused: \(shown.map { "\($0)" }.joined(separator: ", "))."
    }
    if let failing { text += " Wrong at step \(failing)." }
    return text
  }
}
