// SPDX-License-Identifier: MIT

import LayoutModel

extension TextContent {
  /// Finds the recorded size that counts at a width: of the entries no wider than it, the widest.
  ///
  /// An entry without `maxWidth` is the widest of all; it was recorded with room to spare, so it
  /// counts wherever the width has room for its size. Of equal entries the first counts.
  ///
  /// - Parameter width: the widest the view may be, in points; nil without a limit, where every
  ///   entry counts.
  /// - Returns: the size in points; nil when no entry counts.
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

  /// Finds the natural size of the view: the recorded one, else the text model's with the padding
  /// added.
  ///
  /// - Parameters:
  ///   - width: the widest the view may be, padding included, in points; nil without a limit.
  ///   - measurer: made from this text.
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
}
