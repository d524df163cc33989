// SPDX-License-Identifier: MIT

/// A line that version control leaves in a file when a merge is not resolved.
package struct MergeMarker: Sendable, Hashable {
  /// The first characters of the line.
  package let text: String
  package let location: SourceLocation

  /// The state of the file, without a full stop.
  package var message: String {
    "the line begins with '\(text)': a merge was not resolved"
  }

  private static let length = 7

  /// Finds the first such line of a file that cannot be read; nil when there is none.
  ///
  /// - Complexity: O(bytes).
  package init?(in bytes: [UInt8]) {
    // A row of equals signs between them may also be a heading in a text.
    let marks = [UInt8(ascii: "<"), UInt8(ascii: ">")]
    var (line, start) = (1, 0)
    while start + Self.length <= bytes.count {
      let mark = bytes[start]
      let end = start + Self.length
      let isWord = end == bytes.count || " \r\n".utf8.contains(bytes[end])
      if marks.contains(mark), isWord, bytes[start..<end].allSatisfy({ $0 == mark }) {
        text = String(repeating: Character(UnicodeScalar(mark)), count: Self.length)
        location = SourceLocation(line: line, column: 1)
        return
      }
      guard let next = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
      (line, start) = (line + 1, next + 1)
    }
    return nil
  }
}
