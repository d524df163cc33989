// SPDX-License-Identifier: MIT

import Display
import LayoutModel
import Lowering

/// The picture of a finding: expected views in green, actual ones dashed in red, and broken or
/// contradicting constraints in amber, cropped to what differs.
///
/// Texts have a fixed size, because the picture is as wide as its column.
struct FindingDrawing {
  private let drawing: LayoutDrawing
  private let hasActual: Bool
  private let hasExpected: Bool
  /// The text in place of a missing actual layout.
  private let missing: String?
  /// The drawn rectangle, in points.
  private let box: PlacedRect
  /// The number of pixels of a point.
  private let scale: Double
  /// The views that differ.
  let wrong: [Int]
  /// Whether the picture shows only a part of the root.
  let isCropped: Bool
  /// The views that are outside of the picture because they are too far away.
  let far: [Int]

  private static let width = 316.0
  private static let side = (width: 268.0, heightMax: 230.0)
  private static let top = 26.0
  /// The least difference that can be seen, in pixels.
  private static let visible = 2.0
  /// The largest root, in sizes of the cause, that is shown whole.
  private static let rootMax = 5.0
  /// The largest distance from the expected views that is shown, in sizes of them.
  private static let reachMax = 2.0
  /// The most views with a name, and the most constraints with one.
  private static let namesMax = 6

  /// Makes the drawing of a finding.
  ///
  /// `hasExpected` is whether the main layer is correct, not a layout without one constraint.
  /// `missing` is the text in place of a missing actual layout; nil without such a text.
  init(_ drawing: LayoutDrawing, hasExpected: Bool, missing: String?) {
    self.drawing = drawing
    self.hasExpected = hasExpected
    self.missing = missing
    hasActual = drawing.other != nil
    let main = drawing.main.rects
    let other = drawing.other?.rects ?? []
    wrong = main.indices.filter { view in
      guard let one = main[view], other.indices.contains(view), let rect = other[view] else {
        return false
      }
      return !one.isNear(rect, within: 0.000_001)
    }
    let root = main[0] ?? PlacedRect(x: 0, y: 0, width: 1, height: 1)
    let causes = Self.causes(drawing)
    // What matters in the expected layout decides on the part that is shown.
    var focus: PlacedRect?
    for view in Set(wrong + causes).sorted() where view > 0 {
      if let rect = main[view], rect.isFinite { focus = focus?.union(rect) ?? rect }
    }
    let reach = Self.reachMax * max(root.width, root.height, 1)
    let limit = PlacedRect(
      x: root.x - reach, y: root.y - reach, width: root.width + 2 * reach,
      height: root.height + 2 * reach)
    var far: [Int] = []
    for view in wrong {
      for rect in [main[view], other[view]] {
        guard let rect else { continue }
        if rect.isFinite, rect.isInside(limit) {
          focus = focus?.union(rect) ?? rect
        } else if far.last != view {
          far.append(view)
        }
      }
    }
    self.far = far
    let cause = (focus ?? root).grown(by: 12)
    isCropped =
      focus != nil && cause.isFinite && root.isFinite
      && root.width * root.height > Self.rootMax * Self.rootMax * cause.width * cause.height
      && max(cause.width, cause.height) > 4
    var box = isCropped ? cause : root
    if !isCropped, let focus { box = box.union(focus) }
    if !box.isFinite { box = PlacedRect(x: 0, y: 0, width: 1, height: 1) }
    self.box = box
    scale = min(
      Self.side.width / max(box.width, 1), Self.side.heightMax / max(box.height, 1), 4)
  }

  /// The views of broken and contradicting constraints.
  private static func causes(_ drawing: LayoutDrawing) -> [Int] {
    var views: Set<Int> = []
    for (index, constraint) in drawing.layoutCase.constraints.enumerated()
    where drawing.marks[index] == .violated {
      if case .view(let view) = constraint.first.item { views.insert(view) }
      if case .view(let view)? = constraint.second?.item { views.insert(view) }
    }
    return views.sorted()
  }

  /// Whether a reader sees all that differs.
  var showsDifference: Bool {
    guard far.isEmpty else { return false }
    return wrong.allSatisfy { view in
      guard let one = drawing.main.rects[view], let rect = drawing.other?.rects[view] else {
        return false
      }
      return !one.isNear(rect, within: Self.visible / scale)
    }
  }

  // MARK: - Places

  private func place(_ rect: PlacedRect) -> PlacedRect {
    let left = (Self.width - box.width * scale) / 2
    return PlacedRect(
      x: left + (rect.x - box.x) * scale, y: Self.top + (rect.y - box.y) * scale,
      width: rect.width * scale, height: rect.height * scale)
  }

  /// The drawn rectangle in pixels.
  private var frame: PlacedRect { place(box) }

  // MARK: - Picture

  var svg: String {
    var canvas = Labels(
      bounds: PlacedRect(x: 0, y: 0, width: Self.width, height: frame.bottom + 8))
    let number = Markup.number
    let height = number(frame.bottom + 40)
    var text = """
      <svg role="img" class="figure" width="\(number(Self.width))" height="\(height)" \
      viewBox="0 0 \(number(Self.width)) \(height)"><title>\(Markup.escaped(words))</title>

      """
    let clip =
      "<svg x=\"\(number(frame.x - 4))\" y=\"\(number(frame.y - 4))\" width=\"\(number(frame.width + 8))\" "
      + "height=\"\(number(frame.height + 8))\" "
      + "viewBox=\"\(number(frame.x - 4)) \(number(frame.y - 4)) \(number(frame.width + 8)) \(number(frame.height + 8))\">\n"
    text += clip + "<g class=\"main\">\n"
    text += mainOutlines(areFlat: false) + "</g>\n<g class=\"actual\">\n"
    for view in wrong {
      guard let rect = drawing.other?.rects[view] else { continue }
      text += outline(view, rect, "wrong-view")
    }
    let lines = lines
    text += "</g>\n<g class=\"main\">\n" + mainOutlines(areFlat: true)
    text += "</g>\n" + lines.markup + "</svg>\n"
    text += names(&canvas, lines.labels) + dimension
    return text + "</svg>\n"
  }

  /// Returns the views of the expected layout: rectangles, or those without an area, which would be
  /// covered by others.
  private func mainOutlines(areFlat: Bool) -> String {
    drawing.main.rects.indices.map { view in
      guard let rect = drawing.main.rects[view],
        (min(rect.width.magnitude, rect.height.magnitude) <= 1e-9) == areFlat
      else { return "" }
      return outline(view, rect, mainStyle(view))
    }.joined()
  }

  private func mainStyle(_ view: Int) -> String {
    let isOnly = drawing.main.rects.count == 1 && !hasActual && hasExpected
    if view == 0 { return wrong.contains(0) || isOnly ? "expected" : "view" }
    if !hasActual, hasExpected { return "expected" }
    return wrong.contains(view) && hasExpected ? "expected" : "view"
  }

  private func outline(_ view: Int, _ rect: PlacedRect, _ style: String) -> String {
    guard rect.isFinite else { return "" }
    let drawn = place(rect)
    let number = Markup.number
    let title =
      "<title>\(Markup.escaped(drawing.layoutCase.views[view].id, upTo: 100)): \(text(rect))</title>"
    let (wide, high) = (rect.width.magnitude > 1e-9, rect.height.magnitude > 1e-9)
    switch (wide, high) {
    case (true, true):
      let (x, y) = (min(drawn.x, drawn.right), min(drawn.y, drawn.bottom))
      return "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
        + "width=\"\(number(drawn.width.magnitude))\" height=\"\(number(drawn.height.magnitude))\">"
        + "\(title)</rect>\n"
    case (false, false):
      return
        "<circle class=\"dot \(style)\" cx=\"\(number(drawn.x))\" cy=\"\(number(drawn.y))\" r=\"4.5\">"
        + "\(title)</circle>\n"
    case (true, false):
      return
        "<path class=\"flat \(style)\" d=\"M\(number(drawn.x)) \(number(drawn.y))H\(number(drawn.right))\">"
        + "\(title)</path><path class=\"end \(style)\" d=\"M\(number(drawn.x)) \(number(drawn.y - 6))v12"
        + "M\(number(drawn.right)) \(number(drawn.y - 6))v12\"/>\n"
    case (false, true):
      return
        "<path class=\"flat \(style)\" d=\"M\(number(drawn.x)) \(number(drawn.y))V\(number(drawn.bottom))\">"
        + "\(title)</path><path class=\"end \(style)\" d=\"M\(number(drawn.x - 6)) \(number(drawn.y))h12"
        + "M\(number(drawn.x - 6)) \(number(drawn.bottom))h12\"/>\n"
    }
  }

  /// Returns the broken or contradicting constraints as dimension lines with their ids.
  private var lines: (markup: String, labels: [(text: String, x: Double, y: Double)]) {
    let rects = (drawing.other?.rects ?? drawing.main.rects).map {
      $0 ?? PlacedRect(x: .nan, y: .nan, width: .nan, height: .nan)
    }
    let placed = rects.map(place)
    var text = "<g class=\"cause\">\n"
    var labels: [(text: String, x: Double, y: Double)] = []
    for (index, constraint) in drawing.layoutCase.constraints.enumerated()
    where drawing.marks[index] == .violated && labels.count < Self.namesMax {
      guard let line = DimensionLine(constraint, in: drawing.layoutCase, placed) else { continue }
      guard let path = line.path, !isCovered(constraint, placed) else { continue }
      text += "<path d=\"\(path)\"/>\n"
      labels.append((constraint.id, line.middle.x, line.middle.y))
    }
    return (text + "</g>\n", labels)
  }

  /// Whether the line of a constraint would cover a view that is a line itself.
  private func isCovered(_ constraint: LayoutConstraint, _ placed: [PlacedRect]) -> Bool {
    guard case .view(let view) = constraint.first.item, constraint.second == nil else {
      return false
    }
    return min(placed[view].width.magnitude, placed[view].height.magnitude) < 8
  }

  /// Returns the names of the views, each where it covers no other.
  private func names(
    _ canvas: inout Labels, _ lines: [(text: String, x: Double, y: Double)]
  ) -> String {
    var text = ""
    for view in wrong.prefix(Self.namesMax) where !far.contains(view) {
      guard let main = drawing.main.rects[view], let other = drawing.other?.rects[view] else {
        continue
      }
      let id = drawing.layoutCase.views[view].id.prefix(scalars: 14)
      let part = Self.onlyDifference(main, other)
      let (right, got) = (part.map { ": " + $0(main) } ?? "", part.map { ": " + $0(other) } ?? "")
      if hasExpected {
        text += canvas.text("\(id) expected\(right)", beside: place(main), "g")
      }
      text += canvas.text("\(id) actual\(got)", beside: place(other), "e", isAfter: true)
    }
    if !hasActual {
      for view in drawing.main.rects.indices.dropFirst().prefix(Self.namesMax) {
        guard let rect = drawing.main.rects[view], rect.isFinite else { continue }
        let id = drawing.layoutCase.views[view].id.prefix(scalars: 14)
        text += canvas.text(
          hasExpected ? "\(id) expected" : "\(id)", beside: place(rect), hasExpected ? "g" : "m")
      }
      if let missing {
        let middle = PlacedRect(
          x: frame.x + 10, y: frame.y + frame.height / 2 - 12, width: 0, height: 0)
        text += canvas.text("actual: \(missing)", beside: middle, "e", isAfter: true)
      }
    }
    for line in lines {
      text += canvas.text(line.text.prefix(scalars: 14), near: (line.x, line.y), "w")
    }
    for view in drawing.main.rects.indices where view == 0 || !wrong.contains(view) && hasActual {
      guard let rect = drawing.main.rects[view], rect.isFinite, !(isCropped && view == 0) else {
        continue
      }
      text += canvas.name(drawing.layoutCase.views[view].id, inside: place(rect))
    }
    return text
  }

  /// Returns the only number that differs, as `width 50`; nil when there are several.
  private static func onlyDifference(
    _ one: PlacedRect, _ other: PlacedRect
  ) -> ((PlacedRect) -> String)? {
    let parts: [(String, (PlacedRect) -> Double)] = [
      ("x", { $0.x }), ("y", { $0.y }), ("width", { $0.width }), ("height", { $0.height }),
    ]
    let wrong = parts.filter { ($0.1(one) - $0.1(other)).magnitude > 1e-6 }
    guard wrong.count == 1, let part = wrong.first else { return nil }
    return { "\(part.0) \(ShownNumber.points(part.1($0)))" }
  }

  /// The width of the picture in points, below it.
  private var dimension: String {
    let number = Markup.number
    let y = frame.bottom + 14
    let part = isCropped ? "part of root, " : ""
    return "<path class=\"axis\" d=\"M\(number(frame.x)) \(number(y))H\(number(frame.right))"
      + "M\(number(frame.x)) \(number(y - 4))v8M\(number(frame.right)) \(number(y - 4))v8\"/>"
      + "<text class=\"m\" x=\"\(number(frame.x + frame.width / 2))\" y=\"\(number(y + 18))\" "
      + "text-anchor=\"middle\">\(part)\(ShownNumber.points(box.width)) pt</text>\n"
  }

  private func text(_ rect: PlacedRect) -> String {
    [rect.x, rect.y, rect.width, rect.height].map { ShownNumber.points($0) }.joined(separator: ", ")
  }

  // MARK: - Words

  /// The picture in words.
  private var words: String {
    let shown = wrong.prefix(Self.namesMax).compactMap { view -> String? in
      guard let main = drawing.main.rects[view], let other = drawing.other?.rects[view] else {
        return nil
      }
      return "\(drawing.layoutCase.views[view].id): expected \(text(main)), actual \(text(other))"
    }
    if shown.isEmpty { return missing.map { "Expected layout; actual: \($0)" } ?? drawing.title }
    return shown.joined(separator: "; ") + " (x, y, width, height in the root, pt)"
  }

  /// The legend as markup.
  var key: String {
    var parts: [String] = []
    if hasExpected, !wrong.isEmpty || !hasActual { parts.append("<span>expected</span>") }
    if !wrong.isEmpty { parts.append("<span class=\"actual\">actual, wrong</span>") }
    if !lines.labels.isEmpty {
      let what = hasExpected ? "broken constraint" : "contradicting constraint"
      parts.append("<span class=\"cause\">\(what)</span>")
    }
    if !hasExpected { parts.append("<span class=\"views\">a layout without one of them</span>") }
    return parts.isEmpty ? "" : "<div class=\"key\">\(parts.joined())</div>"
  }
}

/// Texts of a picture that do not cover each other.
private struct Labels {
  let bounds: PlacedRect
  private var taken: [PlacedRect] = []

  private static let letter = 6.8
  private static let height = 14.0

  init(bounds: PlacedRect) { self.bounds = bounds }

  /// Returns a text at the first free place beside a rectangle; empty without room.
  mutating func text(
    _ text: String, beside rect: PlacedRect, _ style: String, isAfter: Bool = false
  ) -> String {
    guard rect.isFinite else { return "" }
    let width = Double(text.count) * Self.letter
    let (above, below) = (rect.y - Self.height - 4, rect.bottom + 4)
    let inside = rect.y + 4
    let center = min(max(rect.x, bounds.x), bounds.right - width)
    let (outer, inner) = ((center, above), (center + 6, below))
    let sides = [(rect.right + 8, inside), (rect.x + 6, inside)]
    var places = isAfter ? [inner] + sides + [outer] : [outer, inner] + sides
    for step in 1...3 { places.append((center + 6, below + Double(step) * (Self.height + 2))) }
    for (x, y) in places {
      let place = PlacedRect(x: x, y: y, width: width, height: Self.height)
      guard place.isInside(bounds), !taken.contains(where: place.meets) else { continue }
      return add(text, place, style)
    }
    return ""
  }

  /// Returns the name of a view in its lower left corner; empty without room.
  mutating func name(_ id: String, inside rect: PlacedRect) -> String {
    let room = Int(min(40, max(0, (rect.width - 8) / Self.letter)))
    guard room >= 2, rect.height >= Self.height + 4 else { return "" }
    let text = Markup.escaped(id, upTo: room)
    let place = PlacedRect(
      x: rect.x + 6, y: rect.bottom - Self.height - 4,
      width: Double(min(room, id.count)) * Self.letter, height: Self.height)
    guard place.isInside(bounds), !taken.contains(where: place.meets) else { return "" }
    return add(text, place, "m", isEscaped: true)
  }

  /// Returns a text near a point; empty without room.
  mutating func text(
    _ text: String, near point: (x: Double, y: Double), _ style: String
  ) -> String {
    let width = Double(text.count) * Self.letter
    for (dx, dy) in [(5.0, -17.0), (5.0, 4.0), (-width - 5, -17.0), (-width - 5, 4.0)] {
      let place = PlacedRect(
        x: point.x + dx, y: point.y + dy, width: width, height: Self.height)
      guard place.isInside(bounds), !taken.contains(where: place.meets) else { continue }
      return add(text, place, style)
    }
    return ""
  }

  private mutating func add(
    _ text: String, _ place: PlacedRect, _ style: String, isEscaped: Bool = false
  ) -> String {
    taken.append(place)
    let text = isEscaped ? text : Markup.escaped(text)
    return "<text class=\"\(style)\" x=\"\(Markup.number(place.x))\" "
      + "y=\"\(Markup.number(place.y + 11))\">\(text)</text>\n"
  }
}

extension PlacedRect {
  fileprivate func isInside(_ other: PlacedRect) -> Bool {
    x >= other.x && y >= other.y && right <= other.right && bottom <= other.bottom
  }

  fileprivate func grown(by distance: Double) -> PlacedRect {
    PlacedRect(
      x: x - distance, y: y - distance, width: width + 2 * distance,
      height: height + 2 * distance)
  }
}
