// SPDX-License-Identifier: MIT

extension LexicographicSimplex {
  /// The relative error of the tableau above which it is computed again.
  private static let drift = 1e-7

  /// Computes values and gradient again, from the problem's own rows.
  ///
  /// The tableau itself corrects its rounding errors (one step of iterative refinement).
  ///
  /// - Returns: false when the error of the tableau is too large for that.
  mutating func refresh() -> Bool {
    let isAccurate = refreshValues()
    return refreshGradient() && isAccurate
  }

  // MARK: - Values

  private mutating func refreshValues() -> Bool {
    let extent = self.extent
    guard extent.isFinite else { return false }
    let worst = correctValues(extent)
    return worst <= 1e-13 * extent && isWithinSegments(tolerance: 1e-11 * extent)
  }

  /// Computes the values of basic variables again.
  ///
  /// - Returns: false when the error of the tableau is too large for that.
  mutating func reviseValues() -> Bool {
    let extent = self.extent
    return extent.isFinite && correctValues(extent) <= 1e-13 * extent
  }

  /// Corrects the values of basic variables.
  ///
  /// - Returns: the final error of a row.
  private mutating func correctValues(_ extent: Double) -> Double {
    var worst = 0.0
    for round in 0..<3 {
      worst = 0
      tableau.spend(cells: tableau.liveCells)
      for column in 0..<structuralCount {
        let variable = Int(nonbasic[column])
        guard variable >= structuralCount else { continue }
        let miss = value[variable] - activity(ofRow: variable - structuralCount)
        if miss == 0 { continue }
        worst = max(worst, abs(miss))
        correct(column: column, by: miss)
      }
      if !(worst > 1e-15 * extent) || round == 2 { break }
    }
    tableau.cellOperations += problem.columns.count
    computeRowValues()
    return worst
  }

  /// Whether every basic variable is in its segment, up to rounding.
  private func isWithinSegments(tolerance: Double) -> Bool {
    for row in 0..<basic.count {
      let variable = Int(basic[row])
      let position = value[variable]
      guard
        position >= segmentLower[variable] - tolerance
          && position <= segmentUpper[variable] + tolerance
      else { return fault == .fallingRowsIgnored }
    }
    return true
  }

  /// Moves the basic structural variables as if the nonbasic variable of a column had moved.
  private func correct(column: Int, by distance: Double) {
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let variable = Int(basic[Int(entry.row)])
      if variable < structuralCount { value[variable] += distance * entry.value }
      cell = entry.nextInColumn
    }
  }

  // MARK: - Gradient

  /// Computes the gradient from the tableau.
  mutating func computeGradient() {
    for column in 0..<structuralCount {
      gradient[column] = 0
      gradientScale[column] = 0
    }
    if fault == .basicErrorsForgotten && level > 0 { return }
    for row in 0..<basic.count { addToGradient(slopeAbove[Int(basic[row])], row: row) }
  }

  /// Computes the gradient again and checks it against the problem's rows.
  ///
  /// With multipliers `m = slope` for basic variables and `m = -gradient` for nonbasic ones,
  /// `sum m_v v == 0` is an identity in the structural variables. So the gradient of a nonbasic
  /// structural variable follows from the multipliers of the rows. At a basic one the sum shows the
  /// rounding error of those multipliers.
  private mutating func refreshGradient() -> Bool {
    if fault == .staleObjective || fault == .basicErrorsForgotten { return true }
    computeGradient()
    sumMultipliers()
    tableau.spend(cells: tableau.liveCells)
    var worst = 0.0
    for variable in 0..<structuralCount where place[variable] < 0 {
      let miss = scratch[variable] + slopeAbove[variable]
      let scale = scratchScale[variable] + abs(slopeAbove[variable])
      if scale == 0 { continue }
      worst = max(worst, abs(miss) / scale)
      correctGradient(row: Int(~place[variable]), by: miss, scale: scale)
    }
    sumMultipliers()
    for variable in 0..<structuralCount where place[variable] >= 0 {
      let column = Int(place[variable])
      gradient[column] = scratch[variable]
      gradientScale[column] = max(gradientScale[column], scratchScale[variable])
    }
    return worst <= Self.drift
  }

  /// Adds up the rows times their multipliers, by structural variable, and the sizes of the
  /// summands.
  private mutating func sumMultipliers() {
    for variable in 0..<structuralCount {
      scratch[variable] = 0
      scratchScale[variable] = 0
    }
    for row in 0..<problem.rowCount {
      let variable = structuralCount + row
      let column = Int(place[variable])
      let multiplier = column < 0 ? slopeAbove[variable] : -gradient[column]
      let size = column < 0 ? abs(multiplier) : max(abs(multiplier), gradientScale[column])
      if size == 0 { continue }
      for cell in Int(problem.rowStarts[row])..<Int(problem.rowStarts[row + 1]) {
        scratch[Int(problem.columns[cell])] += multiplier * problem.coefficients[cell]
        scratchScale[Int(problem.columns[cell])] += size * problem.sizes[cell]
      }
    }
    tableau.cellOperations += problem.columns.count
  }

  /// Changes the gradient of nonbasic rows so that the sum at a basic structural variable falls by
  /// `miss`.
  ///
  /// - Parameters:
  ///   - row: the row of the basic variable.
  ///   - miss: the excess of the sum.
  ///   - scale: the size of the numbers whose sum is the excess. The gradient now contains their
  ///     rounding errors, so it counts there as well: otherwise the residue of a rate of 0 looks
  ///     like an exact small number.
  private func correctGradient(row: Int, by miss: Double, scale: Double) {
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      if Int(nonbasic[Int(entry.column)]) >= structuralCount {
        gradient[Int(entry.column)] += miss * entry.value
        gradientScale[Int(entry.column)] += scale * abs(entry.value)
      }
      cell = entry.nextInRow
    }
  }

  // MARK: - Tableau

  /// Computes the tableau of the current basis again from the problem's rows.
  ///
  /// - Returns: false when the basis turns out to be singular.
  mutating func refactor() -> Bool {
    var wanted: ContiguousArray<Int32> = []
    var leaves = ContiguousArray(repeating: false, count: problem.rowCount)
    for variable in 0..<structuralCount where place[variable] < 0 { wanted.append(Int32(variable)) }
    for row in 0..<problem.rowCount { leaves[row] = place[structuralCount + row] >= 0 }
    tableau.removeAll()
    loadRows()
    for column in 0..<structuralCount {
      nonbasic[column] = Int32(column)
      place[column] = Int32(column)
    }
    for row in 0..<problem.rowCount {
      basic[row] = Int32(structuralCount + row)
      place[structuralCount + row] = ~Int32(row)
    }
    for variable in wanted {
      guard let cell = pivotCell(column: Int(place[Int(variable)]), leaves: leaves) else {
        return false
      }
      exchange(cell: cell)
      if tableau.isOver(workLimit) { return false }
    }
    computeGradient()
    return true
  }

  /// Returns the largest cell of a column among the rows whose first variable has to leave; nil
  /// when there is none.
  private func pivotCell(column: Int, leaves: ContiguousArray<Bool>) -> Int? {
    var best = -1
    var size = 0.0
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let variable = Int(basic[Int(entry.row)])
      if variable >= structuralCount, leaves[variable - structuralCount], abs(entry.value) > size {
        best = Int(cell)
        size = abs(entry.value)
      }
      cell = entry.nextInColumn
    }
    return best < 0 ? nil : best
  }
}
