// SPDX-License-Identifier: MIT

/// How far rounding may have moved the values.
///
/// Numbers as they are given may be off by rounding, one third for instance, and so is where a
/// nonbasic variable rests; the tableau says what that makes of the others. What a coefficient has
/// lost when it was added up does not count: beyond `SparseTableau.cancellation` it is dropped.
extension LexicographicSimplex {
  /// The relative error of one number as it is given, or as it comes out of a few operations.
  static let rounding = 0x1p-50

  /// Estimates of how far rounding may have moved the structural variables, to first order.
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
  ///   - variables: by structural variable, its number in `values` and `errors`.
  ///   - values: receives the values.
  ///   - errors: receives estimates of how far rounding may have moved the values.
  /// - Returns: whether one of the values was another one there.
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

  /// Adds what an error of a nonbasic variable makes of the structural variables.
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

  /// The error of the position of a nonbasic variable, and for a row that of its left side.
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

  /// Finds, by column, how far its variable would go for a basic one that counts as resting at a
  /// kink, and by rounding may be beside it.
  ///
  /// Where that is far, whether the variable was to move is decided by rounding. One basic variable
  /// at a time: what several together leave open is not seen.
  private mutating func noteSlips() {
    for column in 0..<structuralCount { scratch[column] = 0 }
    // Up to there a variable was taken to be at a kink by `placeAll`, when the extent may have been
    // another one.
    let tolerance = 2 * Self.placing * extent
    // What is off by more is so because values are, which counts for them.
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
        // Where the kink is met to the last digit, that is taken for what it seems to be, but for
        // that digit.
        slip = max(slip, distance, 0x1p-53 * size)
        level = min(level, kink.level)
      }
      if slip > 0 { noteSlip(slip, ofRow: row, level: level) }
    }
  }

  /// What the errors of nonbasic variables make of a basic one.
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

  /// The size of the numbers that the value of a variable was added up from last.
  private func size(of variable: Int) -> Double {
    variable < structuralCount
      ? abs(value[variable]) : activitySize(ofRow: variable - structuralCount)
  }

  /// Notes how far each nonbasic variable would go for a basic one that is off its kink.
  ///
  /// - Parameters:
  ///   - slip: how far the basic variable may be off.
  ///   - row: its row.
  ///   - level: the first level that may want the basic variable elsewhere.
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

  /// Whether a nonbasic variable stays where it is whatever a level says: a level above keeps it
  /// there.
  ///
  /// At the same level the dearer of the two wins, but required constraints all hold.
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
