// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Random texts for labels.
///
/// Nothing here knows how large a text is. A pattern may give a label a text only where its layout is the only
/// right one whatever the size: where a chain ends free, or where what gives way is settled by priorities.
enum TextPlan {
  private static let latin = ["a", "to", "text", "window", "and", "layouts,", "Ångström", "end."]
  private static let ideographs = ["字", "行", "文本", "自动布局", "，", "。", "「", "」", "日本語", "かな"]
  private static let longWord = "incomprehensibilities"
  private static let pointSizes = [17, 12, 10, 13, 15, 20, 28, 34, 9, 60]

  private enum Script: Int, CaseIterable {
    case latin, ideographs, mixed, empty, longWord
  }

  /// A text for a label.
  ///
  /// - Parameter width: what the program may state as preferred width, in points.
  static func draw(
    width: Ratio, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> TextContent {
    source.beginSpan(.text)
    defer { source.endSpan() }
    let size = pointSizes[try source.index(below: pointSizes.count)]
    var text = TextContent(
      try drawString(&source), font: TextFont(pointSize: LayoutNumber(size)),
      lineLimit: try source.index(weights: [3, 2, 1, 1]))
    if try source.bool(1, in: 3) { text.preferredWidth = try preferredWidth(width, &source) }
    return text
  }

  /// The width at hand, or the one of another device, as when the device was turned since.
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
    // Many words come as a few of them again and again.
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
  /// Sometimes gives a label a text in the place of a natural size.
  ///
  /// The witness keeps the size that it was drawn with: distances between neighbours, which are all that is
  /// read off there, do not depend on it.
  ///
  /// - Returns: whether the label has a text now.
  @discardableResult
  mutating func write(_ view: Int, _ source: inout ChoiceSource) throws(GenerationStop) -> Bool {
    guard try source.bool(1, in: 3) else { return false }
    layoutCase.views[view].text = try TextPlan.draw(width: size(of: view, .horizontal), &source)
    layoutCase.views[view].intrinsicWidth = nil
    layoutCase.views[view].intrinsicHeight = nil
    return true
  }
}
