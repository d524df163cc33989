// SPDX-License-Identifier: MIT

/// Cells in aligned columns.
package struct TextTable {
  /// The cells of each row, padded to the widths of their columns.
  package let cells: [[String]]

  /// - Parameters:
  ///   - rows: the cells of each row; short rows end early.
  ///   - leftAligned: the columns that are aligned left; all others are aligned right.
  ///   - leastWidths: the least widths of the first columns, for tables that grow row by row.
  package init(_ rows: [[String]], leftAligned: Set<Int> = [0], leastWidths: [Int] = []) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      max(
        rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0,
        column < leastWidths.count ? leastWidths[column] : 0)
    }
    cells = rows.map { row in
      row.indices.map { column in
        leftAligned.contains(column)
          ? row[column].padded(to: widths[column])
          : String(repeating: " ", count: widths[column] - row[column].count) + row[column]
      }
    }
  }

  /// The rows as lines without spaces at their ends.
  package var trimmedLines: [String] {
    lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// Returns the lines of a table, without one column if they are too wide with it.
  ///
  /// `optional` is the index of that column.
  package static func lines(
    _ rows: [[String]], width: Int = 80, optional: Int
  ) -> [String] {
    let lines = TextTable(rows).trimmedLines
    guard lines.contains(where: { $0.count > width }) else { return lines }
    return TextTable(rows.map { row in row.indices.filter { $0 != optional }.map { row[$0] } })
      .trimmedLines
  }

  /// The rows as lines, with two spaces between columns.
  package var lines: [String] { cells.map { $0.joined(separator: "  ") } }
}

extension String {
  /// Returns the text with spaces at its end, so that it has at least `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
