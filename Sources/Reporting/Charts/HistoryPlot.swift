// SPDX-License-Identifier: MIT

/// A small chart of one number over nights, for a row of a table: bars, or a line.
///
/// The numbers of interest stand beside it, so it has no axes.
package struct HistoryPlot {
  /// One night.
  package struct Point: Hashable {
    var night: Int
    /// The value; nil when the night lacks it.
    package var value: Double?

    package init(night: Int, value: Double?) {
      self.night = night
      self.value = value
    }
  }

  /// The shape of the values.
  package enum Shape: Hashable {
    /// Bars from zero; a night with the value 0 has a low bar.
    case bars
    /// A line between the least and the greatest value, with a dot at the last night and a ring at
    /// the worst one.
    case line
  }

  /// The direction in which a value gets worse.
  package enum Worst: Hashable {
    case high, low
  }

  /// The title, as text.
  package var title: String
  /// Returns the text of a value.
  package let text: (Double) -> String
  var shape: Shape
  /// The nights in order.
  package var points: [Point]
  var worst: Worst
  /// The value above which a night is a finding; drawn where it is near the values.
  var limit: Double?
  /// Whether the bar of the last night is in the colour of news.
  package var isNews = false

  package init(
    title: String, text: @escaping (Double) -> String, shape: Shape, points: [Point],
    worst: Worst = .high, limit: Double? = nil
  ) {
    self.title = title
    self.text = text
    self.shape = shape
    self.points = points
    self.worst = worst
    self.limit = limit
  }

  // MARK: - Numbers

  /// The nights with a value.
  private var known: [(night: Int, value: Double)] {
    points.compactMap { point in point.value.map { (point.night, $0) } }
  }

  /// The first night with a value; nil without any.
  package var first: (night: Int, value: Double)? { known.first }

  /// The last night with a value; nil without any.
  package var last: (night: Int, value: Double)? { known.last }

  /// The worst night, the last one of several; nil without any.
  package var worstNight: (night: Int, value: Double)? {
    known.reversed().min { worst == .high ? $0.value > $1.value : $0.value < $1.value }
  }

  /// The chart in words.
  var summary: String {
    guard let first, let last, let bad = worstNight else {
      return "\(title): no night has a value"
    }
    let nights =
      first.night == last.night ? "night \(first.night)" : "nights \(first.night) to \(last.night)"
    return "\(title), \(nights): first \(text(first.value)), last \(text(last.value)), "
      + (shape == .bars ? "most " : "worst ") + "\(text(bad.value)) in night \(bad.night)"
  }

  // MARK: - Picture

  private static let bars = (width: 180.0, height: 24.0)
  private static let line = (width: 440.0, height: 40.0)
  private static let barWidth = 4.0
  /// The height of the bar of a night with the value 0.
  private static let stub = 2.0
  /// The room for marks at the edges of a line.
  private static let edge = 5.0
  /// The limit is drawn if the greatest value is above this share of it.
  private static let nearness = 0.5

  /// The picture; nil for fewer than two nights with values, which a line cannot show.
  package var picture: ChartPicture? {
    var canvas = ChartCanvas()
    let size = shape == .bars ? Self.bars : Self.line
    switch shape {
    case .bars: drawBars(on: &canvas)
    case .line:
      guard known.count > 1 else { return nil }
      drawLine(on: &canvas)
    }
    return ChartPicture(
      title: summary, description: title, width: size.width, height: size.height, canvas)
  }

  private func drawBars(on canvas: inout ChartCanvas) {
    let (width, height) = Self.bars
    canvas.line(0, height - 0.5, width, height - 0.5, "grid")
    guard let last = points.last else { return }
    let most = max(known.map(\.value).max() ?? 0, 1)
    var paths: [String: [(from: (x: Double, y: Double), to: (x: Double, y: Double))]] = [:]
    for (index, point) in points.reversed().enumerated() {
      guard let value = point.value else { continue }
      let x = width - Self.barWidth / 2 - 1 - 6 * Double(index)
      guard x > 0 else { break }
      let top = height - max(value / most * (height - 2), value > 0 ? 3 : Self.stub)
      let style = value > 0 ? (isNews && point == last ? "bars tonight" : "bars") : "bars none"
      paths[style, default: []].append(((x, height), (x, top)))
    }
    for style in paths.keys.sorted() { canvas.lines(paths[style] ?? [], style) }
  }

  private func drawLine(on canvas: inout ChartCanvas) {
    let (width, height) = Self.line
    let values = known.map(\.value)
    let isLimitNear = limit.map { (values.max() ?? 0) > $0 * Self.nearness } ?? false
    let shown = values + (isLimitNear ? [limit ?? 0] : [])
    let (low, high) = (shown.min() ?? 0, shown.max() ?? 0)
    func y(_ value: Double) -> Double {
      // Equal values are a line in the middle.
      let share = high > low ? (value - low) / (high - low) : 0.5
      return height - Self.edge - share * (height - 2 * Self.edge)
    }
    let step = (width - 2 * Self.edge) / Double(max(1, points.count - 1))
    var pieces: [[(x: Double, y: Double)]] = [[]]
    for (index, point) in points.enumerated() {
      if let value = point.value {
        pieces[pieces.count - 1].append((Self.edge + step * Double(index), y(value)))
      } else {
        pieces.append([])
      }
    }
    if isLimitNear, let limit {
      canvas.line(Self.edge, y(limit), width - Self.edge, y(limit), "limit")
      canvas.text("limit \(text(limit))", Self.edge, min(y(limit) + 12, height - 1), in: 90, "soft")
    }
    for piece in pieces {
      if piece.count > 1 {
        canvas.path(piece, "trend")
      } else if let point = piece.first {
        // A night between two without a value.
        canvas.marker(.circle, point.x, point.y, "lone", size: 2)
      }
    }
    if values.min() != values.max() { mark(worstNight, y, step, "worst", on: &canvas) }
    mark(last, y, step, "tonight", on: &canvas)
  }

  private func mark(
    _ night: (night: Int, value: Double)?, _ y: (Double) -> Double, _ step: Double,
    _ style: String, on canvas: inout ChartCanvas
  ) {
    guard let night, let index = points.firstIndex(where: { $0.night == night.night }) else {
      return
    }
    canvas.marker(
      .circle, Self.edge + step * Double(index), y(night.value), style, size: 3.5,
      title: "night \(night.night): \(text(night.value))")
  }

  /// The style of these charts in addition to that of all charts.
  package static let style = """
    .chart .bars{stroke:var(--bar);stroke-width:4.5}.chart .bars.tonight{stroke:var(--err)}
    .chart .bars.none{stroke:var(--edge)}.chart .trend{stroke:var(--bar);stroke-width:1.5}
    .chart .limit{stroke:var(--warn);stroke-dasharray:2 3}.chart .tonight{fill:var(--text)}.chart .lone{fill:var(--bar)}
    .chart .worst{fill:var(--bg);stroke:var(--warn);stroke-width:2}.chart path.bars{fill:none}

    """
}
