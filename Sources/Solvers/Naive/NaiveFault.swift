// SPDX-License-Identifier: MIT

import LinearModel

/// The planted faults of the naive strategy: each turns it into a mutant with wrong claims on some
/// systems.
package enum NaiveFault: String, CaseIterable, Sendable {
  /// Claims `.optimal` even when an optional constraint had to be dropped.
  ///
  /// Models a solver whose refused additions leave no trace in its state.
  case dropForgotten
  /// Reads the constant of `<=` with the wrong sign.
  ///
  /// Models the negated trailing and bottom constants of GNUstep (libs-gui#935, #938).
  case flippedConstant
  /// Keeps the relation when it multiplies a row by -1 to make its first coefficient positive.
  ///
  /// Models the most common error in converting inequalities into a standard form.
  case relationKept
  /// Takes coefficients below 1e-3 as zero, without regard to the scale of their row.
  ///
  /// Models the absolute 1e-8 of kiwi and amoeba (`1e-9 x == 1` is unsatisfiable there), with a
  /// coarser number.
  case absoluteTolerance
  /// Takes a required equality that follows from others as a contradiction.
  ///
  /// Models nangege/Cassowary#3.
  case redundancyRefused
  /// Keeps only the first of several required inequalities with the same left side and relation.
  ///
  /// Models GNUstep f29bdc7a7, where constraints that compared equal shared one row.
  case twinsCollapsed
  /// Searches violated inequalities only once, so those that the first repair violates stay
  /// violated.
  ///
  /// Models the guard of compnerd/cassowary's dual optimization, which skips rows that need repair.
  case singleRepair
}

extension NaiveFault {
  /// The faults of the elimination.
  var flaws: ActiveSetRun.Flaws {
    switch self {
    case .dropForgotten: return .forgetsDrops
    case .redundancyRefused: return .refusesRedundancy
    case .singleRepair: return .repairsOnce
    case .flippedConstant, .relationKept, .absoluteTolerance, .twinsCollapsed: return []
    }
  }

  /// Plants the faults that misread the input.
  func misread(_ rows: inout ScaledRows, of system: LinearSystem) {
    switch self {
    case .flippedConstant:
      for row in 0..<rows.count where rows.relations[row] == .lessThanOrEqual {
        rows.constants[row] = -rows.constants[row]
      }
    case .relationKept:
      for row in 0..<rows.count {
        let cells = rows.cells(of: row)
        guard let first = cells.first, rows.coefficients[first] < 0 else { continue }
        for cell in cells { rows.coefficients[cell] = -rows.coefficients[cell] }
        rows.constants[row] = -rows.constants[row]
      }
    case .absoluteTolerance:
      for cell in 0..<rows.cellCount where abs(system.coefficients[cell]) < 1e-3 {
        rows.coefficients[cell] = 0
      }
    case .twinsCollapsed:
      for row in 0..<rows.count where rows.isRequired(row) && rows.relations[row] != .equal {
        let isDuplicate = (0..<row).contains { Self.areDuplicates($0, row, in: rows) }
        // A row that always holds replaces a removed one.
        if isDuplicate {
          rows.constants[row] = rows.relations[row] == .lessThanOrEqual ? 1e18 : -1e18
        }
      }
    case .dropForgotten, .redundancyRefused, .singleRepair: break
    }
  }

  private static func areDuplicates(_ lhs: Int, _ rhs: Int, in rows: borrowing ScaledRows) -> Bool {
    let left = rows.cells(of: lhs)
    let right = rows.cells(of: rhs)
    if rows.relations[lhs] != rows.relations[rhs] || left.count != right.count { return false }
    if !rows.isRequired(lhs) || left.isEmpty { return false }
    return (0..<left.count).allSatisfy {
      rows.columns[left.lowerBound + $0] == rows.columns[right.lowerBound + $0]
        && rows.coefficients[left.lowerBound + $0] == rows.coefficients[right.lowerBound + $0]
    }
  }
}
