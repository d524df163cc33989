// SPDX-License-Identifier: MIT

/// The checks of debug builds after every pivot and at the end of every level.
extension Tableau {
  /// The largest number of cells that are all checked after each pivot; of larger tableaus only the
  /// pivot's row is.
  private static var wholeCheckSize: Int { 1024 }

  /// Stops a debug build where a pivot has broken the dictionary.
  ///
  /// - Complexity: O(cells) for small tableaus, O(columns) for others; nothing in release builds.
  func checkAfterPivot(row: Int, column: Int) {
    #if DEBUG
      if overflow { return }
      assert(basic[row] != nonbasic[column], "variable \(basic[row]) is basic and nonbasic")
      if cells.count <= Self.wholeCheckSize {
        checkBasis()
        for row in 0..<rowCount { checkRow(row) }
      } else {
        checkRow(row)
      }
      assert(denominators[rowCount].sign > 0, "the objective has no positive denominator")
    #endif
  }

  /// Checks that each variable is basic in one row or nonbasic in one column.
  private func checkBasis() {
    #if DEBUG
      var isSeen = [Bool](repeating: false, count: rowCount + columnCount)
      for places in [basic, nonbasic] {
        for variable in places {
          assert(variable >= 0 && Int(variable) < isSeen.count, "there is no variable \(variable)")
          assert(!isSeen[Int(variable)], "variable \(variable) has two places")
          isSeen[Int(variable)] = true
        }
      }
      assert(isSeen.allSatisfy { $0 }, "a variable has no place")
    #endif
  }

  private func checkRow(_ row: Int) {
    #if DEBUG
      assert(denominators[row].sign > 0, "row \(row) has no positive denominator")
      if denominators[row].isOne { return }
      var divisor = Number.gcd(denominators[row], constants[row])
      for column in 0..<columnCount where !divisor.isOne {
        divisor = Number.gcd(divisor, cells[row * columnCount + column])
      }
      assert(divisor.isOne, "row \(row) is not reduced")
    #endif
  }

  /// Stops a debug build where the point of a solved level is on a closed side.
  ///
  /// - Parameter level: the last solved level, with required constraints that hold.
  /// - Complexity: O(rows + columns); nothing in release builds.
  func checkOptimum(_ level: Int16) {
    #if DEBUG
      for row in 0..<rowCount {
        let variable = Int(basic[row])
        let state = states[variable]
        let sign = constants[row].sign
        assert(denominators[row].sign > 0, "row \(row) has no positive denominator")
        assert(
          sign <= 0 || state.closedUp == Self.open, "residual \(variable) is above a closed side")
        assert(
          sign >= 0 || state.closedDown == Self.open, "residual \(variable) is below a closed side")
      }
      for variable in 0..<rowCount + columnCount {
        let state = states[variable]
        assert(
          state.closedUp == Self.open || (0...level).contains(state.closedUp),
          "a side of \(variable) is closed by the later level \(state.closedUp)")
        assert(
          state.closedDown == Self.open || (0...level).contains(state.closedDown),
          "a side of \(variable) is closed by the later level \(state.closedDown)")
        assert((-1...1).contains(state.side), "residual \(variable) is on the side \(state.side)")
      }
      assert(constants[rowCount].sign >= 0, "a sum of violations is negative")
    #endif
  }
}
