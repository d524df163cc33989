// SPDX-License-Identifier: MIT

/// The substitution of variables by the rows of a reduction.
final class RowSubstitution {
  /// The definitions of variables by left sides.
  let definitions: EqualityElimination
  /// The remaining rows.
  let rows: SparseRows
  /// The number of the variable that stands for the left side of row 0.
  let firstLeftSide: Int
  /// Whether all rows remain, and the definitions must not be used.
  let isEmpty: Bool
  let cellOperations: Int
  let farOperations: Int

  private init(
    _ definitions: consuming EqualityElimination, _ rows: SparseRows, firstLeftSide: Int,
    isEmpty: Bool, cellOperations: Int, farOperations: Int
  ) {
    self.definitions = definitions
    self.rows = rows
    self.firstLeftSide = firstLeftSide
    self.isEmpty = isEmpty
    self.cellOperations = cellOperations
    self.farOperations = farOperations
  }

  /// Solves the rows of a reduction for variables without other constraints.
  ///
  /// - Parameters:
  ///   - reduction: contains the rows and the kinks.
  ///   - presolve: `.omitted` keeps all rows, and so does an incomplete reduction.
  ///   - workLimit: the largest number of coefficients that may be read or written.
  /// - Returns: an empty substitution where no variable is solved for, or rounding may have spoiled
  ///   it.
  static func of(
    _ reduction: borrowing Reduction, _ presolve: Presolve, workLimit: Int
  ) -> RowSubstitution {
    let variableCount = reduction.kinks.variableCount
    let isAllowed =
      presolve != .omitted && reduction.status == .complete && hasCandidate(reduction)
    var tableau = SparseTableau(
      rows: isAllowed ? reduction.rows.count : 0,
      columns: isAllowed ? variableCount + reduction.rows.count : 0,
      cellCount: isAllowed ? reduction.rows.columns.count : 0)
    var definitions = EqualityElimination(
      variableCount: isAllowed ? variableCount + reduction.rows.count : 0,
      rowCount: isAllowed ? reduction.rows.count : 0, pivotRatio: presolve.pivotRatio,
      workLimit: workLimit, fault: nil)
    if isAllowed { definitions.solve(rowsOf: reduction, tableau: &tableau) }
    var work = tableau.cellOperations
    let isUsed =
      isAllowed && definitions.status == .complete && !definitions.variables.isEmpty
      && !tableau.hasLostDetail
    var expanded = ExpandedRow(variableCount: isUsed ? definitions.ranks.count : 0)
    let remaining = isUsed ? definitions.remaining(of: reduction.rows, &expanded) : nil
    work += expanded.cellOperations
    return RowSubstitution(
      definitions, remaining ?? reduction.rows, firstLeftSide: variableCount,
      isEmpty: remaining == nil, cellOperations: work,
      farOperations: tableau.farOperations)
  }

  private static func hasCandidate(_ reduction: borrowing Reduction) -> Bool {
    for column in reduction.rows.columns where reduction.kinks.isEmpty(.variable(Int(column))) {
      return true
    }
    return false
  }

  /// The number of variables, those of left sides included.
  var variableCount: Int { isEmpty ? firstLeftSide : firstLeftSide + rows.count }

  /// Returns the variable that stands for the left side of a row; nil when it is still a row.
  func leftSide(ofRow row: Int) -> Int? {
    isEmpty || definitions.pending[row] ? nil : firstLeftSide + row
  }

  /// Whether a variable of the system is defined by left sides.
  func defines(_ variable: Int) -> Bool { !isEmpty && definitions.ranks[variable] >= 0 }

  /// Computes the values of the variables that are defined by left sides, and their errors.
  func complete(_ values: borrowing Buffer<Double>, errors: borrowing Buffer<Double>) {
    if !isEmpty { definitions.complete(values, errors: errors) }
  }

  /// Computes values again, as `EqualityElimination.complete`.
  func complete(
    _ values: UnsafeMutablePointer<Double>, _ changed: inout ContiguousArray<Int32>
  ) -> Bool {
    isEmpty || definitions.complete(values, &changed)
  }

  /// Computes slopes, as `EqualityElimination.completeSlopes`.
  func completeSlopes(
    _ slopes: inout ContiguousArray<Double>, moving: inout ContiguousArray<Int32>
  ) {
    if !isEmpty { definitions.completeSlopes(&slopes, moving: &moving) }
  }

  /// Returns the place of a variable's kinks.
  func site(of variable: Int) -> Reduction.Site {
    variable < firstLeftSide ? .variable(variable) : .row(variable - firstLeftSide)
  }
}
