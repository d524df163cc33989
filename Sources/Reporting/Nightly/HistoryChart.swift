// SPDX-License-Identifier: MIT

/// A small chart of one number over nights: bars, or a line where nights may lack a value.
///
/// Units: pixels of the drawing; it scales to the room it gets.
struct HistoryChart {
  /// One night.
  struct Point: Hashable {
    var night: Int
    var date: String
    /// Nil when the night has no such number.
    var value: Double?
    /// Whether the night is to stand out: it cannot be relied on.
    var isBad: Bool
  }

  enum Shape {
    case bars, line
  }

  /// What is drawn, as text.
  var title: String
  /// What a value is told as.
  var text: (Double) -> String
  var shape = Shape.bars
  /// In order of nights.
  var points: [Point]

  private static let width = 320.0
  private static let height = 112.0
  /// The room for the labels of the vertical axis, and for those of the horizontal one.
  private static let left = 56.0
  private static let bottom = 20.0
  private static let top = 10.0
  /// What the first and the last label of the horizontal axis need beside each other.
  private static let labelRoom = 90.0

  /// The style of all such charts.
  static let style = """
    .bucket code{display:inline-block;min-width:15rem}
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem 1.5rem}
    .charts figure{margin:0}
    .charts svg{display:block;width:100%;max-width:26rem;height:auto}
    .charts figcaption{font-weight:600;color:var(--text)}
    .charts text{font:11px system-ui,sans-serif;fill:var(--soft)}
    .charts .axis{stroke:var(--line);stroke-width:1;fill:none}
    .charts .bar{fill:var(--link)}
    .charts .bad{fill:var(--bad)}
    .charts .curve{stroke:var(--link);stroke-width:1.5;fill:none}

    """

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

  /// The drawing with its title, as markup.
  ///
  /// - Parameter id: of its title, unique on the page.
  func markup(id: String) -> String {
    let top = max(points.compactMap(\.value).max() ?? 0, 0)
    // An axis needs some height where all values are 0.
    let scale = top > 0 ? top : 1
    var text = """
      <svg viewBox="0 0 \(Markup.number(Self.width)) \(Markup.number(Self.height))" role="img" \
      aria-labelledby="\(id)"><title id="\(id)">\(Markup.escaped(summary))</title>

      """
    text += axes(scale, isEmpty: top == 0)
    text += shape == .bars ? bars(scale) : curve(scale)
    return text + "</svg>"
  }

  private func axes(_ scale: Double, isEmpty: Bool) -> String {
    let (left, base, top) = (Self.left, Self.height - Self.bottom, Self.top)
    var text = "<path class=\"axis\" d=\"M\(Markup.number(left)) \(Markup.number(top))"
    text += "V\(Markup.number(base))H\(Markup.number(Self.width))\"/>\n"
    if !isEmpty { text += label(self.text(scale), left - 4, top + 8, "end") }
    text += label(self.text(0), left - 4, base, "end")
    if let first = points.first { text += label("night \(first.night)", left, base + 14, "start") }
    if let last = points.last {
      // Below its mark, where there is room beside the first label.
      let place = place(points.count - 1)
      let x = place.x + place.width * 0.9
      if x > left + Self.labelRoom { text += label("\(last.night)", x, base + 14, "end") }
    }
    return text
  }

  private func label(_ text: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
    "<text x=\"\(Markup.number(x))\" y=\"\(Markup.number(y))\" text-anchor=\"\(anchor)\">"
      + "\(Markup.escaped(text))</text>\n"
  }

  /// The left edge and the width of the place of a night.
  private func place(_ index: Int) -> (x: Double, width: Double) {
    let width = (Self.width - Self.left) / Double(max(points.count, 10))
    return (Self.left + width * Double(index), width)
  }

  private func height(_ value: Double, _ scale: Double) -> Double {
    (Self.height - Self.bottom - Self.top) * min(max(value, 0), scale) / scale
  }

  private func bars(_ scale: Double) -> String {
    let base = Self.height - Self.bottom
    var text = ""
    for (index, point) in points.enumerated() {
      // A night without a value is a gap, unless there is something wrong with it.
      guard point.value != nil || point.isBad else { continue }
      let place = place(index)
      let height = max(height(point.value ?? 0, scale), point.isBad ? 3 : 0)
      text += """
        <rect class="bar\(point.isBad ? " bad" : "")" x="\(Markup.number(place.x + place.width * 0.1))" \
        y="\(Markup.number(base - height))" width="\(Markup.number(place.width * 0.8))" \
        height="\(Markup.number(height))"><title>\(Markup.escaped(told(point)))</title></rect>

        """
    }
    return text
  }

  private func curve(_ scale: Double) -> String {
    let base = Self.height - Self.bottom
    var (path, dots, isDown) = ("", "", false)
    for (index, point) in points.enumerated() {
      guard let value = point.value else {
        isDown = false
        continue
      }
      let place = place(index)
      let x = Markup.number(place.x + place.width / 2)
      let y = Markup.number(base - height(value, scale))
      path += "\(isDown ? "L" : "M")\(x) \(y)"
      isDown = true
      dots += "<circle class=\"bar\(point.isBad ? " bad" : "")\" cx=\"\(x)\" cy=\"\(y)\" r=\"2\">"
      dots += "<title>\(Markup.escaped(told(point)))</title></circle>\n"
    }
    return path.isEmpty ? "" : "<path class=\"curve\" d=\"\(path)\"/>\n" + dots
  }

  private func told(_ point: Point) -> String {
    let value = point.value.map(text) ?? "none"
    return "night \(point.night) of \(point.date): \(value)"
      + (point.isBad ? "; not to be relied on" : "")
  }
}
