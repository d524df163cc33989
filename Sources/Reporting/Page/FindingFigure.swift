// SPDX-License-Identifier: MIT

import Display

/// The picture of a finding about a layout with its legend: rectangles, or a number line where
/// rectangles do not show what is wrong.
struct FindingFigure {
  let markup: String

  /// - Returns: nil when there is nothing to draw.
  init?(_ page: FindingPage, isProcess: Bool) {
    let exact = page.columns.first { $0.role == .exact }
    let hasExpected = exact?.frames != nil
    let hasActual = page.columns.contains { $0.role == .accused && $0.frames != nil }
    let accused = page.columns.first { $0.role == .accused }
    var missing: String?
    if isProcess {
      missing = "no answer"
    } else if let accused, accused.frames == nil {
      missing = "no layout (\"\(accused.answer)\")"
    }
    let picture = page.drawing.map {
      FindingDrawing($0, hasExpected: hasExpected, missing: missing)
    }
    // Of a whole layout with a visible difference rectangles show more than one number.
    let isDrawable = hasExpected && (hasActual || isProcess) && picture?.showsDifference == true
    if !isDrawable, let line = page.numberLine ?? Self.line(page, picture), let svg = line.svg {
      // Its rows have their names.
      markup = Self.figure(svg, "", note: "")
      return
    }
    guard let picture else { return nil }
    markup = Self.figure(picture.svg, picture.key, note: Self.note(page, picture))
  }

  private static func figure(_ svg: String, _ key: String, note: String) -> String {
    "<figure>\(svg)\(key)\(note)</figure>"
  }

  /// Returns the number of a frame with the largest difference, on a scale that shows it.
  private static func line(_ page: FindingPage, _ picture: FindingDrawing?) -> NumberLine? {
    guard picture?.showsDifference == false,
      let exact = page.columns.first(where: { $0.role == .exact })?.frames,
      let actual = page.columns.first(where: { $0.role == .accused })?.frames
    else { return nil }
    var largest: (name: String, expected: Double, actual: Double)?
    for (view, name) in page.views.enumerated() {
      let numbers = [
        ("x", exact[view].x, actual[view].x), ("y", exact[view].y, actual[view].y),
        ("width", exact[view].width, actual[view].width),
        ("height", exact[view].height, actual[view].height),
      ]
      for (place, (part, right, got)) in numbers.enumerated() {
        let difference = (got - right).magnitude
        guard page.fixedNumbers?[view][place] ?? true, FindingPage.isBroken(by: difference),
          difference > largest.map({ ($0.actual - $0.expected).magnitude }) ?? 0 || !got.isFinite
        else { continue }
        largest = ("\(name.id).\(part)", right, got)
      }
    }
    return largest.map {
      NumberLine(variable: $0.name, bounds: [], expected: $0.expected, actual: $0.actual)
    }
  }

  private static func note(_ page: FindingPage, _ picture: FindingDrawing) -> String {
    var parts: [String] = []
    if picture.isCropped { parts.append("The picture shows the part of the root that differs.") }
    if !picture.far.isEmpty {
      let names = picture.far.prefix(3).map { page.views[$0].id }.joined(separator: ", ")
      parts.append("Outside of the picture, too far away: \(names).")
    }
    if parts.isEmpty { return "" }
    return "<figcaption>\(Markup.escaped(parts.joined(separator: " "), upTo: 300))</figcaption>"
  }
}
