// SPDX-License-Identifier: MIT

import LayoutModel

extension TextContent {
  /// Returns the recorded size that applies at a width: the widest entry that is no wider than it.
  ///
  /// An entry without `maxWidth` is the widest of all. It was recorded with spare room, so it
  /// applies wherever its size fits the width. Of equal entries the first applies.
  ///
  /// - Parameter width: the largest width of the view, in points; nil without a limit, where every
  ///   entry applies.
  /// - Returns: the size in points; nil when no entry applies.
  /// - Complexity: O(entries).
  package func recordedSize(width: LayoutNumber?) -> LayoutSize? {
    var best: Measured?
    for entry in measured {
      if let width, width.isLess(than: entry.maxWidth ?? entry.size.width) { continue }
      guard let present = best else {
        best = entry
        continue
      }
      guard let limit = present.maxWidth else { continue }
      if let other = entry.maxWidth, !limit.isLess(than: other) { continue }
      best = entry
    }
    return best?.size
  }

  /// Returns the natural size of the view: the recorded one, else that of the text model plus the
  /// padding.
  ///
  /// - Parameters:
  ///   - width: the largest width of the view, padding included, in points; nil without a limit.
  ///   - measurer: the measurer of this text.
  /// - Returns: the size in points.
  /// - Complexity: O(length of the text).
  package func size(width: LayoutNumber?, measurer: TextMeasurer) -> LayoutSize {
    if let recorded = recordedSize(width: width) { return recorded }
    let sides = padding.left.adding(padding.right) ?? 0
    let inner = measurer.metrics(width: width.flatMap { $0.subtracting(sides) ?? $0 }).size
    return LayoutSize(
      width: inner.width.adding(sides) ?? inner.width,
      height: (padding.top.adding(padding.bottom) ?? 0).adding(inner.height) ?? inner.height)
  }

  /// Gives an empty text the size of a blank, as labels of macOS have it.
  ///
  /// Other texts keep their sizes. `scale` is the number of pixels in a point.
  package mutating func keepLine(scale: Int) {
    guard string.isEmpty else { return }
    var blank = self
    blank.string = " "
    let size = blank.size(width: nil, measurer: TextMeasurer(blank, scale: scale))
    measured = [Measured(maxWidth: nil, size: size)]
  }
}
