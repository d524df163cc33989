// SPDX-License-Identifier: MIT

import LayoutModel

/// A measurer of one text at any width: the built-in text model.
///
/// It computes with deterministic integers: widths in thousandths of an em by class of character,
/// heights as exact multiples of the point size. It does not know the system's fonts. A case that
/// must agree with them has recorded sizes (`TextContent.measured`), which
/// `TextContent.size(width:measurer:)` prefers.
///
/// Padding is not included.
package struct TextMeasurer: Sendable {
  package let lineMetrics: LineMetrics
  private let clusters: [TextCluster]
  private let byteCount: Int
  private let lineLimit: Int
  private let lineBreak: TextContent.LineBreak
  private let scale: Int

  /// Splits the text into clusters, once for all widths.
  ///
  /// - Precondition: `scale > 0`.
  /// - Parameters:
  ///   - text: the text with its font and its rules for lines.
  ///   - scale: device pixels per point.
  /// - Complexity: O(length of the text).
  package init(_ text: TextContent, scale: Int) {
    precondition(scale > 0, "there are \(scale) pixels in a point")
    lineMetrics = LineMetrics(pointSize: text.font.pointSize)
    clusters = TextCluster.clusters(
      of: text.string, factor: TextAdvance.factor(text.font.weight))
    byteCount = text.string.utf8.count
    lineLimit = max(0, text.lineLimit)
    lineBreak = text.lineBreak
    self.scale = scale
  }

  /// Measures the text with lines no wider than the given width in points.
  ///
  /// - Parameters:
  ///   - width: nil for lines of any length, as in the first pass of layout (AUTOLAYOUT 6.3). With
  ///     a width of 0 or less each line has one cluster.
  ///   - height: nil, or the height in points that limits the number of lines; at least one line is
  ///     shown.
  /// - Returns: the visible lines, and their size, rounded up to pixels but no wider than `width`.
  /// - Complexity: O(length of the text).
  package func metrics(width: LayoutNumber?, height: LayoutNumber? = nil) -> TextMetrics {
    let widest = width.map(lineMetrics.units) ?? .max
    var limit = lineLimit == 0 ? Int.max : lineLimit
    if let height { limit = min(limit, max(1, lineMetrics.lines(in: height))) }
    let breaker = LineBreaker(
      clusters: clusters, widest: widest, breaksAnywhere: lineBreak == .characterWrap)
    var result = TextMetrics(
      size: LayoutSize(width: 0, height: 0), lines: [], omitted: nil, showsEllipsis: false,
      firstBaseline: lineMetrics.ascender, lastBaseline: lineMetrics.descender)
    addLines(to: &result, breaker: breaker, limit: limit)
    let units = result.lines.reduce(0) { max($0, $1.units) }
    let natural = lineMetrics.width(units: units, scale: scale)
    // Rounding up to pixels must not make the text wider than allowed (6.2).
    result.size.width =
      width.map { $0.isLess(than: natural) ? ($0.isNegative ? 0 : $0) : natural } ?? natural
    result.size.height = lineMetrics.height(lines: result.lines.count, scale: scale)
    return result
  }

  private func addLines(to result: inout TextMetrics, breaker: LineBreaker, limit: Int) {
    var start = 0
    while start < clusters.count, result.lines.count < limit - 1 {
      let line = breaker.line(from: start)
      result.lines.append(
        TextLine(
          range: offset(start)..<offset(line.end), units: line.units, ending: line.ending))
      start = line.end
    }
    guard start < clusters.count else { return }
    let last = LastLine(from: start, breaker: breaker, lineBreak: lineBreak)
    result.lines.append(
      TextLine(range: offset(start)..<offset(last.end), units: last.units, ending: last.ending))
    result.omitted = last.omitted.map { offset($0.lowerBound)..<offset($0.upperBound) }
    result.showsEllipsis = last.showsEllipsis
  }

  /// Returns the offset of a cluster's first byte, or the end of the text.
  private func offset(_ cluster: Int) -> Int {
    cluster < clusters.count ? clusters[cluster].offset : byteCount
  }
}
