// SPDX-License-Identifier: MIT

extension SimplexFault {
  /// Whether a solver with this fault reads other constraints than its input.
  var distorts: Bool {
    switch self {
    case .smallCoefficientsDropped, .oneSidedEqualities, .relationNotFlipped, .closeStrengthsMerged:
      return true
    default: return false
    }
  }

  /// Returns the constraints as a solver with this fault reads them.
  func distorted(_ rows: borrowing ConstraintRows) -> ConstraintRows {
    var copy = ConstraintRows(constraints: rows.constraintCount, cells: rows.cellCount)
    copy.variableCount = rows.variableCount
    for constraint in 0..<rows.constraintCount {
      for cell in rows.cells(of: constraint) {
        if self == .smallCoefficientsDropped && abs(rows.coefficients[cell]) < 1e-5 { continue }
        copy.appendCell(column: Int(rows.columns[cell]), coefficient: rows.coefficients[cell])
      }
      copy.closeRow(
        relation(of: constraint, in: rows), rows.constants[constraint],
        strength: strength(of: constraint, in: rows))
    }
    return copy
  }

  private func relation(
    of constraint: Int, in rows: borrowing ConstraintRows
  ) -> SolverSession.Relation {
    let relation = rows.relations[constraint]
    if self == .oneSidedEqualities && relation == .equal && !rows.isRequired(constraint) {
      return .lessThanOrEqual
    }
    let cells = rows.cells(of: constraint)
    if self == .relationNotFlipped, cells.count == 1, rows.coefficients[cells.lowerBound] < 0 {
      switch relation {
      case .equal: return .equal
      case .lessThanOrEqual: return .greaterThanOrEqual
      case .greaterThanOrEqual: return .lessThanOrEqual
      }
    }
    return relation
  }

  private func strength(of constraint: Int, in rows: borrowing ConstraintRows) -> Double {
    let strength = rows.strengths[constraint]
    if self != .closeStrengthsMerged || rows.isRequired(constraint) { return strength }
    // 751 and 750 fall into one class, 749 and 748 into the next. Strengths are below 1000;
    // rounding by an integer keeps the module free of the C library's mathematics.
    return max(1, Double(Int(strength / 2) * 2))
  }
}
