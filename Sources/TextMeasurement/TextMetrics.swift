// SPDX-License-Identifier: MIT

import LayoutModel

/// One line of a wrapped text.
package struct TextLine: Sendable, Hashable {
  /// Why the line ends where it does.
  package enum Ending: Sendable, Hashable {
    /// The next word has no room.
    case wrapped
    /// A word longer than the line was broken.
    case insideWord
    case newline
    case textEnd
    /// The text goes on but no line may follow.
    case lineLimit
  }

  /// Bytes of the text's UTF-8; trailing spaces and the newline belong to the line that they end.
  ///
  /// In the last of a limited number of lines it reaches over what is left out in the middle of it.
  package var range: Range<Int>
  /// In thousandths of an em, without trailing spaces; with the mark of omission.
  package var units: Int
  package var ending: Ending
}

/// What measuring a text gives.
package struct TextMetrics: Sendable, Hashable {
  /// In points, rounded up to whole pixels; no wider than the width that was given.
  ///
  /// 0 x 0 for an empty text.
  package var size: LayoutSize
  package var lines: [TextLine]
  /// Bytes of the text's UTF-8 that are not shown because lines or width ran out; nil when all is
  /// shown.
  package var omitted: Range<Int>?
  /// Whether a mark of omission stands in the place of `omitted`.
  package var showsEllipsis: Bool
  /// From the top down to the baseline of the first line, in points (AUTOLAYOUT 1.9).
  package var firstBaseline: LayoutNumber
  /// From the bottom up to the baseline of the last line, in points (1.9).
  package var lastBaseline: LayoutNumber

  package var lineCount: Int { lines.count }

  /// Whether some of the text is not shown.
  package var isTruncated: Bool { omitted != nil }

  /// What can be read of the text that was measured.
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
