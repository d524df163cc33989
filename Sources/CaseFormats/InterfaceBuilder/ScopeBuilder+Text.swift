// SPDX-License-Identifier: MIT

import LayoutModel
import TextMeasurement

extension ScopeBuilder {
  /// Replaces the natural size of a view by its text, and keeps it as a recorded size of the text.
  ///
  /// The document's own font measured it. The text model only measures the sizes that the document
  /// did not.
  ///
  /// A view whose natural size its own code decides keeps it.
  func setText(of view: inout View, _ node: NodeID) {
    guard let width = view.intrinsicWidth, let height = view.intrinsicHeight,
      designedSizes[tree.attribute("id", of: node) ?? ""] == nil,
      tree.attribute("placeholderIntrinsicWidth", of: node) == nil,
      tree.attribute("placeholderIntrinsicHeight", of: node) == nil
    else { return }
    let reader = ViewTextReader(tree: tree, header: header, installed: installed)
    guard var text = reader.text(of: node, kind: view.kind) else { return }
    let recorded = LayoutSize(width: width, height: height)
    if trustsTextFrames || isNatural(recorded, for: text) {
      text.measured = [
        TextContent.Measured(maxWidth: recordedLimit(text, width: width), size: recorded)
      ]
    }
    if header.runtime == .macOS { text.keepLine(scale: header.device?.scale ?? 1) }
    view.text = text
    view.intrinsicWidth = nil
    view.intrinsicHeight = nil
  }

  /// Returns the smallest width at which the recorded size of a text counts; nil when lines do not
  /// wrap.
  ///
  /// Frames are recorded on whole pixels, so the width from layout may have been one pixel less.
  private func recordedLimit(_ text: TextContent, width: LayoutNumber) -> LayoutNumber? {
    guard text.lineLimit != 1 else { return nil }
    let pixel = LayoutNumber(quotientOf: 1, by: Int128(header.device?.scale ?? 1)) ?? 1
    return width.subtracting(pixel).flatMap { $0.isNegative ? 0 : $0 } ?? width
  }

  /// Whether a recorded size may be the text's natural one.
  ///
  /// Such a size is near that of the text model. Otherwise constraints gave it to the view on the
  /// screen it was drawn for.
  private func isNatural(_ recorded: LayoutSize, for text: TextContent) -> Bool {
    let measurer = TextMeasurer(text, scale: header.device?.scale ?? 1)
    let natural = text.size(width: nil, measurer: measurer)
    let (width, height) = (natural.width.doubleValue, natural.height.doubleValue)
    if abs(recorded.width.doubleValue - width) <= max(2, width * 0.08),
      abs(recorded.height.doubleValue - height) <= 2
    {
      return true
    }
    // On the screen it was drawn for, lines break at the width that constraints give.
    guard header.isAsDrawn, text.lineLimit != 1, recorded.width.isLess(than: natural.width) else {
      return false
    }
    let wrapped = text.size(width: recorded.width, measurer: measurer)
    return abs(recorded.height.doubleValue - wrapped.height.doubleValue) <= 2
  }
}
