// SPDX-License-Identifier: MIT

extension ConstraintRows {
  /// Stops a debug build where the columns of the rows do not fit together.
  ///
  /// - Complexity: O(cells); nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      assert(rowStarts.count == constraintCount + 1, "\(rowStarts.count) starts")
      assert(constants.count == constraintCount, "\(constants.count) constants")
      assert(strengths.count == constraintCount, "\(strengths.count) strengths")
      assert(columns.count == coefficients.count, "\(columns.count), \(coefficients.count) cells")
      assert(rowStarts[0] == 0, "the first row starts at \(rowStarts[0])")
      assert(Int(rowStarts[constraintCount]) == columns.count, "the last row ends elsewhere")
      for row in 0..<constraintCount { checkRow(row) }
    #endif
  }

  /// Checks one row.
  func checkRow(_ row: Int) {
    #if DEBUG
      assert(rowStarts[row] <= rowStarts[row + 1], "row \(row) ends before it begins")
      assert(
        strengths[row] >= 0 && strengths[row] <= Self.required, "a strength of \(strengths[row])")
      var seen: Set<Int32> = []
      for cell in cells(of: row) {
        assert(columns[cell] >= 0 && Int(columns[cell]) < variableCount, "column \(columns[cell])")
        assert(seen.insert(columns[cell]).inserted, "row \(row) has column \(columns[cell]) twice")
      }
    #endif
  }
}
