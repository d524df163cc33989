// SPDX-License-Identifier: MIT

extension TableContent {
  /// Returns a number of different rows of a cell, which show the cost of a row and its growth.
  ///
  /// - Returns: rows without texts when the cell has no text that could differ.
  package static func variedRows(_ count: Int, of cell: LayoutCase) -> [Row] {
    let views = cell.views.indices.filter { cell.views[$0].text != nil }
    return (0..<count).map { row in
      Row(texts: views.map { Row.Text(view: $0, string: variedText(row, view: $0)) })
    }
  }

  /// Returns the text of a view in a row: the number of the row and 4 to 23 words.
  private static func variedText(_ row: Int, view: Int) -> String {
    let words = ["a", "cell", "is", "as", "high", "as", "both", "of", "its", "labels", "wrapped"]
    let count = 4 + (row * 7 + view * 11) % 20
    return "\(row + 1) "
      + (0..<count).map { words[(row * 3 + view + $0 * 5) % words.count] }.joined(separator: " ")
  }
}
