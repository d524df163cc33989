// SPDX-License-Identifier: MIT

/// Text broken at spaces into lines of a largest width.
package enum WrappedText {
  /// The number of columns of a usual terminal.
  package static let width = 80

  /// Returns the lines of `start` and a text, with the continued lines below the text.
  ///
  /// A word that is longer than a line has a line of its own.
  ///
  /// `start` is the text before the first word, as an indented label. `width` is the largest number
  /// of characters of a line.
  package static func lines(
    _ text: String, after start: String, width: Int = width
  ) -> [String] {
    let indent = String(repeating: " ", count: start.count)
    var lines: [String] = []
    var line = start
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = indent
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
