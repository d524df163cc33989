// SPDX-License-Identifier: MIT

/// Estimates of the rounding errors of the values.
///
/// Input numbers may have rounding errors, one third for instance, and so has the position of a
/// nonbasic variable. The tableau propagates them to the other variables. Rounding errors of
/// coefficient sums do not count: beyond `SparseTableau.cancellation` they are dropped.
extension LexicographicSimplex {
  /// The relative error of an input number, or of the result of a few operations.
  static let rounding = 0x1p-50

  /// Returns estimates of the rounding errors of the structural variables, to first order.
  ///
  /// - Complexity: O(cells of the tableau), and the rows of basic variables at kinks.
  private mutating func valueErrors() -> ContiguousArray<Double> {
    var errors = ContiguousArray(repeating: 0.0, count: structuralCount)
    tableau.spend(cells: 2 * tableau.liveCells)
    for column in 0..<structuralCount {
      scratchScale[column] = nonbasicError(Int(nonbasic[column]))
      addError(scratchScale[column], ofColumn: column, to: &errors)
    }
    noteSlips()
    for column in 0..<structuralCount where scratch[column] > 0 {
      addError(scratch[column], ofColumn: column, to: &errors)
    }
    return errors
  }

  /// Copies the values of the structural variables, with estimates of their errors.
  ///
  /// - Parameters:
  ///   - variables: the number of each structural variable in `values` and `errors`.
  ///   - values: receives the values.
  ///   - errors: receives estimates of the rounding errors of the values.
  /// - Returns: whether one of the values has changed there.
  mutating func copyValues(
    _ variables: ContiguousArray<Int32>, to values: borrowing Buffer<Double>,
    errors: borrowing Buffer<Double>
  ) -> Bool {
    let valueErrors = valueErrors()
    var hasChanged = false
    for local in 0..<structuralCount {
      if values[Int(variables[local])] != value[local] { hasChanged = true }
      values[Int(variables[local])] = value[local]
      errors[Int(variables[local])] = valueErrors[local]
    }
    return hasChanged
  }

  /// Adds the effect of a nonbasic variable's error on the structural variables.
  private func addError(
    _ error: Double, ofColumn column: Int, to errors: inout ContiguousArray<Double>
  ) {
    if Int(nonbasic[column]) < structuralCount { errors[Int(nonbasic[column])] += error }
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let variable = Int(basic[Int(entry.row)])
      if variable < structuralCount { errors[variable] += abs(entry.value) * error }
      cell = entry.nextInColumn
    }
  }

  /// Returns the error of the position of a nonbasic variable, and for a row that of its left side.
  private func nonbasicError(_ variable: Int) -> Double {
    var size = abs(value[variable])
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1])
    where problem.kinks[index].position == value[variable] {
      size = max(size, problem.kinks[index].magnitude)
    }
    if variable >= structuralCount {
      size += activitySize(ofRow: variable - structuralCount)
    }
    return size * Self.rounding
  }

  // MARK: - Slips

  /// Finds the movement of each column's variable that a basic variable near a kink would cause.
  ///
  /// The basic variable counts as resting at the kink, but by rounding it may be beside it.
  ///
  /// If the movement is large, rounding decides whether the variable moves. Only one basic variable
  /// is examined at a time: effects of several together are not detected.
  private mutating func noteSlips() {
    for column in 0..<structuralCount { scratch[column] = 0 }
    // Within this distance `placeAll` placed a variable at a kink, when the extent may have been
    // different.
    let tolerance = 2 * Self.placing * extent
    // A larger distance comes from the errors of values, which count for them.
    let nearness = 1e-6 * extent
    for row in 0..<basic.count {
      let variable = Int(basic[row])
      var slip = 0.0
      var level = Int32.max
      for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
        let kink = problem.kinks[index]
        let distance = abs(value[variable] - kink.position)
        let isOutside =
          kink.position == lower[variable] && value[variable] < kink.position
          || kink.position == upper[variable] && value[variable] > kink.position
        let size = kink.magnitude + size(of: variable)
        if !isOutside && distance > nearness + Self.rounding * size { continue }
        let error = Self.rounding * size + errorFromNonbasics(row)
        if !isOutside && distance > error + tolerance { continue }
        // Where the kink is met to the last digit, the variable counts as being there, except for
        // that digit.
        slip = max(slip, distance, 0x1p-53 * size)
        level = min(level, kink.level)
      }
      if slip > 0 { noteSlip(slip, ofRow: row, level: level) }
    }
  }

  /// Returns the effect of the nonbasic variables' errors on a basic one.
  private mutating func errorFromNonbasics(_ row: Int) -> Double {
    var error = 0.0
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      error += abs(entry.value) * scratchScale[Int(entry.column)]
      cell = entry.nextInRow
    }
    tableau.cellOperations += Int(tableau.rowLengths[row])
    return error
  }

  /// Returns the size of the last summands of a variable's value.
  private func size(of variable: Int) -> Double {
    variable < structuralCount
      ? abs(value[variable]) : activitySize(ofRow: variable - structuralCount)
  }

  /// Records the movement of each nonbasic variable for a basic one that is off its kink.
  ///
  /// - Parameters:
  ///   - slip: the largest distance of the basic variable from its kink.
  ///   - row: the row of the basic variable.
  ///   - level: the first level that may prefer another value of the basic variable.
  private mutating func noteSlip(_ slip: Double, ofRow row: Int, level: Int32) {
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let column = Int(entry.column)
      if !isHeld(Int(nonbasic[column]), against: level) {
        scratch[column] = max(scratch[column], slip / abs(entry.value))
      }
      cell = entry.nextInRow
    }
    tableau.cellOperations += Int(tableau.rowLengths[row])
  }

  /// Whether a higher level keeps a nonbasic variable at its value, whatever a level prefers.
  ///
  /// At the same level the more expensive of the two wins, but required constraints all hold.
  private func isHeld(_ variable: Int, against level: Int32) -> Bool {
    if fixedLevel[variable] < level { return true }
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let kink = problem.kinks[index]
      if kink.level > 0 && kink.level >= level { return false }
      if kink.position == value[variable], kink.below < 0, kink.above > 0 { return true }
    }
    return false
  }
}
