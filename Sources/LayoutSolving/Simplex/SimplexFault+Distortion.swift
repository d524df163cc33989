// SPDX-License-Identifier: MIT

extension SimplexFault {
  /// The constraints as a solver with this fault reads them.
  func distorted(_ rows: ConstraintRows) -> ConstraintRows {
    switch self {
    case .smallCoefficientsDropped: return withoutSmallCoefficients(rows)
    case .oneSidedEqualities, .relationNotFlipped, .closeStrengthsMerged: break
    default: return rows
    }
    var rows = rows
    for constraint in 0..<rows.constraintCount {
      rows.relations[constraint] = relation(of: constraint, in: rows)
      rows.strengths[constraint] = strength(of: constraint, in: rows)
    }
    return rows
  }

  private func withoutSmallCoefficients(_ rows: ConstraintRows) -> ConstraintRows {
    var copy = rows
    copy.columns.removeAll(keepingCapacity: true)
    copy.coefficients.removeAll(keepingCapacity: true)
    for constraint in 0..<rows.constraintCount {
      for cell in rows.cells(of: constraint) where abs(rows.coefficients[cell]) >= 1e-5 {
        copy.columns.append(rows.columns[cell])
        copy.coefficients.append(rows.coefficients[cell])
      }
      copy.rowStarts[constraint + 1] = Int32(copy.columns.count)
    }
    return copy
  }

  private func relation(
    of constraint: Int, in rows: ConstraintRows
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

  private func strength(of constraint: Int, in rows: ConstraintRows) -> Double {
    let strength = rows.strengths[constraint]
    if self != .closeStrengthsMerged || rows.isRequired(constraint) { return strength }
    // 751 and 750 fall into one class, 749 and 748 into the next.
    return max(1, (strength / 2).rounded(.down) * 2)
  }
}
