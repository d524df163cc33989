// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering
import TextMeasurement

/// One view with text, and its last measures.
struct MeasuredView: Sendable {
  /// The index of the view.
  let index: Int
  private var text: TextContent
  private let kind: View.Kind
  private let alignmentInsets: LayoutInsets
  private let scale: Int
  /// Whether constraints refer to its baselines.
  let isAlignedByBaseline: Bool
  private let lineMetrics: LineMetrics
  private let ascender: LayoutNumber
  private let descender: LayoutNumber
  /// The text measurer, created when the recorded sizes are not enough.
  private var measurer: TextMeasurer?
  /// The size without a limit of width.
  private var natural: LayoutSize?
  private var last: (width: LayoutNumber, size: LayoutSize)?
  /// The measured bytes of UTF-8, counted once for each width.
  private(set) var measuredBytes = 0

  init(index: Int, view: View, text: TextContent, scale: Int, isAlignedByBaseline: Bool) {
    self.index = index
    self.text = text
    kind = view.kind
    alignmentInsets = view.alignmentInsets
    self.scale = scale
    self.isAlignedByBaseline = isAlignedByBaseline
    lineMetrics = LineMetrics(pointSize: text.font.pointSize)
    ascender = lineMetrics.ascender
    descender = lineMetrics.descender
  }

  /// The explicit width at which lines are wrapped; 0 means none, as in Auto Layout (AUTOLAYOUT
  /// 6.6).
  private var preferredWidth: LayoutNumber? {
    text.lineLimit == 1 ? nil : text.wrappingWidth
  }

  /// Whether the text is wrapped at the width that layout gives the view.
  var isWrappedAtItsWidth: Bool { preferredWidth == nil && text.lineLimit != 1 }

  /// Replaces the text; the measures of the previous one are dropped.
  mutating func setText(_ string: String) {
    if string.utf8.elementsEqual(text.string.utf8) { return }
    text.setString(string)
    measurer = nil
    natural = nil
    last = nil
  }

  /// Returns the measure before layout: one line, or the preferred width (6.2, 6.3).
  mutating func firstMeasure() -> TextMeasure {
    let size = size(width: preferredWidth)
    return measure(size: size, height: size.height)
  }

  /// Returns the measure at a width that layout is known to give the view, if its text is wrapped
  /// there.
  ///
  /// - Precondition: `isWrappedAtItsWidth`.
  mutating func measure(atWidth width: LayoutNumber) -> TextMeasure {
    // A view without width has no width to wrap at.
    let size = size(width: width.numerator > 0 ? width : nil)
    return measure(size: size, height: size.height)
  }

  /// Returns the measure after a layout that gave the view this frame, not rounded.
  mutating func measure(in frame: Layout.Frame) -> TextMeasure {
    var width = preferredWidth
    if width == nil, text.lineLimit != 1 {
      let across = LayoutNumber(
        nearest: frame.width - alignmentInsets.left.doubleValue
          - alignmentInsets.right.doubleValue, scale: scale)
      // A view without width has no width to wrap at.
      width = across.numerator > 0 ? across : nil
    }
    let size = size(width: width)
    guard isAlignedByBaseline, kind.centersText else {
      return measure(size: size, height: size.height)
    }
    let height = LayoutNumber(
      nearest: frame.height - alignmentInsets.top.doubleValue - alignmentInsets.bottom.doubleValue,
      scale: scale)
    return measure(size: size, height: height)
  }

  /// Returns the natural size at a width.
  private mutating func size(width: LayoutNumber?) -> LayoutSize {
    let unlimited: LayoutSize
    if let natural {
      unlimited = natural
    } else {
      unlimited = measuredSize(width: nil)
      natural = unlimited
    }
    // With room for the longest line nothing wraps.
    guard let width, width.isLess(than: unlimited.width) else { return unlimited }
    if let last, last.width == width { return last.size }
    let size = measuredSize(width: width)
    last = (width, size)
    return size
  }

  private mutating func measuredSize(width: LayoutNumber?) -> LayoutSize {
    if let recorded = text.recordedSize(width: width) { return recorded }
    measuredBytes += text.string.utf8.count
    let ready = measurer ?? TextMeasurer(text, scale: scale)
    measurer = ready
    var size = text.size(width: width, measurer: ready)
    // A field without text is as high as one with text; the size of a label without text is zero
    // (2.8).
    if text.string.isEmpty, kind != .label {
      let line = lineMetrics.height(lines: 1, scale: scale)
      size.height = size.height.adding(line) ?? size.height
    }
    return size
  }

  /// Returns the measure of a view of a size, with the baselines that it has at a height (1.9).
  private func measure(size: LayoutSize, height: LayoutNumber) -> TextMeasure {
    let (top, bottom) = (text.padding.top, text.padding.bottom)
    var first = top.adding(ascender) ?? top
    var last = bottom.adding(descender) ?? bottom
    // Centred text moves by half of the spare height of the view.
    if kind.centersText, let slack = slack(size: size, height: height) {
      first = ascender.adding(slack) ?? first
      last = descender.adding(slack) ?? last
    }
    return TextMeasure(size: size, firstBaseline: first, lastBaseline: last)
  }

  /// Returns half of the height that the lines leave, negative when they are higher than the view;
  /// nil on overflow.
  private func slack(size: LayoutSize, height: LayoutNumber) -> LayoutNumber? {
    let inner = size.height.subtracting(text.padding.top)?.subtracting(text.padding.bottom)
    let lines = text.lineLimit == 1 ? 1 : max(1, lineMetrics.lines(in: inner ?? 0))
    let line = lineMetrics.lineHeight
    guard
      let high = LayoutNumber(
        quotientOf: Int128(line.numerator) * Int128(min(lines, 1 << 32)),
        by: Int128(line.denominator)),
      let rest = height.subtracting(high)
    else { return nil }
    return LayoutNumber(quotientOf: Int128(rest.numerator), by: Int128(rest.denominator) * 2)
  }
}

extension TextContent {
  /// The explicit width at which lines are wrapped, in points; 0 and less mean none (AUTOLAYOUT
  /// 6.6).
  package var wrappingWidth: LayoutNumber? {
    preferredWidth.flatMap { $0.numerator > 0 ? $0 : nil }
  }

  /// Replaces the string; sizes recorded for another string do not apply to it.
  mutating func setString(_ newString: String) {
    // Canonically equal texts may be encoded, and so measured, differently.
    if newString.utf8.elementsEqual(string.utf8) { return }
    string = newString
    measured = []
  }
}

extension View.Kind {
  /// Whether text is centred between top and bottom, and its baselines with it (AUTOLAYOUT 1.9).
  var centersText: Bool { self == .button || self == .textField }
}

extension LayoutNumber {
  /// Creates the nearest 1024th of a pixel to a solver's number.
  ///
  /// That is far finer than anything visible. It is coarse enough that a solver's rounding noise
  /// does not look like a change. Natural sizes, which are whole pixels, stay the same.
  init(nearest value: Double, scale: Int) {
    let parts = Double(scale * 1024)
    let limit = LayoutCase.largestMagnitude.doubleValue
    let bounded = value.isNaN ? 0 : min(limit, max(-limit, value))
    self =
      LayoutNumber(
        quotientOf: Int128((bounded * parts).rounded()), by: Int128(scale * 1024)) ?? .zero
  }
}
