// SPDX-License-Identifier: MIT

extension SparseTableau {
  /// Stops a debug build where the lists of rows and columns, their lengths and the free list are
  /// inconsistent.
  ///
  /// - Complexity: O(rows + columns + cells); nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      assert(liveCells >= 0 && liveCells <= peakCells, "\(liveCells) cells, \(peakCells) at most")
      assert(liveCells <= used, "\(liveCells) cells in \(used) places")
      var inRows = 0
      for row in 0..<rowHeads.count { inRows += checkRow(row) }
      assert(inRows == liveCells, "rows have \(inRows) cells of \(liveCells)")
      var inColumns = 0
      for column in 0..<columnHeads.count { inColumns += checkColumn(column) }
      assert(inColumns == liveCells, "columns have \(inColumns) cells of \(liveCells)")
      checkFreeList()
    #endif
  }

  /// Checks the list of one row.
  ///
  /// - Returns: the number of its cells.
  @discardableResult
  func checkRow(_ row: Int) -> Int {
    var count = 0
    #if DEBUG
      var previous: Int32 = -1
      var cell = rowHeads[row]
      while cell >= 0 {
        let entry = cells[Int(cell)]
        assert(Int(cell) < used, "row \(row) has the cell \(cell) of \(used)")
        assert(Int(entry.row) == row, "the cell of row \(entry.row) is in the list of row \(row)")
        assert(entry.previousInRow == previous, "the list of row \(row) is broken at \(cell)")
        count += 1
        assert(count <= Int(rowLengths[row]), "row \(row) has more cells than it counts")
        previous = cell
        cell = entry.nextInRow
      }
      assert(
        count == Int(rowLengths[row]), "row \(row): \(count) cells, \(rowLengths[row]) counted")
    #endif
    return count
  }

  /// Checks the list of one column, and that no row has two cells in it.
  ///
  /// - Returns: the number of its cells.
  @discardableResult
  func checkColumn(_ column: Int) -> Int {
    var count = 0
    #if DEBUG
      var rows: Set<Int32> = []
      var previous: Int32 = -1
      var cell = columnHeads[column]
      while cell >= 0 {
        let entry = cells[Int(cell)]
        assert(Int(entry.column) == column, "column \(entry.column) is in the list of \(column)")
        assert(entry.previousInColumn == previous, "the list of column \(column) is broken")
        assert(rows.insert(entry.row).inserted, "row \(entry.row) has column \(column) twice")
        count += 1
        assert(count <= Int(columnLengths[column]), "column \(column) has more than it counts")
        previous = cell
        cell = entry.nextInColumn
      }
      assert(count == Int(columnLengths[column]), "column \(column): \(count) cells")
    #endif
    return count
  }

  private func checkFreeList() {
    #if DEBUG
      var free = 0
      var cell = freeHead
      while cell >= 0 {
        assert(cells[Int(cell)].row == -1, "the free cell \(cell) has a row")
        free += 1
        assert(free <= used - liveCells, "the free list has a cycle")
        cell = cells[Int(cell)].nextInRow
      }
      assert(free == used - liveCells, "\(free) free cells of \(used - liveCells)")
    #endif
  }
}
