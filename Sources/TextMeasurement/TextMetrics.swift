// SPDX-License-Identifier: MIT

import LayoutModel

/// One line of a wrapped text.
package struct TextLine: Sendable, Hashable {
  /// The reason for the end of the line.
  package enum Ending: Sendable, Hashable {
    /// The next word does not fit.
    case wrapped
    /// A word longer than the line was broken.
    case insideWord
    case newline
    case textEnd
    /// The text continues, but no line may follow.
    case lineLimit
  }

  /// The bytes of the text's UTF-8; trailing spaces and the newline belong to the line that they
  /// end.
  ///
  /// In the last of a limited number of lines it includes the omitted middle part.
  package var range: Range<Int>
  /// The width in thousandths of an em, without trailing spaces; with the ellipsis.
  package var units: Int
  package var ending: Ending
}

/// The result of measuring a text.
package struct TextMetrics: Sendable, Hashable {
  /// The size in points, rounded up to whole pixels; no wider than the given width.
  ///
  /// It is 0 x 0 for an empty text.
  package var size: LayoutSize
  package var lines: [TextLine]
  /// The bytes of the text's UTF-8 that are hidden because of limited lines or width; nil when all
  /// are visible.
  package var omitted: Range<Int>?
  /// Whether an ellipsis replaces `omitted`.
  package var showsEllipsis: Bool
  /// The distance from the top down to the baseline of the first line, in points (AUTOLAYOUT 1.9).
  package var firstBaseline: LayoutNumber
  /// The distance from the bottom up to the baseline of the last line, in points (1.9).
  package var lastBaseline: LayoutNumber

  package var lineCount: Int { lines.count }

  /// Whether some of the text is hidden.
  package var isTruncated: Bool { omitted != nil }

  /// Returns the visible part of the measured text.
  ///
  /// Complexity: O(length of the text).
  package func visibleText(of text: String) -> String {
    guard let omitted else { return text }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: omitted.lowerBound)
    let end = bytes.index(start, offsetBy: omitted.count)
    return text[..<start] + (showsEllipsis ? "\u{2026}" : "") + text[end...]
  }
}
