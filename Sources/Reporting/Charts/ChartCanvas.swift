// SPDX-License-Identifier: MIT

import Display

/// The estimated size of a text in a chart: the writer does not know the fonts.
package enum ChartText {
  /// The font size in pixels, as in the style sheet.
  package static let size = 12.0

  /// Returns the width in pixels, at least what common sans serif fonts need for a name or a
  /// number.
  ///
  /// - Complexity: O(length of the text).
  package static func width(_ text: String) -> Double {
    text.reduce(0) { sum, character in
      let isWide = character.unicodeScalars.contains { $0.value >= 0x1100 }
      return sum + size * (isWide ? 1.15 : 0.62)
    }
  }

  /// Returns a text cut to a width in pixels, on one line, with an ellipsis if it was cut.
  package static func fitted(_ text: String, in width: Double) -> String {
    // No chart has room for more characters.
    var line = ShownText.line(text, upTo: 200)
    if Self.width(line) <= width { return line }
    while !line.isEmpty, Self.width(line + "\u{2026}") > width { line.removeLast() }
    return line.isEmpty ? "" : line + "\u{2026}"
  }
}

/// The elements of a chart in SVG, with texts cut to their room.
struct ChartCanvas {
  /// The point of a text that its coordinates give.
  enum Anchor: String {
    case start, middle, end
  }

  /// The shape of points, which distinguishes series without colours.
  enum Marker: Int, CaseIterable {
    case circle, square, triangle, diamond

    static func of(_ series: Int) -> Marker { allCases[series % allCases.count] }
  }

  private(set) var markup = ""

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    path([(x1, y1), (x2, y2)], style)
  }

  /// Adds lines of one style as one element, as those of a grid.
  mutating func lines(
    _ lines: [(from: (x: Double, y: Double), to: (x: Double, y: Double))], _ style: String
  ) {
    if lines.isEmpty { return }
    let data = lines.map { Self.data([$0.from, $0.to]) }.joined()
    add("path", "class=\"\(style)\" d=\"\(data)\"", nil)
  }

  /// Adds a line through points.
  mutating func path(_ points: [(x: Double, y: Double)], _ style: String, title: String? = nil) {
    add("path", "class=\"\(style)\" d=\"\(Self.data(points))\"", title)
  }

  private static func data(_ points: [(x: Double, y: Double)]) -> String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(Markup.number(point.x)) \(Markup.number(point.y))"
    }.joined()
  }

  mutating func rect(_ box: PlacedRect, _ style: String, title: String? = nil) {
    let number = Markup.number
    add(
      "rect",
      "class=\"\(style)\" x=\"\(number(box.x))\" y=\"\(number(box.y))\" "
        + "width=\"\(number(box.width))\" height=\"\(number(box.height))\"", title)
  }

  mutating func marker(
    _ marker: Marker, _ x: Double, _ y: Double, _ style: String, size: Double = 4,
    title: String? = nil
  ) {
    let corners: [(x: Double, y: Double)]
    switch marker {
    case .circle:
      let number = Markup.number
      return add(
        "circle",
        "class=\"\(style)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(size))\"",
        title)
    case .square: corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    case .triangle: corners = [(0, -1.2), (1.1, 0.9), (-1.1, 0.9)]
    case .diamond: corners = [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]
    }
    let points = corners.map {
      "\(Markup.number(x + $0.x * size)),\(Markup.number(y + $0.y * size))"
    }
    add("polygon", "class=\"\(style)\" points=\"\(points.joined(separator: " "))\"", title)
  }

  /// Adds a text cut to the width.
  mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, in width: Double,
    _ style: String = ""
  ) {
    let shown = ChartText.fitted(text, in: width)
    if shown.isEmpty { return }
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    let name = style.isEmpty ? "" : " class=\"\(style)\""
    markup +=
      "<text\(name) x=\"\(Markup.number(x))\" y=\"\(Markup.number(y))\"\(place)>"
      + "\(Markup.escaped(shown))</text>\n"
  }

  private mutating func add(_ element: String, _ attributes: String, _ title: String?) {
    markup += "<\(element) \(attributes)"
    markup +=
      title.map { "><title>\(Markup.escaped($0, upTo: 300))</title></\(element)>\n" } ?? "/>\n"
  }
}

/// A finished chart, with the same bytes for the same values.
package struct ChartPicture: Sendable, Hashable {
  package let title: String
  /// The description for readers who do not see the chart.
  package let description: String
  package let width: Double
  package let height: Double
  private let markup: String

  init(
    title: String, description: String, width: Double, height: Double, _ canvas: ChartCanvas
  ) {
    self.title = title
    self.description = description
    self.width = width
    self.height = height
    markup = canvas.markup
  }

  /// The SVG element as a file of its own.
  package var svg: String {
    element(
      " xmlns=\"http://www.w3.org/2000/svg\"", "<style>\(ChartStyle.alone)</style>\n")
  }

  /// The SVG element for a page that has the style of charts.
  package var bareSVG: String { element("", "") }

  private func element(_ attributes: String, _ style: String) -> String {
    let (width, height) = (Markup.number(width), Markup.number(height))
    let label = Markup.escaped("\(title): \(description)", upTo: 2000)
    return """
      <svg\(attributes) class="chart" role="img" aria-label="\(label)" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title>\(Markup.escaped(title, upTo: 300))</title>
      <desc>\(Markup.escaped(description, upTo: 2000))</desc>
      \(style)\(markup)</svg>

      """
  }
}
