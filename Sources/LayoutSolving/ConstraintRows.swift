// SPDX-License-Identifier: MIT

/// Linear constraints over free variables, as numbers: what the simplex method is given.
///
/// Constraint `i` reads `sum a_ij x_j  relation_i  b_i` with a strength: 1000 is required, what is above 0 and below that
/// is a preference, and a constraint of strength 0 is switched off.
///
/// Shape: rows in compressed sparse form. Row `i` owns the cells `rowStarts[i] ..< rowStarts[i + 1]` of `columns` and
/// `coefficients`, without repeats of a column.
package struct ConstraintRows: Sendable {
  /// The strength of what must hold.
  package static let required = 1000.0

  package var variableCount: Int
  package var rowStarts: ContiguousArray<Int32>
  package var columns: ContiguousArray<Int32>
  package var coefficients: ContiguousArray<Double>
  package var relations: ContiguousArray<SolverSession.Relation>
  /// The right sides `b_i`.
  package var constants: ContiguousArray<Double>
  package var strengths: ContiguousArray<Double>

  /// - Precondition: the arrays have the shape that the type's text tells.
  package init(
    variableCount: Int, rowStarts: ContiguousArray<Int32>, columns: ContiguousArray<Int32>,
    coefficients: ContiguousArray<Double>, relations: ContiguousArray<SolverSession.Relation>,
    constants: ContiguousArray<Double>, strengths: ContiguousArray<Double>
  ) {
    precondition(
      rowStarts.count == relations.count + 1 && Int(rowStarts[relations.count]) == columns.count,
      "a row needs its cells")
    precondition(
      columns.count == coefficients.count && constants.count == relations.count
        && strengths.count == relations.count, "the arrays of rows go together")
    self.variableCount = variableCount
    self.rowStarts = rowStarts
    self.columns = columns
    self.coefficients = coefficients
    self.relations = relations
    self.constants = constants
    self.strengths = strengths
  }

  package init() {
    self.init(
      variableCount: 0, rowStarts: [0], columns: [], coefficients: [], relations: [],
      constants: [], strengths: [])
  }

  package var constraintCount: Int { relations.count }

  /// The number of stored coefficients.
  package var cellCount: Int { columns.count }

  /// The cells of a constraint in `columns` and `coefficients`.
  @inline(__always)
  package func cells(of constraint: Int) -> Range<Int> {
    Int(rowStarts[constraint])..<Int(rowStarts[constraint + 1])
  }

  @inline(__always)
  package func isRequired(_ constraint: Int) -> Bool { strengths[constraint] == Self.required }

  @inline(__always)
  package func isOff(_ constraint: Int) -> Bool { strengths[constraint] == 0 }

  /// How far a constraint is from holding; 0 when it holds.
  ///
  /// - Complexity: O(terms of the constraint).
  package func violation(of constraint: Int, at values: UnsafePointer<Double>) -> Double {
    var sum = -constants[constraint]
    for cell in cells(of: constraint) { sum += coefficients[cell] * values[Int(columns[cell])] }
    switch relations[constraint] {
    case .equal: return abs(sum)
    case .lessThanOrEqual: return max(0, sum)
    case .greaterThanOrEqual: return max(0, -sum)
    }
  }

  /// Makes room.
  mutating func reserveCapacity(constraints: Int, cells: Int) {
    rowStarts.reserveCapacity(constraints + 1)
    columns.reserveCapacity(cells)
    coefficients.reserveCapacity(cells)
    relations.reserveCapacity(constraints)
    constants.reserveCapacity(constraints)
    strengths.reserveCapacity(constraints)
  }

  /// Adds a row; terms of one variable are added up, and those that cancel are dropped.
  ///
  /// - Precondition: every variable is one of the rows'.
  mutating func append(
    _ terms: [SolverSession.Term], _ relation: SolverSession.Relation, _ constant: Double,
    strength: Double
  ) {
    let start = columns.count
    if terms.count <= 8 {
      for term in terms { add(term, from: start) }
    } else {
      for term in terms.sorted(by: { $0.variable.index < $1.variable.index }) {
        add(term, from: max(start, columns.count - 1))
      }
    }
    if coefficients[start...].contains(0) { dropZeros(from: start) }
    rowStarts.append(Int32(truncatingIfNeeded: columns.count))
    relations.append(relation)
    constants.append(constant)
    strengths.append(strength)
  }

  /// Adds a term to the row that is being put together, to a cell of its variable if there is one from `start` on.
  private mutating func add(_ term: SolverSession.Term, from start: Int) {
    let column = Int32(truncatingIfNeeded: term.variable.index)
    for cell in start..<columns.count where columns[cell] == column {
      coefficients[cell] += term.coefficient
      return
    }
    columns.append(column)
    coefficients.append(term.coefficient)
  }

  private mutating func dropZeros(from start: Int) {
    var kept = start
    for cell in start..<columns.count where coefficients[cell] != 0 {
      columns[kept] = columns[cell]
      coefficients[kept] = coefficients[cell]
      kept += 1
    }
    columns.removeLast(columns.count - kept)
    coefficients.removeLast(coefficients.count - kept)
  }

  /// Drops all other rows; the order stays.
  mutating func keep(where isKept: (Int) -> Bool) {
    var kept = 0
    var end = 0
    for row in 0..<constraintCount where isKept(row) {
      for cell in cells(of: row) {
        columns[end] = columns[cell]
        coefficients[end] = coefficients[cell]
        end += 1
      }
      relations[kept] = relations[row]
      constants[kept] = constants[row]
      strengths[kept] = strengths[row]
      kept += 1
      rowStarts[kept] = Int32(truncatingIfNeeded: end)
    }
    let dropped = constraintCount - kept
    columns.removeLast(columns.count - end)
    coefficients.removeLast(coefficients.count - end)
    rowStarts.removeLast(dropped)
    relations.removeLast(dropped)
    constants.removeLast(dropped)
    strengths.removeLast(dropped)
  }
}
