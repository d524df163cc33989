// SPDX-License-Identifier: MIT

/// A small chart of one number over nights: bars, or a line for numbers that nights may lack.
package struct HistoryPlot {
  /// One night.
  package struct Point: Hashable {
    var night: Int
    var date: String
    /// The value; nil when the night lacks it.
    var value: Double?
    /// Whether the night is highlighted, because it is unreliable.
    var isBad: Bool

    package init(night: Int, date: String, value: Double?, isBad: Bool) {
      self.night = night
      self.date = date
      self.value = value
      self.isBad = isBad
    }
  }

  /// The shape of the values.
  package enum Shape {
    case bars, line
  }

  /// The title, as text.
  package var title: String
  /// Returns the text of a value.
  let text: (Double) -> String
  var shape: Shape
  /// The nights in order.
  var points: [Point]

  package init(
    title: String, text: @escaping (Double) -> String, shape: Shape = .bars, points: [Point]
  ) {
    self.title = title
    self.text = text
    self.shape = shape
    self.points = points
  }

  private static let width = 320.0
  private static let height = 116.0
  /// The plot area, which leaves room for the labels of both axes.
  private static let plot = PlacedRect(x: 64, y: 10, width: 254, height: 86)
  /// The room for the first and the last label of the horizontal axis together.
  private static let labelRoom = 70.0
  /// The least number of places: fewer nights leave room at the end.
  private static let nightsLeast = 10
  /// The least height of a highlighted bar.
  private static let badHeight = 3.0

  /// The chart in words.
  var summary: String {
    let known = points.filter { $0.value != nil }
    guard let first = known.first, let last = known.last,
      let low = known.compactMap(\.value).min(), let high = known.compactMap(\.value).max()
    else { return "\(title): no night has a value." }
    let nights =
      first.night == last.night ? "night \(first.night)" : "nights \(first.night) to \(last.night)"
    return "\(title), \(nights): lowest \(text(low)), highest \(text(high)), "
      + "last \(text(last.value ?? low))."
  }

  /// The picture; without values it has only its axes.
  package var picture: ChartPicture {
    let top = max(points.compactMap(\.value).max() ?? 0, 0)
    var canvas = ChartCanvas()
    drawAxes(top: top, on: &canvas)
    // An axis needs some height even if all values are 0.
    let scale = top > 0 ? top : 1
    switch shape {
    case .bars: drawBars(scale, on: &canvas)
    case .line: drawLine(scale, on: &canvas)
    }
    return ChartPicture(
      title: title, description: summary, width: Self.width, height: Self.height, canvas)
  }

  private func drawAxes(top: Double, on canvas: inout ChartCanvas) {
    let plot = Self.plot
    canvas.path([(plot.x, plot.y), (plot.x, plot.bottom), (plot.right, plot.bottom)], "grid")
    let room = plot.x - 6
    if top > 0 { canvas.text(text(top), plot.x - 6, plot.y + 8, .end, in: room, "soft") }
    canvas.text(text(0), plot.x - 6, plot.bottom, .end, in: room, "soft")
    guard let first = points.first, let last = points.last else { return }
    canvas.text(
      "night \(first.night)", plot.x, plot.bottom + 15, in: Self.labelRoom, "soft")
    // Below its mark, if there is room after the first label.
    let place = place(points.count - 1)
    let end = min(plot.right, place.x + place.width * 0.9)
    if end > plot.x + Self.labelRoom {
      let room = end - plot.x - Self.labelRoom
      canvas.text("\(last.night)", end, plot.bottom + 15, .end, in: room + 30, "soft")
    }
  }

  /// Returns the left edge and the width of the place of a night.
  private func place(_ index: Int) -> (x: Double, width: Double) {
    let width = Self.plot.width / Double(max(points.count, Self.nightsLeast))
    return (Self.plot.x + width * Double(index), width)
  }

  private func height(_ value: Double, _ scale: Double) -> Double {
    Self.plot.height * min(max(value, 0), scale) / scale
  }

  private func drawBars(_ scale: Double, on canvas: inout ChartCanvas) {
    for (index, point) in points.enumerated() {
      // A night without a value is a gap, unless it is unreliable.
      guard point.value != nil || point.isBad else { continue }
      let place = place(index)
      let height = max(height(point.value ?? 0, scale), point.isBad ? Self.badHeight : 0)
      canvas.rect(
        PlacedRect(
          x: place.x + place.width * 0.1, y: Self.plot.bottom - height, width: place.width * 0.8,
          height: height),
        "bar \(point.isBad ? "bad" : "c0")", title: title(point))
    }
  }

  private func drawLine(_ scale: Double, on canvas: inout ChartCanvas) {
    var pieces: [[(x: Double, y: Double)]] = [[]]
    var marks: [(point: Point, x: Double, y: Double)] = []
    for (index, point) in points.enumerated() {
      guard let value = point.value else {
        pieces.append([])
        continue
      }
      let place = place(index)
      let (x, y) = (place.x + place.width / 2, Self.plot.bottom - height(value, scale))
      pieces[pieces.count - 1].append((x, y))
      marks.append((point, x, y))
    }
    for piece in pieces where piece.count > 1 { canvas.path(piece, "c0") }
    for mark in marks {
      canvas.marker(
        .circle, mark.x, mark.y, mark.point.isBad ? "bad" : "c0", size: 2, title: title(mark.point))
    }
  }

  private func title(_ point: Point) -> String {
    let value = point.value.map(text) ?? "none"
    return "night \(point.night) of \(point.date): \(value)"
      + (point.isBad ? "; not to be relied on" : "")
  }
}
