// SPDX-License-Identifier: MIT

import LayoutModel

/// A picture of a layout: views with outlines and names, constraints as dimension lines, and a
/// second layout of the same views for a comparison.
///
/// SVG without other files, in light and dark.
package struct LayoutDrawing: Sendable {
  /// The appearance of a constraint.
  package enum Mark: Sendable, Hashable {
    /// Part of a conflict, or violated in the drawn layout.
    case violated
    case plain
  }

  /// The views as one layout places them.
  package struct Layer: Sendable, Hashable {
    /// The name in the legend.
    package let title: String
    /// The rectangles by view; nil for a view that this layer does not show.
    package let rects: [PlacedRect?]

    package init(title: String, rects: [PlacedRect?]) {
      self.title = title
      self.rects = rects
    }
  }

  package let layoutCase: LayoutCase
  /// The right layout, or the only one.
  package let main: Layer
  /// The layout drawn over it with dashed outlines, only where it differs.
  package let other: Layer?
  /// Another optimal layout, if there are several: drawn dotted, only where it differs.
  package let second: Layer?
  /// The drawn constraints, by index in the case.
  package var marks: [Int: Mark]
  /// The highlighted views, by index in the case.
  package var emphasis: Set<Int>
  /// The description for readers who do not see the picture.
  package let title: String
  /// The names of views in the picture, by id; a view without one is named by its id, and one with
  /// an empty one is not named.
  package var names: [String: String] = [:]
  /// The room in which the picture is shown, in pixels: texts are large enough to be read there.
  ///
  /// Nil for no limit.
  package var room: (width: Double, height: Double)?
  /// The part that the picture shows; nil for the root and what is around it.
  private var crop: PlacedRect?

  /// The largest width and height; larger pictures are scaled down.
  private static let sideMax = 900.0
  /// The margin around the root, for lines and names outside.
  private static let margin = 24.0
  /// The largest distance of a view outside the root that the picture shows, in sizes of the root.
  private static let reachMax = 1.0
  private static let nameMax = 40
  /// The size of names, in units of the picture; texts of lines are a little smaller.
  private static let textSize = 8.0
  /// The size of names in a known room, in pixels.
  package static let shownTextSize = 10.5
  /// The smallest visible difference.
  private static let visible = 0.05

  /// - Precondition: the layers have as many rectangles as the case has views, the main one that of
  ///   the root.
  package init(
    _ layoutCase: LayoutCase, title: String, main: Layer, other: Layer? = nil,
    second: Layer? = nil, marks: [Int: Mark] = [:], emphasis: Set<Int> = []
  ) {
    precondition(main.rects.count == layoutCase.views.count, "each view has a rectangle or nil")
    for layer in [other, second] {
      precondition(layer == nil || layer?.rects.count == main.rects.count, "layers are of one case")
    }
    self.layoutCase = layoutCase
    self.title = title
    self.main = main
    self.other = other
    self.second = second
    self.marks = marks
    self.emphasis = emphasis
  }

  /// The whole SVG element.
  ///
  /// - Complexity: O(views + constraints).
  package var svg: String {
    element(
      attributes: " xmlns=\"http://www.w3.org/2000/svg\"", style: "<style>\(Self.style)</style>\n")
  }

  /// The element for a page that has `style` in its style sheet.
  package var bareSVG: String { element(attributes: "", style: "") }

  private func element(attributes: String, style: String) -> String {
    let bounds = bounds
    let scale = Self.scale(bounds)
    let textScale = textScale(bounds)
    let number = Markup.number
    let size = textScale > 1 ? " style=\"font-size:\(number(textScale * Self.textSize))px\"" : ""
    var text = """
      <svg\(attributes) role="img" class="layout"\(size) \
      width="\(number(bounds.width * scale))" height="\(number(bounds.height * scale))" \
      viewBox="\(number(bounds.x)) \(number(bounds.y)) \(number(bounds.width)) \(number(bounds.height))">
      <title>\(Markup.escaped(title))</title>

      """
    text += style
    text += "<g class=\"main\">\n" + views(main, lessThan: nil, textScale) + "</g>\n"
    if let second {
      text += "<g class=\"second\">\n" + views(second, lessThan: main, textScale) + "</g>\n"
    }
    if let other {
      text += "<g class=\"other\">\n" + views(other, lessThan: main, textScale) + "</g>\n"
    }
    text += "<g class=\"lines\">\n" + lines(textScale) + "</g>\n</svg>\n"
    return text
  }

  /// Returns the number of pixels of a unit, if the room does not limit it.
  private static func scale(_ bounds: PlacedRect) -> Double {
    min(1, sideMax / max(bounds.width, bounds.height, 1))
  }

  /// Returns the factor of text sizes, so that texts can be read in the room.
  private func textScale(_ bounds: PlacedRect) -> Double {
    guard let room else { return 1 }
    let shown = min(Self.scale(bounds), room.width / bounds.width, room.height / bounds.height)
    return max(1, Self.shownTextSize / (Self.textSize * shown))
  }

  /// The rectangle of the picture.
  private var bounds: PlacedRect { crop ?? whole }

  /// The root and its surroundings within the limit.
  private var whole: PlacedRect {
    let root = main.rects[0] ?? PlacedRect(x: 0, y: 0, width: 1, height: 1)
    var all = root
    for rect in main.rects + (other?.rects ?? []) + (second?.rects ?? []) {
      if let rect, rect.isFinite { all = all.union(rect) }
    }
    let reach = (x: root.width * Self.reachMax, y: root.height * Self.reachMax)
    let left = max(all.x, root.x - reach.x)
    let top = max(all.y, root.y - reach.y)
    let right = min(all.right, root.right + reach.x)
    let bottom = min(all.bottom, root.bottom + reach.y)
    return PlacedRect(
      x: left - Self.margin, y: top - Self.margin, width: max(1, right - left) + 2 * Self.margin,
      height: max(1, bottom - top) + 2 * Self.margin)
  }

  /// Returns the outlines of a layer, without those that another layer has in the same place.
  private func views(
    _ layer: Layer, lessThan reference: Layer?, _ textScale: Double
  ) -> String {
    var text = ""
    // Larger texts overlap sooner: highlighted views keep their names.
    let found =
      textScale == 1
      ? []
      : emphasis.sorted().compactMap { index in
        layer.rects[index].flatMap { name(of: index, in: $0, textScale)?.place }
      }
    for (index, rect) in layer.rects.enumerated() {
      guard let rect, rect.isFinite else { continue }
      if let crop, !rect.reaches(crop) { continue }
      if let same = reference?.rects[index], same.isNear(rect, within: Self.visible) { continue }
      var name = name(of: index, in: rect, textScale)
      if let place = name?.place, !emphasis.contains(index), found.contains(where: place.meets) {
        name = nil
      }
      text += outline(index, rect, name)
    }
    return text
  }

  /// Returns the name in a view and its approximate place; nil without room.
  private func name(
    of index: Int, in rect: PlacedRect, _ textScale: Double
  ) -> (text: String, place: PlacedRect)? {
    let letter = (width: 5.5 * textScale, height: 9 * textScale)
    // A width may be larger than any integer, or negative.
    guard rect.isFinite, rect.width > 0 else { return nil }
    let fits = Int(min(rect.width / letter.width, Double(Self.nameMax)))
    // A highlighted view is named even if its name is higher than the view.
    let isHigh = rect.height >= letter.height || emphasis.contains(index) && textScale > 1
    guard fits >= 2, isHigh else { return nil }
    let id = layoutCase.views[index].id
    let text = names[id] ?? id
    if text.isEmpty { return nil }
    return (
      Markup.escaped(text, upTo: fits),
      PlacedRect(
        x: rect.x + 3, y: rect.y, width: Double(min(fits, text.count)) * letter.width,
        height: letter.height)
    )
  }

  private func outline(
    _ index: Int, _ rect: PlacedRect, _ shown: (text: String, place: PlacedRect)?
  ) -> String {
    let view = layoutCase.views[index]
    let number = Markup.number
    let name = Markup.escaped(view.id)
    let frame =
      "\(number(rect.x)), \(number(rect.y)), \(number(rect.width)) \u{00D7} \(number(rect.height))"
    // A size of zero is drawn, too, since it is often the fault.
    var text = """
      <g class="\(emphasis.contains(index) ? "view found" : "view")"><title>\(name) (\(view.kind.rawValue)): \(frame)</title>\
      <rect class="\(view.kind.rawValue)" x="\(number(rect.x))" y="\(number(rect.y))" \
      width="\(number(max(rect.width, 0.5)))" height="\(number(max(rect.height, 0.5)))"/>
      """
    if let shown {
      text += """
        <text class="name" x="\(number(shown.place.x))" y="\(number(shown.place.bottom))">\
        \(shown.text)</text>
        """
    }
    return text + "</g>\n"
  }

  /// Returns the dimension lines, violated ones last, so that they are on top.
  private func lines(_ textScale: Double) -> String {
    let rects = main.rects.map { $0 ?? PlacedRect(x: .nan, y: .nan, width: .nan, height: .nan) }
    var text = ""
    var labels: [PlacedRect] = []
    for mark in [Mark.plain, .violated] {
      for (index, constraint) in layoutCase.constraints.enumerated() where marks[index] == mark {
        guard let line = DimensionLine(constraint, in: layoutCase, rects) else { continue }
        if let crop, !line.bounds.reaches(crop) { continue }
        // In a room texts are large: several constraints of one size must not cover each other.
        var place = line.labelPlace(textScale)
        while room != nil, labels.count < 100, labels.contains(where: place.meets) {
          place.y += place.height
        }
        labels.append(place)
        text += line.svg(
          mark == .violated
            ? "violated" : (constraint.priority.isRequired ? "required" : "optional"),
          title: Markup.escaped(constraint.id), at: place)
      }
    }
    return text
  }

  /// The style of the picture; line styles and texts differ wherever colours do.
  package static let style = """
    .layout{background:#fff;font:8px system-ui,sans-serif}\
    .layout rect{fill:#3b6ea5;fill-opacity:.06;stroke:#3b6ea5;stroke-width:1;vector-effect:non-scaling-stroke}\
    .layout .label,.layout .button{fill:#4a7c3a;stroke:#4a7c3a}.layout .imageView{fill:#8a5a9e;stroke:#8a5a9e}\
    .layout .found rect{fill:#b35c00;stroke:#b35c00;fill-opacity:.18;stroke-width:2.5}\
    .layout .second rect{fill:none;stroke:#7a3db8;stroke-dasharray:1 3;stroke-width:1.75}.layout .second text{fill:#7a3db8}\
    .layout .other rect{fill:none;stroke:#c62828;stroke-dasharray:4 2;stroke-width:1.5}\
    .layout text{fill:#222}.layout .other text{fill:#c62828}\
    .layout path{fill:none;stroke:#777;stroke-width:.75}.layout .optional path{stroke-dasharray:3 2}\
    .layout .lines text{fill:#555;font-size:.875em;text-anchor:middle}\
    .layout .violated path{stroke:#c62828;stroke-width:2}.layout .violated text{fill:#c62828;font-weight:700}\
    @media(prefers-color-scheme:dark){.layout{background:#16181c}.layout rect{stroke:#8ab4e8;fill:#8ab4e8}\
    .layout .found rect{stroke:#f0b35a;fill:#f0b35a}.layout text{fill:#e6e6e6}.layout .lines text{fill:#b8b8b8}.layout path{stroke:#9a9a9a}\
    .layout .second rect{stroke:#c9a2f2}.layout .second text{fill:#c9a2f2}\
    .layout .other rect,.layout .violated path{stroke:#ff7b72}.layout .other text,.layout .violated text{fill:#ff7b72}}
    """
}

// MARK: - Cropping

extension LayoutDrawing {
  /// The smallest width that a cropped picture shows, in points: that of a phone.
  private static let cropWidth = 440.0
  /// The smallest height of a cropped picture as a part of its width.
  private static let cropRatio = 0.45
  /// The room around the parts of a finding, in points.
  private static let cropRoom = 28.0

  /// Crops the picture to the highlighted views and the drawn constraints, with what is around
  /// them; it stays whole when they take most of it.
  package mutating func cropToFinding() {
    let whole = whole
    let rects = main.rects.map { $0 ?? PlacedRect(x: .nan, y: .nan, width: .nan, height: .nan) }
    var parts = emphasis.sorted().compactMap { main.rects[$0] }
    for index in marks.keys.sorted() {
      if let line = DimensionLine(layoutCase.constraints[index], in: layoutCase, rects) {
        parts.append(line.bounds)
      }
    }
    parts = parts.filter { $0.isFinite && $0.reaches(whole) }
    guard let first = parts.first else { return }
    let union = parts.dropFirst().reduce(first) { $0.union($1) }
    // A low root may have lines that are much longer than itself.
    let reach = max(whole.width, whole.height)
    let limit = PlacedRect(
      x: whole.x - reach, y: whole.y - reach, width: whole.width + 2 * reach,
      height: whole.height + 2 * reach)
    let all = whole.union(union).intersection(limit)
    let (left, width) = Self.part(
      union.x, union.right, atLeast: Self.cropWidth, of: (all.x, all.width))
    let (top, height) = Self.part(
      union.y, union.bottom, atLeast: width * Self.cropRatio, of: (all.y, all.height))
    crop = PlacedRect(x: left, y: top, width: width, height: height)
  }

  /// Returns the part of an axis around some points: its start and length.
  private static func part(
    _ low: Double, _ high: Double, atLeast least: Double, of whole: (start: Double, length: Double)
  ) -> (start: Double, length: Double) {
    let length = max(high - low + 2 * cropRoom, least)
    // A cut of little is only irritating.
    guard length < whole.length * 0.8 else { return whole }
    let start = (low + high - length) / 2
    return (min(max(start, whole.start), whole.start + whole.length - length), length)
  }
}

extension DimensionLine {
  /// The smallest rectangle around the line.
  fileprivate var bounds: PlacedRect {
    let (low, length) = (min(from, to), abs(to - from))
    return axis == .horizontal
      ? PlacedRect(x: low, y: across, width: length, height: 0)
      : PlacedRect(x: across, y: low, width: 0, height: length)
  }
}

extension PlacedRect {
  /// Returns the common part of two rectangles that overlap.
  fileprivate func intersection(_ other: PlacedRect) -> PlacedRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PlacedRect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }

  /// Whether the two have common points, also at their edges.
  fileprivate func reaches(_ other: PlacedRect) -> Bool {
    x <= other.right && other.x <= right && y <= other.bottom && other.y <= bottom
  }

  /// Whether the two have common points inside.
  func meets(_ other: PlacedRect) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func isNear(_ other: PlacedRect, within distance: Double) -> Bool {
    abs(x - other.x) <= distance && abs(y - other.y) <= distance
      && abs(right - other.right) <= distance && abs(bottom - other.bottom) <= distance
  }
}

extension DimensionLine {
  /// Returns a line with a stroke at each end and its number; a longer stroke across where both
  /// ends are in one place.
  ///
  /// `place` is the place of the number.
  func svg(_ style: String, title: String, at place: PlacedRect) -> String {
    guard let path else { return "" }
    let (x, y) = (place.x + place.width / 2, place.bottom - 1)
    return """
      <g class="\(style)"><title>\(title)</title><path d="\(path)"/>\
      <text x="\(Markup.number(x))" y="\(Markup.number(y))">\(label)</text></g>

      """
  }

  /// Returns the approximate rectangle of the number beside the line.
  fileprivate func labelPlace(_ textScale: Double) -> PlacedRect {
    let (width, height) = (Double(label.count) * 4.5 * textScale, 7 * textScale)
    let middle = (from + to) / 2
    let (x, y) = axis == .horizontal ? (middle, across - 2) : (across + 9 * textScale, middle + 2)
    return PlacedRect(x: x - width / 2, y: y + 1 - height, width: width, height: height)
  }

  /// The line with a stroke at each end, as commands of a path; nil for a line without a place.
  var path: String? {
    guard from.isFinite, to.isFinite, across.isFinite else { return nil }
    let end = abs(to - from) < 0.5 ? 8.0 : 3.0
    return [
      command("M", from, across - end), command("L", from, across + end),
      command("M", from, across), command("L", to, across), command("M", to, across - end),
      command("L", to, across + end),
    ].joined()
  }

  /// The middle of the line.
  var middle: (x: Double, y: Double) {
    let along = (from + to) / 2
    return axis == .horizontal ? (along, across) : (across, along)
  }

  private func command(_ letter: String, _ along: Double, _ across: Double) -> String {
    let (x, y) = axis == .horizontal ? (along, across) : (across, along)
    return "\(letter)\(Markup.number(x)) \(Markup.number(y))"
  }
}
