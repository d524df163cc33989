// SPDX-License-Identifier: MIT

/// The checks of debug builds after every pivot, every other step, and every change of a bound or a
/// segment, and at the start and end of every level.
///
/// Planted faults break some of these on purpose, so only healthy solvers are checked for them.
extension LexicographicSimplex {
  /// The largest number of variables and cells for which everything is checked after each pivot.
  ///
  /// Larger problems are checked as a whole at the ends of levels, and row by row in between.
  private static let wholeCheckSize = 256

  /// Checks the changes of a pivot at a row.
  ///
  /// - Complexity: O(cells of the row + cells of its variable's column), or O(everything) for small
  ///   problems; nothing in release builds.
  func checkAfterPivot(row: Int, column: Int) {
    #if DEBUG
      assert(place[Int(basic[row])] == ~Int32(row), "row \(row) is not where its variable is")
      assert(place[Int(nonbasic[column])] == Int32(column), "column \(column) is elsewhere")
      assert(basic[row] != nonbasic[column], "variable \(basic[row]) is basic and nonbasic")
      if problem.variableCount + tableau.liveCells <= Self.wholeCheckSize {
        tableau.checkInvariants()
        checkBasis()
      } else {
        tableau.checkRow(row)
        tableau.checkColumn(column)
      }
    #endif
  }

  /// Checks the changes of a primal step: an exchange, or the entering variable at another bound or
  /// kink of its own.
  ///
  /// - Complexity: O(1), or O(everything) for small problems; nothing in release builds.
  func checkAfterStep(of entering: Int) {
    #if DEBUG
      if problem.variableCount + tableau.liveCells <= Self.wholeCheckSize {
        checkInvariants()
      } else if fault == nil {
        checkVariable(entering)
      }
    #endif
  }

  /// Checks a basic variable that has passed a kink, where the step has not yet moved it.
  ///
  /// - Complexity: O(1); nothing in release builds.
  func checkAfterPassing(_ variable: Int) {
    #if DEBUG
      assert(place[variable] < 0, "the nonbasic variable \(variable) passes a kink")
      if fault == nil { checkVariable(variable) }
    #endif
  }

  /// Checks the ends of a variable's segment at all levels.
  ///
  /// - Complexity: O(1); nothing in release builds.
  func checkSegment(of variable: Int) {
    #if DEBUG
      if fault != nil { return }
      assert(
        !(lower[variable] > upper[variable]),
        "the segment of \(variable) at all levels is \(lower[variable])...\(upper[variable])")
    #endif
  }

  /// Checks that every variable is either basic in one row or nonbasic in one column.
  ///
  /// - Complexity: O(variables).
  func checkBasis() {
    #if DEBUG
      for row in 0..<basic.count {
        let variable = Int(basic[row])
        assert(variable < problem.variableCount, "row \(row) has the variable \(variable)")
        assert(place[variable] == ~Int32(row), "variable \(variable) is not in row \(row)")
      }
      for column in 0..<structuralCount {
        let variable = Int(nonbasic[column])
        assert(variable < problem.variableCount, "column \(column) has the variable \(variable)")
        assert(place[variable] == Int32(column), "variable \(variable) is not in column \(column)")
      }
      assert(basic.count + structuralCount == problem.variableCount, "rows or columns are missing")
    #endif
  }

  /// Checks bounds, kinks and segments of all variables where a level begins or ends.
  ///
  /// - Complexity: O(variables + kinks + cells); nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      checkBasis()
      tableau.checkInvariants()
      assert(level >= 0 && Int(level) < max(1, problem.levelCount), "level \(level)")
      assert(optima.count <= problem.levelCount, "\(optima.count) optima")
      assert(tableau.cellOperations >= 0 && steps >= 0, "a counter is negative")
      if fault != nil { return }
      for variable in 0..<problem.variableCount { checkVariable(variable) }
    #endif
  }

  /// Checks one variable in a level.
  private func checkVariable(_ variable: Int) {
    #if DEBUG
      let (lower, upper, value) = (lower[variable], upper[variable], value[variable])
      assert(!(lower > upper), "variable \(variable) has the bounds \(lower) and \(upper)")
      let (first, end) = (kinkFirst[variable], kinkEnd[variable])
      let (low, high) = (problem.kinkStarts[variable], problem.kinkStarts[variable + 1])
      assert(
        low <= first && first <= end && end <= high, "kinks \(first)..<\(end) of \(low)..<\(high)")
      let index = kinkIndex[variable]
      assert(index >= first && index <= end, "kink \(index) of \(first)..<\(end)")
      assert(
        !(slopeBelow[variable] > slopeAbove[variable]), "the cost of \(variable) is not convex")
      assert(!(closingRateDown[variable] < 0 || closingRateUp[variable] < 0), "a closing rate < 0")
      if place[variable] >= 0 {
        assert(
          !(value < lower || value > upper) || !value.isFinite,
          "the nonbasic variable \(variable) is \(value), beyond \(lower)...\(upper)")
      } else {
        assert(
          !(segmentLower[variable] > segmentUpper[variable]),
          "the segment \(segmentLower[variable])...\(segmentUpper[variable]) of \(variable)")
        assert(slopeBelow[variable] == slopeAbove[variable], "\(variable) has two slopes")
      }
    #endif
  }
}
