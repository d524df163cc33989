// SPDX-License-Identifier: MIT

/// A place in an input text, counted from 1.
///
/// Two numbers of 32 bits: a large input has millions of places, and no input that is read has as
/// many lines or as long ones as 32 bits can count.
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

  /// In UTF-8 bytes, from 1.
  package var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = UInt32(clamping: newValue) }
  }
}

extension SourceLocation: CustomStringConvertible {
  /// Reads `line:column`.
  package var description: String { "\(line):\(column)" }
}
