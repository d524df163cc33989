// SPDX-License-Identifier: MIT

/// Rows solved for variables that nothing else holds.
///
/// A variable without a bound and a kink costs nothing and blocks no step: once the simplex method
/// has made it basic it stays so, and its row of the tableau only fills up. Between edges
/// `x[i] - x[i-1]` for instance every edge becomes the sum of all widths before it, which takes n^2
/// / 2 cells. So such a variable is taken out beforehand: the left side of a row that mentions it
/// becomes a variable in its place, with the kinks of the row, and the row its definition.
extension EqualityElimination {
  /// How many times as many cells the rows may have in the end, at most.
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

  /// Whether a row mentions a variable without kinks.
  private func mayGo(_ row: Int, _ rows: SparseRows) -> Bool {
    for cell in rows.cells(of: row) where queuedKeys[Int(rows.columns[cell])] > 0 { return true }
    return false
  }

  /// Writes the rows that are left over the variables that are.
  ///
  /// - Parameters:
  ///   - rows: all rows that variables were solved from.
  ///   - expanded: scratch for as many variables; of no use any more when there is no answer.
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
      // Another way to write a row that says something says something, too.
      if expanded.hasLostDetail || expanded.columns.isEmpty { return nil }
      remaining.append(expanded, scale: 1)
      expanded.clear()
    }
    for coefficient in remaining.coefficients where !coefficient.isFinite { return nil }
    return remaining
  }
}
