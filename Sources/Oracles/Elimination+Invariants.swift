// SPDX-License-Identifier: MIT

import LinearModel

extension Elimination {
  /// Stops a debug build where the triangular form is not triangular, or a row is left out or kept
  /// twice.
  ///
  /// - Complexity: O(variables + constraints + cells); nothing in release builds.
  func checkInvariants(_ table: LevelTable) {
    #if DEBUG
      assert(pivotColumns.count == pivots.count, "\(pivotColumns.count) columns of pivots")
      assert(pivotValues.count == pivots.count, "\(pivotValues.count) values of pivots")
      assert(pivotFactors.count == pivots.count, "\(pivotFactors.count) factors of pivots")
      assert(restScales.count == rest.count, "\(restScales.count) scales of \(rest.count) rows")
      var members = 0
      for level in table.levels where level != LevelTable.excluded { members += 1 }
      assert(pivots.count + rest.count == members, "\(members) constraints take part")
      pivots.checkInvariants()
      rest.checkInvariants()
      for pivot in 0..<pivots.count { checkPivot(pivot) }
      for row in 0..<rest.count {
        assert(restScales[row].sign > 0, "row \(row) has a scale that is not positive")
        for cell in rest.cells(row) {
          let pivot = pivotOfVariable[Int(rest.columns[cell])]
          assert(pivot < 0, "row \(row) still contains the eliminated variable of pivot \(pivot)")
        }
      }
    #endif
  }

  /// Checks that the row of a pivot contains neither its own variable nor that of an earlier pivot.
  private func checkPivot(_ pivot: Int) {
    #if DEBUG
      let variable = Int(pivotColumns[pivot])
      assert(Int(pivotOfVariable[variable]) == pivot, "variable \(variable) has another pivot")
      assert(pivotValues[pivot].sign > 0, "pivot \(pivot) is not positive")
      assert(!pivotFactors[pivot].denominator.isZero, "the factor of pivot \(pivot) is no number")
      for cell in pivots.cells(pivot) {
        let other = Int(pivotOfVariable[Int(pivots.columns[cell])])
        assert(other < 0 || other > pivot, "pivot \(pivot) contains the variable of pivot \(other)")
      }
      for step in pivots.steps(pivot) {
        assert(Int(pivots.steps[step].pivot) < pivot, "pivot \(pivot) was reduced by a later one")
      }
    #endif
  }
}

extension Elimination.Rows {
  /// Stops a debug build where starts and cells are inconsistent, or a stored cell is zero.
  func checkInvariants() {
    #if DEBUG
      assert(starts.count == count + 1 && stepStarts.count == count + 1, "starts are missing")
      assert(constants.count == count, "\(constants.count) constants of \(count) rows")
      assert(columns.count == values.count, "\(columns.count) columns, \(values.count) values")
      assert(Int(starts[count]) == columns.count, "the last row ends at \(starts[count])")
      assert(Int(stepStarts[count]) == steps.count, "the last steps end at \(stepStarts[count])")
      for row in 0..<count {
        assert(starts[row] <= starts[row + 1], "row \(row) ends before it begins")
        assert(stepStarts[row] <= stepStarts[row + 1], "steps of row \(row) end before they begin")
        for cell in cells(row) { assert(!values[cell].isZero, "row \(row) has a cell of 0") }
        for step in steps(row) {
          assert(!steps[step].multiplier.denominator.isZero, "a step of row \(row) is no number")
        }
      }
    #endif
  }
}
