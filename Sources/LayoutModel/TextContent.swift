// SPDX-License-Identifier: MIT

/// The text that a view shows; its natural size follows from it.
///
/// Sizes come from the tool's own text model, or from recorded sizes (`measured`). A view with text
/// has no `intrinsicWidth` and `intrinsicHeight` of its own: the passes of layout set them.
package struct TextContent: Sendable, Hashable {
  /// The treatment of text that does not fit in its lines; the raw value is the name in case files.
  package enum LineBreak: String, Sendable, Hashable, CaseIterable {
    case truncateTail, truncateMiddle, truncateHead, wordWrap, characterWrap, clip
  }

  /// A size that was measured elsewhere, for example with the real font.
  package struct Measured: Sendable, Hashable {
    /// The widest line allowed, in points; nil when the width was not limited.
    package var maxWidth: LayoutNumber?
    package var size: LayoutSize

    package init(maxWidth: LayoutNumber? = nil, size: LayoutSize) {
      self.maxWidth = maxWidth
      self.size = size
    }
  }

  package var string: String
  package var font: TextFont
  /// The largest number of lines; 0 for any number (`numberOfLines`).
  package var lineLimit: Int
  package var lineBreak: LineBreak
  /// The width at which lines are wrapped for the natural size.
  ///
  /// Nil uses the width that layout gives the view (`preferredMaxLayoutWidth`, AUTOLAYOUT 6.2 and
  /// 6.3).
  package var preferredWidth: LayoutNumber?
  /// The space around the text in the natural size, on each edge, as in a button or a field.
  package var padding: LayoutInsets
  /// The recorded sizes, padding included; they replace the text model.
  ///
  /// The size with the largest `maxWidth` that is at most the current width counts; nil is the
  /// widest.
  package var measured: [Measured]

  /// The smallest scale of the font of a single line before the line is cut (`minimumScaleFactor`);
  /// nil when it does not shrink.
  ///
  /// Above 0, at most 1. The natural size does not follow it.
  package var minimumScale: LayoutNumber?

  package init(
    _ string: String, font: TextFont = .standard, lineLimit: Int = 1,
    lineBreak: LineBreak = .truncateTail, preferredWidth: LayoutNumber? = nil,
    padding: LayoutInsets = .zero, measured: [Measured] = [],
    minimumScale: LayoutNumber? = nil
  ) {
    self.string = string
    self.font = font
    self.lineLimit = lineLimit
    self.lineBreak = lineBreak
    self.preferredWidth = preferredWidth
    self.padding = padding
    self.measured = measured
    self.minimumScale = minimumScale
  }

  /// The text in its smallest font; nil when it does not shrink: several lines never do.
  ///
  /// Padding shrinks only where it is part of a recorded size.
  package var shrunken: TextContent? {
    guard lineLimit == 1, let scale = minimumScale,
      let pointSize = font.pointSize.product(scale)
    else { return nil }
    var text = self
    text.font.pointSize = pointSize
    for index in measured.indices {
      let size = measured[index].size
      guard let width = size.width.product(scale), let height = size.height.product(scale) else {
        return nil
      }
      text.measured[index].size = LayoutSize(width: width, height: height)
    }
    return text
  }
}

extension LayoutNumber {
  /// Returns the exact product; nil when it does not fit.
  fileprivate func product(_ other: LayoutNumber) -> LayoutNumber? {
    LayoutNumber(
      quotientOf: Int128(numerator) * Int128(other.numerator),
      by: Int128(denominator) * Int128(other.denominator))
  }
}

/// The font of a text, which its measures depend on.
package struct TextFont: Sendable, Hashable {
  /// The thickness of the strokes; the raw value is the name in case files.
  package enum Weight: String, Sendable, Hashable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// The size in points.
  package var pointSize: LayoutNumber
  package var weight: Weight
  /// The font family; nil for the system font.
  package var family: String?

  package init(pointSize: LayoutNumber, weight: Weight = .regular, family: String? = nil) {
    self.pointSize = pointSize
    self.weight = weight
    self.family = family
  }

  /// The font of a label that states none: 17 points, regular.
  package static let standard = TextFont(pointSize: 17)
}
