// SPDX-License-Identifier: MIT

extension EchelonForm {
  /// The largest number of rows that are all checked after each change.
  private static var wholeCheckSize: Int { 64 }

  /// Stops a debug build where pivots and rows are inconsistent, or a row contains the pivot of an
  /// earlier one.
  ///
  /// - Complexity: O(cells) for few rows; nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      assert(rank >= 0 && rank <= variableCount, "\(rank) rows of \(variableCount) variables")
      assert(touchedCount == 0, "\(touchedCount) columns of the last equation are left")
      assert(rowStarts[0] == 0 && rowStarts[rank] <= cellCapacity, "rows end at \(rowStarts[rank])")
      guard rank <= Self.wholeCheckSize else { return }
      for row in 0..<rank { checkRow(row) }
      var pivotCount = 0
      for variable in 0..<variableCount where pivotRows[variable] >= 0 { pivotCount += 1 }
      assert(pivotCount == rank, "\(pivotCount) pivots of \(rank) rows")
    #endif
  }

  /// Checks the row that was stored last.
  func checkLastRow() {
    #if DEBUG
      assert(rank > 0 && rank <= variableCount, "\(rank) rows of \(variableCount) variables")
      checkRow(rank - 1)
    #endif
  }

  private func checkRow(_ row: Int) {
    #if DEBUG
      let pivot = Int(pivots[row])
      assert(pivot >= 0 && pivot < variableCount, "the pivot \(pivot)")
      assert(Int(pivotRows[pivot]) == row, "the pivot \(pivot) is that of row \(pivotRows[pivot])")
      assert(rowStarts[row] <= rowStarts[row + 1], "row \(row) ends before it begins")
      assert(!(magnitudes[row] < 0), "a magnitude of \(magnitudes[row])")
      for cell in rowStarts[row]..<rowStarts[row + 1] {
        let other = Int(pivotRows[Int(cellColumns[cell])])
        assert(Int(cellColumns[cell]) != pivot, "row \(row) contains its own pivot")
        assert(other < 0 || other > row, "row \(row) contains the pivot of row \(other)")
      }
    #endif
  }
}
