// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Tables of texts")
struct TextTableTests {
  private static let rows = [["a", "10", "right"], ["long", "2", "no"], ["x"]]

  @Test("the first column is aligned left and all others right")
  func standard() {
    #expect(
      TextTable(Self.rows).lines == ["a     10  right", "long   2     no", "x   "])
    #expect(TextTable(Self.rows).trimmedLines.last == "x")
  }

  @Test("other columns are aligned left on request, and have at least a width")
  func options() {
    let table = TextTable(Self.rows, leftAligned: [1, 2], leastWidths: [0, 4])
    #expect(table.trimmedLines == ["   a  10    right", "long  2     no", "   x"])
  }

  @Test("a row alone is as in the whole table if the widths are given", arguments: [0, 1])
  func alone(row: Int) {
    let alone = TextTable([Self.rows[row]], leastWidths: [4, 2, 5])
    #expect(alone.lines[0] == TextTable(Self.rows).lines[row])
  }
}
