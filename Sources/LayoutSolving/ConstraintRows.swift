// SPDX-License-Identifier: MIT

/// Linear constraints over free variables, as numbers: the input of the simplex method.
///
/// Constraint `i` reads `sum a_ij x_j  relation_i  b_i` with a strength. Strength 1000 is required,
/// lower ones above 0 are preferences, and a constraint of strength 0 is switched off.
///
/// Shape: rows in compressed sparse form. Row `i` owns the cells
/// `rowStarts[i] ..< rowStarts[i + 1]` of `columns` and `coefficients`, without repeats of a
/// column.
package struct ConstraintRows: ~Copyable {
  /// The strength of required constraints.
  package static let required = 1000.0

  package var variableCount = 0
  private(set) var rowStarts: GrowingBuffer<Int32>
  private(set) var columns: GrowingBuffer<Int32>
  private(set) var coefficients: GrowingBuffer<Double>
  private(set) var relations: GrowingBuffer<SolverSession.Relation>
  /// The right sides `b_i`.
  private(set) var constants: GrowingBuffer<Double>
  private(set) var strengths: GrowingBuffer<Double>

  /// Creates an empty system with a capacity for constraints and cells.
  package init(constraints: Int = 64, cells: Int = 160) {
    rowStarts = GrowingBuffer(capacity: constraints + 1)
    columns = GrowingBuffer(capacity: cells)
    coefficients = GrowingBuffer(capacity: cells)
    relations = GrowingBuffer(capacity: constraints)
    constants = GrowingBuffer(capacity: constraints)
    strengths = GrowingBuffer(capacity: constraints)
    rowStarts.append(0)
  }

  package var constraintCount: Int { relations.count }

  /// The number of stored coefficients.
  package var cellCount: Int { columns.count }

  /// Returns the cells of a constraint in `columns` and `coefficients`.
  @inline(__always)
  func cells(of constraint: Int) -> Range<Int> {
    Int(rowStarts[constraint])..<Int(rowStarts[constraint + 1])
  }

  /// Returns the strength of a constraint; 0 when it is switched off.
  package func strength(of constraint: Int) -> Double { strengths[constraint] }

  @inline(__always)
  func isRequired(_ constraint: Int) -> Bool { strengths[constraint] == Self.required }

  @inline(__always)
  func isOff(_ constraint: Int) -> Bool { strengths[constraint] == 0 }

  /// Whether all numbers of all constraints are finite, those of removed ones too.
  ///
  /// A product with 0 is 0 for a finite number only, and one sum of such products checks all of
  /// them.
  var isAllFinite: Bool {
    var sum = 0.0
    for cell in 0..<coefficients.count { sum += coefficients.base[cell] * 0 }
    for row in 0..<constants.count { sum += constants.base[row] * 0 }
    return sum == 0
  }

  /// Whether all numbers of a constraint are finite.
  func isFinite(_ constraint: Int) -> Bool {
    for cell in cells(of: constraint) where !coefficients[cell].isFinite { return false }
    return constants[constraint].isFinite
  }

  /// Returns the violation of a constraint; 0 when it holds.
  ///
  /// - Complexity: O(terms of the constraint).
  package func violation(of constraint: Int, at values: UnsafePointer<Double>) -> Double {
    var sum = -constants[constraint]
    for cell in cells(of: constraint) { sum += coefficients[cell] * values[Int(columns[cell])] }
    return relations[constraint].violation(sum)
  }

  // MARK: - Changing

  mutating func setConstant(_ constant: Double, of constraint: Int) {
    constants[constraint] = constant
  }

  mutating func setRelation(_ relation: SolverSession.Relation, of constraint: Int) {
    relations[constraint] = relation
  }

  mutating func setStrength(_ strength: Double, of constraint: Int) {
    strengths[constraint] = strength
  }

  /// Adds a cell to the current row.
  ///
  /// - Precondition: the row has none of this column.
  @inline(__always)
  package mutating func appendCell(column: Int, coefficient: Double) {
    columns.append(Int32(truncatingIfNeeded: column))
    coefficients.append(coefficient)
  }

  /// Ends the current row.
  @inline(__always)
  package mutating func closeRow(
    _ relation: SolverSession.Relation, _ constant: Double, strength: Double
  ) {
    rowStarts.append(Int32(truncatingIfNeeded: columns.count))
    relations.append(relation)
    constants.append(constant)
    strengths.append(strength)
  }

  /// Adds a row; terms of one variable are added up, and those that cancel are dropped.
  ///
  /// - Precondition: every variable is one of the rows'.
  package mutating func append(
    _ terms: [SolverSession.Term], _ relation: SolverSession.Relation, _ constant: Double,
    strength: Double
  ) {
    let start = columns.count
    columns.reserve(terms.count)
    coefficients.reserve(terms.count)
    var hasZero = false
    if terms.count <= 8 {
      for term in terms where add(term, from: start) == 0 { hasZero = true }
    } else {
      for term in terms.sorted(by: { $0.variable.index < $1.variable.index })
      where add(term, from: max(start, columns.count - 1)) == 0 { hasZero = true }
    }
    if hasZero { dropZeros(from: start) }
    closeRow(relation, constant, strength: strength)
  }

  /// Adds a term to the current row.
  ///
  /// If its variable has a cell from `start` on, the term is added to that.
  ///
  /// - Precondition: there is capacity for a cell.
  /// - Returns: the coefficient of its variable.
  @inline(__always)
  private mutating func add(_ term: SolverSession.Term, from start: Int) -> Double {
    let column = Int32(truncatingIfNeeded: term.variable.index)
    let known = columns.base
    for cell in start..<columns.count where known[cell] == column {
      coefficients[cell] += term.coefficient
      return coefficients[cell]
    }
    columns.appendWithinCapacity(column)
    coefficients.appendWithinCapacity(term.coefficient)
    return term.coefficient
  }

  private mutating func dropZeros(from start: Int) {
    var kept = start
    for cell in start..<columns.count where coefficients[cell] != 0 {
      if kept < cell {
        columns[kept] = columns[cell]
        coefficients[kept] = coefficients[cell]
      }
      kept += 1
    }
    let dropped = columns.count - kept
    columns.removeLast(dropped)
    coefficients.removeLast(dropped)
  }

  /// Removes all other rows; the order stays.
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

extension SolverSession.Relation {
  /// Returns the violation for a difference of left side and right side.
  @inline(__always)
  func violation(_ excess: Double) -> Double {
    switch self {
    case .equal: return abs(excess)
    case .lessThanOrEqual: return max(0, excess)
    case .greaterThanOrEqual: return max(0, -excess)
    }
  }
}
