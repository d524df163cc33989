// SPDX-License-Identifier: MIT

/// A place in an input text, counted from 1.
///
/// Two numbers of 32 bits, since a large input has millions of places. No readable input has more
/// lines or longer ones.
package struct SourceLocation: Sendable, Hashable {
  private var lineNumber: UInt32
  private var columnNumber: UInt32

  package init(line: Int, column: Int) {
    lineNumber = UInt32(clamping: line)
    columnNumber = UInt32(clamping: column)
  }

  package var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = UInt32(clamping: newValue) }
  }

  /// The column in UTF-8 bytes, from 1.
  package var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = UInt32(clamping: newValue) }
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The place as `line:column`.
  package var description: String { "\(line):\(column)" }
}
