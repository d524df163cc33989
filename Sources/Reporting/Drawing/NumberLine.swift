// SPDX-License-Identifier: MIT

import Display

/// A picture of one variable: the values that each constraint allows, the expected and the actual
/// value, each in its own row.
package struct NumberLine: Sendable, Hashable {
  /// The values that a constraint allows.
  package struct Bound: Sendable, Hashable {
    /// The id of the constraint.
    package var name: String
    /// The least and the largest value; nil without a limit.
    package var low: Double?
    package var high: Double?
    package var isRequired: Bool
    /// Whether the actual value breaks it.
    package var isBroken: Bool

    package init(
      _ name: String, low: Double?, high: Double?, isRequired: Bool, isBroken: Bool
    ) {
      self.name = name
      self.low = low
      self.high = high
      self.isRequired = isRequired
      self.isBroken = isBroken
    }

    /// The values in words, as `allows 1 or more`.
    var words: String {
      let verb = isRequired ? "allows" : "wants"
      switch (low, high) {
      case (let low?, let high?) where low == high: return "\(verb) \(text(low)) only"
      case (let low?, let high?) where low < high: return "\(verb) \(text(low)) to \(text(high))"
      case (_?, _?): return "\(verb) no value"
      case (let low?, nil): return "\(verb) \(text(low)) or more"
      case (nil, let high?): return "\(verb) \(text(high)) or less"
      case (nil, nil): return "\(verb) any value"
      }
    }

    private func text(_ value: Double) -> String { NumberLine.text(value) }
  }

  /// The name of the variable, as `v1.width`.
  package var variable: String
  package var bounds: [Bound]
  /// The expected value; nil where no value is correct.
  package var expected: Double?
  /// The actual value; nil without one.
  package var actual: Double?
  /// The text in place of a missing actual value, as `no layout ("infeasible")`.
  package var actualText: String?

  package init(
    variable: String, bounds: [Bound], expected: Double?, actual: Double?,
    actualText: String? = nil
  ) {
    self.variable = variable
    self.bounds = bounds
    self.expected = expected
    self.actual = actual
    self.actualText = actualText
  }

  /// The largest number of constraints with a row.
  package static let boundsMax = 5
  private static let width = 316.0
  private static let rowHeight = 38.0
  private static let top = 8.0
  /// The left and right ends of the axis.
  private static let axis = (low: 84.0, high: 296.0)
  /// The least distance of two values, in pixels; closer ones are drawn on a broken axis.
  private static let gapMin = 14.0
  private static let letter = 7.7

  static func text(_ value: Double) -> String {
    let text = ShownNumber.points(value)
    guard value.magnitude >= 1000, value.magnitude < 1e15, value == value.rounded() else {
      return text.begins(with: "-") ? "\u{2212}" + text.dropFirst() : text
    }
    return (value < 0 ? "\u{2212}" : "") + ShownNumber.grouped(Int(value.magnitude))
  }

  // MARK: - Scale

  /// The distinct values of the picture, in order.
  private var values: [Double] {
    let all = bounds.flatMap { [$0.low, $0.high] } + [expected, actual]
    return Set(all.compactMap { $0 }.filter(\.isFinite)).sorted()
  }

  /// The places of values on the axis.
  private struct Scale {
    let values: [Double]
    let isBroken: Bool

    init(_ values: [Double]) {
      self.values = values
      let range = (values.last ?? 0) - (values.first ?? 0)
      let room = (axis.high - axis.low) * 0.7
      isBroken = zip(values, values.dropFirst()).contains { one, next in
        // Also when the range overflows.
        !((next - one) / range * room >= gapMin)
      }
    }

    func place(_ value: Double) -> Double {
      let room = axis.high - axis.low
      guard values.count > 1, let low = values.first, let high = values.last else {
        return axis.low + room / 2
      }
      if isBroken {
        let index = values.firstIndex { $0 >= value } ?? values.count - 1
        return axis.low + room * (0.15 + 0.7 * Double(index) / Double(values.count - 1))
      }
      return axis.low + room * (0.15 + 0.7 * (value - low) / (high - low))
    }
  }

  // MARK: - Picture

  /// The picture as an element of a page; nil without any value.
  var svg: String? {
    let scale = Scale(values)
    guard !scale.values.isEmpty else { return nil }
    var rows = bounds.map { row($0, scale) }
    if let expected { rows.append(row(expected: expected, scale)) }
    rows.append(rowOfActual(scale))
    let bottom = Self.top + Double(rows.count) * Self.rowHeight
    let number = Markup.number
    var text = """
      <svg role="img" class="figure line" width="\(number(Self.width))" height="\(number(bottom + 44))" \
      viewBox="0 0 \(number(Self.width)) \(number(bottom + 44))"><title>\(Markup.escaped(words))</title>

      """
    text += ticks(scale, to: bottom)
    for (index, row) in rows.enumerated() {
      text +=
        "<g transform=\"translate(0 \(number(Self.top + Double(index) * Self.rowHeight + 24)))\">"
      text += row + "</g>\n"
    }
    let note = scale.isBroken ? "; axis broken, not to scale" : enlarged(scale)
    text += "<text class=\"m\" x=\"190\" y=\"\(number(bottom + 38))\" text-anchor=\"middle\">"
    return text + Markup.escaped(variable, upTo: 30) + ", pt\(note)</text></svg>\n"
  }

  private func enlarged(_ scale: Scale) -> String {
    guard let low = scale.values.first, let high = scale.values.last, high > low, high - low < 1
    else { return "" }
    return "; enlarged"
  }

  private func ticks(_ scale: Scale, to bottom: Double) -> String {
    var text = ""
    var end = -Double.infinity
    for value in scale.values {
      let x = scale.place(value)
      let label = label(value, scale.values)
      text +=
        "<path class=\"grid\" d=\"M\(Markup.number(x)) \(Self.top)V\(Markup.number(bottom))\"/>"
      let half = Double(label.count) * Self.letter / 2
      let middle = min(max(x, half), Self.width - half)
      guard middle - half > end else { continue }
      end = middle + half + 6
      text +=
        "<text class=\"m\" x=\"\(Markup.number(middle))\" y=\"\(Markup.number(bottom + 16))\" "
      text += "text-anchor=\"middle\">\(label)</text>\n"
    }
    return text
  }

  /// Returns a number that looks different from the others.
  private func label(_ value: Double, _ values: [Double]) -> String {
    let text = Self.text(value)
    guard let same = values.first(where: { $0 != value && Self.text($0) == text }) else {
      return text
    }
    return ShownNumber.points(value, unlike: same)
  }

  /// Returns a row with its name at the left, and a text over its mark.
  private func row(_ name: String, _ mark: String, _ label: String, at x: Double, _ style: String)
    -> String
  {
    let room = Double(label.count) * Self.letter
    let left = max(Self.axis.low - 12, min(x + 8, Self.width - room))
    return "<text x=\"0\" y=\"4\">\(Markup.escaped(name, upTo: 11))</text>\(mark)"
      + "<text class=\"\(style)\" x=\"\(Markup.number(left))\" y=\"-9\">"
      + Markup.escaped(label, upTo: 36) + "</text>"
  }

  private func row(_ bound: Bound, _ scale: Scale) -> String {
    let ends = (bound.low.map(scale.place), bound.high.map(scale.place))
    let number = Markup.number
    guard bound.low != bound.high || bound.low == nil else {
      let x = ends.0 ?? 0
      return row(
        bound.name, "<circle class=\"dot shape\" cx=\"\(number(x))\" cy=\"0\" r=\"5\"/>",
        bound.words, at: x - 4, "m")
    }
    let (low, high) = (ends.0 ?? Self.axis.low - 12, ends.1 ?? Self.axis.high + 8)
    guard low <= high else { return row(bound.name, "", bound.words, at: Self.axis.low, "m") }
    var mark = "<path class=\"allowed\" d=\"M\(number(low)) 0H\(number(high))"
    if let end = ends.0 { mark += "M\(number(end)) -6v12" }
    if let end = ends.1 { mark += "M\(number(end)) -6v12" }
    mark += "\"/>"
    if bound.high == nil {
      mark += "<path class=\"shape\" d=\"M\(number(high)) -5l7 5l-7 5z\"/>"
    }
    if bound.low == nil { mark += "<path class=\"shape\" d=\"M\(number(low)) -5l-7 5l7 5z\"/>" }
    return row(bound.name, mark, bound.words, at: low, "m")
  }

  private func row(expected value: Double, _ scale: Scale) -> String {
    let x = scale.place(value)
    return row(
      "expected", "<circle class=\"dot good\" cx=\"\(Markup.number(x))\" cy=\"0\" r=\"5\"/>",
      "\(Self.text(value)) pt", at: x, "g")
  }

  private func rowOfActual(_ scale: Scale) -> String {
    guard let actual, actual.isFinite else {
      let text = actual.map { "\($0)" } ?? actualText ?? "no answer"
      return row("actual", "", text, at: Self.axis.low - 20, "e")
    }
    let x = scale.place(actual)
    let broken = bounds.filter(\.isBroken).map(\.name).prefix(3).joined(separator: ", ")
    let label =
      ShownNumber.points(actual, unlike: expected ?? actual) + " pt"
      + (broken.isEmpty ? "" : ": breaks \(broken)")
    return row(
      "actual", "<path class=\"wrong\" d=\"M\(Markup.number(x)) -6l6 6l-6 6l-6 -6z\"/>", label,
      at: x,
      "e")
  }

  /// The picture in words.
  var words: String {
    var parts = bounds.map { "\($0.name) \($0.words)" }
    if let expected { parts.append("expected \(Self.text(expected))") }
    parts.append("actual \(actual.map(Self.text) ?? actualText ?? "no answer")")
    return "\(variable) in pt: " + parts.joined(separator: "; ")
  }
}
