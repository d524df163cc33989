// SPDX-License-Identifier: MIT

/// The elimination of variables without bounds and kinks by rows.
///
/// A variable without a bound and a kink costs nothing and blocks no step. Once the simplex method
/// has made it basic it stays so, and its row of the tableau only fills up. Between edges
/// `x[i] - x[i-1]`, for instance, every edge becomes the sum of all widths before it, which takes
/// n^2 / 2 cells. So such a variable is eliminated beforehand. The left side of a row with it
/// becomes a variable instead, with the kinks of the row, and the row its definition.
extension EqualityElimination {
  /// The largest ratio of the final number of cells to the original one.
  private static let mostGrowth = 2

  /// Solves rows for the variables that have no kinks, as long as that adds few cells.
  ///
  /// The left side of row `i` is variable `variableCount + i` from now on.
  mutating func solve(rowsOf reduction: borrowing Reduction, tableau: inout SparseTableau) {
    let variableCount = reduction.kinks.variableCount
    let rowCount = reduction.rows.count
    firstLeftSide = variableCount
    for variable in 0..<variableCount + rowCount
    where variable >= variableCount || !reduction.kinks.isEmpty(.variable(variable)) {
      queuedKeys[variable] = 0
    }
    for row in 0..<rowCount where mayGo(row, reduction.rows) {
      for cell in reduction.rows.cells(of: row) {
        tableau.insert(
          row: row, column: Int(reduction.rows.columns[cell]),
          value: reduction.rows.coefficients[cell], isBlurred: reduction.rows.isBlurred[cell])
      }
      noteLength(ofRow: row, &tableau)
    }
    growthLimit = (Self.mostGrowth - 1) * tableau.liveCells
    for variable in 0..<variableCount { push(variable, tableau) }
    eliminateByQueue(&tableau)
  }

  /// Whether a row contains a variable without kinks.
  private func mayGo(_ row: Int, _ rows: SparseRows) -> Bool {
    for cell in rows.cells(of: row) where queuedKeys[Int(rows.columns[cell])] > 0 { return true }
    return false
  }

  /// Returns the remaining rows over the remaining variables.
  ///
  /// - Parameters:
  ///   - rows: all rows from which variables were solved.
  ///   - expanded: scratch for as many variables; unusable when the result is nil.
  /// - Returns: as many rows; those that became definitions are empty. Nil when rounding may have
  ///   spoiled one, or a coefficient is not finite.
  func remaining(of rows: SparseRows, _ expanded: inout ExpandedRow) -> SparseRows? {
    var remaining = SparseRows()
    for row in 0..<rows.count {
      if !pending[row] {
        remaining.appendEmpty()
        continue
      }
      guard rows.cells(of: row).contains(where: { ranks[Int(rows.columns[$0])] >= 0 }) else {
        remaining.append(row, of: rows)
        continue
      }
      expanded.expand(rows, row, self)
      expanded.dropNoise()
      // Substitution alone cannot empty a row: an empty one is due to rounding.
      if expanded.hasLostDetail || expanded.columns.isEmpty { return nil }
      remaining.append(expanded, scale: 1)
      expanded.clear()
    }
    for coefficient in remaining.coefficients where !coefficient.isFinite { return nil }
    return remaining
  }
}
