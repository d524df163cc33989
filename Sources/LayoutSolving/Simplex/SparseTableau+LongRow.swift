// SPDX-License-Identifier: MIT

/// Additions to a long row that do not read all of its cells.
///
/// An addition of rows reads both. Where a chain of views is eliminated, the rows of all views are
/// added to one row, one after the other: n additions to a row of n cells. So the cells of the last
/// target row stay indexed by column.
extension SparseTableau {
  /// The number of cells from which a row is long; shorter rows have the usual cost.
  static let longRow: Int32 = 512

  func isLong(_ row: Int) -> Bool { rowLengths.base[row] >= Self.longRow }

  /// Adds a multiple of a row to a long row, as `add`.
  ///
  /// - Complexity: O(cells of the source), when the target is the same as before; else O(cells of
  ///   both rows).
  mutating func addToLongRow(
    _ factor: Double, isBlurred: Bool, timesRow source: Int, toRow target: Int
  ) {
    if isFull { return }
    let before = cellOperations
    open(target)
    if let openPositions {
      addCells(factor, isBlurred: isBlurred, ofRow: source, toRow: target, openPositions)
    }
    rowOperations += 1
    cellOperations += 2 * Int(rowLengths.base[source])
    if liveCells > Self.nearCells { farOperations += farCost * (cellOperations - before) }
  }

  /// Returns the cell of a column in the last target row; nil when there is none, or this is
  /// another row.
  func openCell(ofColumn column: Int, inRow row: Int) -> Int? {
    guard row == openRow, let openPositions, openPositions[column] >= 0 else { return nil }
    return Int(openPositions[column])
  }

  private mutating func open(_ row: Int) {
    if row == openRow { return }
    closeRow()
    let positions: UnsafeMutablePointer<Int32>
    if let openPositions {
      positions = openPositions
    } else {
      positions = .allocate(capacity: max(columnHeads.count, 1))
      positions.initialize(repeating: -1, count: columnHeads.count)
      cellOperations += columnHeads.count
      openPositions = positions
    }
    var cell = rowHeads.base[row]
    while cell >= 0 {
      positions[Int(cells[Int(cell)].column)] = cell
      cell = cells[Int(cell)].nextInRow
    }
    cellOperations += Int(rowLengths.base[row])
    openRow = row
  }

  mutating func closeRow() {
    guard openRow >= 0, let openPositions else { return }
    var cell = rowHeads.base[openRow]
    while cell >= 0 {
      openPositions[Int(cells[Int(cell)].column)] = -1
      cell = cells[Int(cell)].nextInRow
    }
    cellOperations += Int(rowLengths.base[openRow])
    openRow = -1
  }
}
