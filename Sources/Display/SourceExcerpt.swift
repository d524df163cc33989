// SPDX-License-Identifier: MIT

/// The part of a line near a place, and a caret under the place.
package struct SourceExcerpt: Sendable, Hashable {
  /// The part of the line, with `...` where it is cut.
  ///
  /// Tabs are shown as spaces and other control characters, which would move the caret, as
  /// replacement characters.
  package let line: String
  /// Spaces and a caret.
  package let caret: String

  /// - Parameters:
  ///   - line: the whole line.
  ///   - count: the number of characters before the place.
  ///   - reach: the largest number of characters shown on either side of the place.
  /// - Complexity: O(length of the line).
  package init(of line: String, at count: Int, reach: Int) {
    let skipped = max(0, count - reach)
    let rest = line.dropFirst(skipped)
    let shown = rest.prefix(count - skipped + reach)
    let isCutOff = shown.endIndex != line.endIndex
    let start = skipped > 0 ? "..." : ""
    self.line = start + String(shown.map(\.printable)) + (isCutOff ? "..." : "")
    caret = String(repeating: " ", count: start.count + count - skipped) + "^"
  }
}

extension Character {
  /// The character itself, or a replacement where it would disturb the line.
  fileprivate var printable: Character {
    if self == "\t" { return " " }
    let disturbs = unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return true
      default: return false
      }
    }
    return disturbs ? "\u{FFFD}" : self
  }
}
