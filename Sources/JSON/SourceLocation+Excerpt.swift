// SPDX-License-Identifier: MIT

import Display

extension SourceLocation {
  /// The most characters of a line that is shown whole: an indented line of the console has room
  /// for them.
  private static let wholeLineMax = 76
  /// The largest number of characters shown on either side of a place in longer lines.
  private static let excerptReach = 34

  /// Returns the part of a text near the place, with a caret under the place.
  ///
  /// - Parameter bytes: the text, perhaps with a byte order mark, which does not count.
  /// - Returns: nil for a place outside the text, and for a line without visible characters.
  /// - Complexity: O(bytes up to the place).
  package func excerpt(of bytes: [UInt8]) -> SourceExcerpt? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for _ in 1..<max(1, line) {
      guard let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = feed + 1
    }
    let place = start + column - 1
    guard column > 0, place <= bytes.count else { return nil }
    // A line can be the whole text: only bytes near the place are decoded. A character has rarely
    // more than 16 bytes.
    let window = 16 * Self.excerptReach
    let before = bytes[max(start, place - window)..<place]
    var after = bytes[place...].prefix(window).prefix { $0 != UInt8(ascii: "\n") }
    if after.last == UInt8(ascii: "\r") { after.removeLast() }
    let count = String(decoding: before, as: UTF8.self).count
    let text = String(decoding: before + after, as: UTF8.self)
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let reach = text.count <= Self.wholeLineMax ? text.count : Self.excerptReach
    return SourceExcerpt(of: text, at: count, reach: reach)
  }
}
