// SPDX-License-Identifier: MIT

/// Cells in aligned columns: the first column is aligned left, all others right.
package struct TextTable {
  /// The cells of each row, padded to the widths of their columns.
  package let cells: [[String]]

  /// - Parameter rows: the cells of each row; short rows end early.
  package init(_ rows: [[String]]) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    cells = rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
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
