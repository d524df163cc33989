// SPDX-License-Identifier: MIT

import LinearModel

/// The inequalities and the optional rows without the variables of the required equalities.
///
/// Shape: rows in compressed sparse form; the required equalities are empty rows.
struct RewrittenRows {
  private(set) var columns: ContiguousArray<Int32> = []
  private(set) var coefficients: ContiguousArray<Double> = []
  /// The end of each row's cells.
  private(set) var ends: ContiguousArray<Int32> = []
  private(set) var constants: ContiguousArray<Double> = []

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - form: the required equalities.
  ///   - cellsMax: the number of cells after which rows stay empty.
  /// - Complexity: O(largest number of cells of the rows).
  init(_ rows: borrowing ScaledRows, solved form: inout EchelonForm, cellsMax: Int) {
    columns.reserveCapacity(rows.cellCount)
    coefficients.reserveCapacity(rows.cellCount)
    ends.reserveCapacity(rows.count)
    constants.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      let isSolved = rows.isRequired(row) && rows.relations[row] == .equal
      var constant = 0.0
      if !isSolved && columns.count <= cellsMax {
        constant = form.rewrite(row, of: rows, columns: &columns, coefficients: &coefficients)
      }
      constants.append(constant)
      ends.append(Int32(columns.count))
    }
  }
}
