// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering
import TextMeasurement

/// The fit of the text of one view in the room that layout gives it.
package struct TextFit: Sendable, Hashable {
  /// The index of the view.
  package let view: Int
  /// The size of the view's alignment rectangle, not rounded to pixels, in points.
  package let solved: LayoutSize
  /// The natural size used by layout: wrapped at the preferred width if there is one.
  package let natural: LayoutSize
  /// The natural size for the width that the view has.
  package let needed: LayoutSize
  /// The explicit width at which lines were wrapped for the natural size; nil on one line or when
  /// it is automatic.
  package let preferredWidth: LayoutNumber?
  /// The visible part of the text.
  package let visibleText: String
  /// Whether some of the text is left out, for lack of width, of height or of lines.
  package let isTruncated: Bool
  /// Whether not even one line has the height it needs.
  package let isClipped: Bool

  /// Computes the fit of all texts of a case.
  ///
  /// - Precondition: the layout has a frame for every view of the case.
  /// - Parameters:
  ///   - layout: a layout of the case or of its plain case, not rounded.
  ///   - layoutCase: the case with the texts.
  /// - Returns: one for each view with a text, in the order of the views.
  /// - Complexity: O(views and length of the texts).
  package static func all(in layout: Layout, of layoutCase: LayoutCase) -> [TextFit] {
    precondition(
      layout.frames.count >= layoutCase.views.count,
      "\(layout.frames.count) frames for \(layoutCase.views.count) views")
    return layoutCase.views.indices.compactMap { index in
      let view = layoutCase.views[index]
      return view.text.map {
        TextFit(
          view: index, text: $0, alignmentInsets: view.alignmentInsets,
          frame: layout.frames[index], scale: layoutCase.environment.scale)
      }
    }
  }

  private init(
    view: Int, text: TextContent, alignmentInsets: LayoutInsets, frame: Layout.Frame, scale: Int
  ) {
    self.view = view
    let insets = alignmentInsets
    solved = LayoutSize(
      width: LayoutNumber(
        nearest: frame.width - insets.left.doubleValue - insets.right.doubleValue, scale: scale),
      height: LayoutNumber(
        nearest: frame.height - insets.top.doubleValue - insets.bottom.doubleValue, scale: scale))
    // A solver's rounding cuts no letter off a text.
    let slack = LayoutNumber(quotientOf: 1, by: Int128(scale * 64)) ?? 0
    let room = LayoutSize(
      width: solved.width.adding(slack) ?? solved.width,
      height: solved.height.adding(slack) ?? solved.height)
    let measurer = TextMeasurer(text, scale: scale)
    let preferred = text.lineLimit == 1 ? nil : text.wrappingWidth
    preferredWidth = preferred
    let wrapping = text.lineLimit == 1 ? nil : room.width
    needed = text.size(width: wrapping, measurer: measurer)
    natural = preferred.map { text.size(width: $0, measurer: measurer) } ?? needed
    let inner = Self.inside(room, padding: text.padding)
    // Text that does not fit shrinks first, where it may.
    let drawn = text.shrunken ?? text
    let smallest = TextMeasurer(drawn, scale: scale)
    let shown = smallest.metrics(width: inner.width, height: inner.height)
    if let least = drawn.recordedSize(width: wrapping) {
      isTruncated = room.width.isLess(than: least.width) || room.height.isLess(than: least.height)
    } else {
      isTruncated = shown.isTruncated
    }
    visibleText = isTruncated ? shown.visibleText(of: text.string) : text.string
    isClipped = !text.string.isEmpty && smallest.lineMetrics.lines(in: inner.height) == 0
  }

  private static func inside(_ size: LayoutSize, padding: LayoutInsets) -> LayoutSize {
    LayoutSize(
      width: size.width.subtracting(padding.left)?.subtracting(padding.right) ?? size.width,
      height: size.height.subtracting(padding.top)?.subtracting(padding.bottom) ?? size.height)
  }
}
