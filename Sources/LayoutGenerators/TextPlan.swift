// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Random texts for labels.
///
/// The size of a text is unknown here. So a pattern may give a label a text only if its layout is
/// uniquely right for any size. That holds at the free end of a chain, or if priorities decide
/// which view yields.
enum TextPlan {
  private static let latin = ["a", "to", "text", "window", "and", "layouts,", "Ångström", "end."]
  private static let ideographs = ["字", "行", "文本", "自动布局", "，", "。", "「", "」", "日本語", "かな"]
  private static let longWord = "incomprehensibilities"
  private static let families = ["Georgia", "Courier", "Helvetica Neue"]
  private static let pointSizes = [17, 12, 10, 13, 15, 20, 28, 34, 9, 60]

  private enum Script: Int, CaseIterable {
    case latin, ideographs, mixed, empty, longWord
  }

  /// Draws a text for a label.
  ///
  /// - Parameters:
  ///   - width: the preferred width that the program may set, in points.
  ///   - source: the source of choices.
  /// - Returns: a text without recorded sizes; it may be empty.
  /// - Throws: `.overrun` when the source ends.
  static func draw(
    width: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> TextContent {
    source.beginSpan(.text)
    defer { source.endSpan() }
    var text = TextContent(
      try drawString(&source), font: try drawFont(&source),
      lineLimit: try source.index(weights: [3, 2, 1, 1]))
    if try source.bool(1, in: 4) {
      let ways = TextContent.LineBreak.allCases
      text.lineBreak = ways[try source.index(below: ways.count)]
    }
    if try source.bool(1, in: 6) { text.padding = try source.insets(in: 0...12, towards: 0) }
    if try source.bool(1, in: 6) {
      text.minimumScale = LayoutNumber(
        digits: Int64(try source.integer(in: 1...10, towards: 10)), scale: 1)
    }
    if try source.bool(1, in: 3) { text.preferredWidth = try preferredWidth(width, &source) }
    return text
  }

  private static func drawFont(_ source: inout ChoiceSource) throws(GenerationStop) -> TextFont {
    let size = pointSizes[try source.index(below: pointSizes.count)]
    var font = TextFont(pointSize: LayoutNumber(size))
    if try source.bool(1, in: 4) {
      let weights = TextFont.Weight.allCases
      font.weight = weights[try source.index(below: weights.count)]
    }
    if try source.bool(1, in: 8) {
      font.family = families[try source.index(below: families.count)]
    }
    return font
  }

  /// Draws a preferred width: that of the label, or of another device, as after a rotation.
  private static func preferredWidth(
    _ width: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> LayoutNumber? {
    if try source.bool(1, in: 3) {
      return LayoutNumber(try source.integer(in: 1...600, towards: 300))
    }
    return width.isNegative ? nil : width.layoutNumber
  }

  private static func drawString(_ source: inout ChoiceSource) throws(GenerationStop) -> String {
    let script = Script(rawValue: try source.index(weights: [4, 3, 3, 1, 1])) ?? .latin
    if script == .empty { return "" }
    if script == .longWord {
      let times = try source.integer(in: 1...6, towards: 1)
      return String(repeating: longWord, count: times)
    }
    // Many words repeat a few of them.
    let times = try source.bool(1, in: 8) ? try source.integer(in: 1...12, towards: 1) : 1
    var words: [String] = []
    for _ in 0..<(try source.integer(in: 1...12, towards: 1)) {
      let isLatin = script == .mixed ? try !source.bool() : script == .latin
      let table = isLatin ? latin : ideographs
      words.append(table[try source.index(below: table.count)])
    }
    let all = (0..<times).flatMap { _ in words }
    return all.joined(separator: script == .ideographs ? "" : " ")
  }
}

extension CaseBuilder {
  /// Sometimes gives a label a text in place of a natural size.
  ///
  /// Usually the size of the text is unknown. Then the witness keeps the drawn size, and distances
  /// between neighbours, the only numbers derived there, do not depend on it. Sometimes the
  /// document has recorded the size of the text, and the witness is right.
  ///
  /// - Parameters:
  ///   - view: the index of the label.
  ///   - isWide: whether constraints give the label its width.
  ///   - height: the height of the text, in points; nil when it is that of the label.
  ///   - source: the source of choices.
  /// - Returns: whether the size of the label has become unknown.
  /// - Throws: `.overrun` when the source ends.
  mutating func write(
    _ view: Int, isWide: Bool, height: Ratio? = nil, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    let way = try source.index(weights: [4, 2, 1])
    if way == 0 { return false }
    var text = try TextPlan.draw(width: size(of: view, .horizontal), &source)
    if way == 2 {
      guard try record(height ?? size(of: view, .vertical), of: &text, view, isWide, &source)
      else { return false }
    }
    layoutCase.views[view].text = text
    layoutCase.views[view].intrinsicWidth = nil
    layoutCase.views[view].intrinsicHeight = nil
    return way == 1
  }

  /// Gives a text recorded sizes that match the witness; false when the numbers do not permit it.
  private func record(
    _ height: Ratio, of text: inout TextContent, _ view: Int, _ isWide: Bool,
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    // Lengths that are not whole would be recorded rounded.
    let wide = size(of: view, .horizontal)
    guard wide.denominator == 1, wide > 0, let width = wide.layoutNumber,
      let high = height.layoutNumber
    else { return false }
    let line = LayoutNumber(try source.integer(in: 1...60, towards: 20))
    func entry(_ more: Ratio, _ height: LayoutNumber) -> TextContent.Measured {
      let limit = (wide + more).layoutNumber ?? width
      return .init(maxWidth: limit, size: LayoutSize(width: limit, height: height))
    }
    if !isWide, try source.bool() {
      // The text fits in one line.
      text.measured = [.init(size: LayoutSize(width: width, height: high))]
      if text.preferredWidth != nil { text.preferredWidth = width }
      return true
    }
    // One line is longer than the label, and the sizes for narrower and wider labels differ.
    text.lineLimit = 0
    let more = try points(1...300, 1, &source)
    let long = (wide + more + 1).layoutNumber ?? width
    text.measured = [
      .init(size: LayoutSize(width: long, height: line)), entry(more, line), entry(0, high),
    ]
    if wide > 1 { text.measured.append(entry(-1, line)) }
    let isAutomatic = isWide ? try source.bool() : false
    text.preferredWidth = isAutomatic ? nil : width
    return true
  }
}
