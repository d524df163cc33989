// SPDX-License-Identifier: MIT

/// The left side of a constraint over free variables.
///
/// Every eliminated variable is replaced by its definition, in the order of elimination, so that
/// each one is replaced at most once.
struct ExpandedRow: ~Copyable {
  /// The free variables that occur, ascending once `dropNoise` was called.
  private(set) var columns = GrowingBuffer<Int32>()
  /// The coefficient of each variable.
  let values: Buffer<Double>
  /// The right side, including the constants of definitions.
  private(set) var rightSide = 0.0
  /// The sum of the absolute values from which the right side was added up.
  private(set) var magnitude = 0.0
  private(set) var cellOperations = 0
  /// The largest summand of each variable's coefficient, 0 if the variable does not occur.
  let sizes: Buffer<Double>
  /// Whether each variable's coefficient is blurred, as a cell of a tableau.
  let isBlurred: Buffer<Bool>
  /// Whether a dropped coefficient may have been small but no rounding noise.
  private(set) var hasLostDetail = false
  private var queue = KeyQueue()

  init(variableCount: Int) {
    values = Buffer(repeating: 0, count: variableCount)
    sizes = Buffer(repeating: 0, count: variableCount)
    isBlurred = Buffer(repeating: false, count: variableCount)
  }

  /// - Complexity: O(k log k) for k cells and replacements.
  mutating func expand(
    _ system: borrowing ConstraintRows, _ constraint: Int,
    _ elimination: borrowing EqualityElimination
  ) {
    rightSide = system.constants[constraint]
    magnitude = abs(rightSide)
    for cell in system.cells(of: constraint) {
      let value = system.coefficients[cell]
      add(value, size: abs(value), isBlurred: false, Int(system.columns[cell]), elimination)
    }
    replaceDefined(elimination)
  }

  /// Expands a row with a right side of 0, as a constraint.
  mutating func expand(
    _ rows: borrowing SparseRows, _ row: Int, _ elimination: borrowing EqualityElimination
  ) {
    rightSide = 0
    magnitude = 0
    for cell in rows.cells(of: row) {
      add(
        rows.coefficients[cell], size: rows.sizes[cell], isBlurred: rows.isBlurred[cell],
        Int(rows.columns[cell]), elimination)
    }
    replaceDefined(elimination)
  }

  /// Replaces variables by their definitions, as long as there is a defined variable.
  private mutating func replaceDefined(_ elimination: borrowing EqualityElimination) {
    while let entry = queue.pop() {
      let rank = Int(entry.key)
      let variable = entry.variable
      let factor = values[variable]
      let blurs = isBlurred[variable]
      let isNoise = isNoise(variable)
      values[variable] = 0
      sizes[variable] = 0
      if isNoise { continue }
      rightSide -= factor * elimination.constants[rank]
      magnitude += abs(factor) * elimination.magnitudes[rank]
      addDefinition(rank, factor, blurs, elimination)
    }
  }

  /// Adds the variables of a definition, times a factor.
  @inline(__always)
  private mutating func addDefinition(
    _ rank: Int, _ factor: Double, _ blurs: Bool, _ elimination: borrowing EqualityElimination
  ) {
    for cell in Int(elimination.starts[rank])..<Int(elimination.starts[rank + 1]) {
      let value = factor * elimination.coefficients[cell]
      add(
        value, size: abs(value), isBlurred: blurs || elimination.isBlurred[cell],
        Int(elimination.columns[cell]), elimination)
    }
  }

  /// Returns an estimate of the rounding error of an eliminated variable, computed directly from
  /// the free ones.
  ///
  /// Parts that definitions add and subtract again count once, unlike errors that are propagated
  /// from variable to variable.
  ///
  /// - Parameters:
  ///   - variable: the eliminated variable.
  ///   - elimination: contains its definition, and those of the variables in it.
  ///   - values: the values of all variables.
  ///   - errors: the errors of all variables.
  /// - Returns: infinity where a cancelled coefficient may have been small but no rounding noise.
  mutating func error(
    of variable: Int, _ elimination: borrowing EqualityElimination,
    _ values: borrowing Buffer<Double>, _ errors: borrowing Buffer<Double>
  ) -> Double {
    let hadLostDetail = hasLostDetail
    hasLostDetail = false
    var error = 0.0
    add(1, size: 1, isBlurred: false, variable, elimination)
    while let entry = queue.pop() {
      let rank = Int(entry.key)
      let factor = self.values[entry.variable]
      let blurs = isBlurred[entry.variable]
      let isNoise = isNoise(entry.variable)
      // The residue of a cancelled sum has an error in proportion to its parts, which is dropped.
      error += SparseTableau.cancellation * sizes[entry.variable] * errors[entry.variable]
      self.values[entry.variable] = 0
      sizes[entry.variable] = 0
      if isNoise { continue }
      error += abs(factor) * elimination.rounding(ofDefinition: rank, values)
      addDefinition(rank, factor, blurs, elimination)
    }
    for index in 0..<columns.count {
      let column = Int(columns[index])
      let factor = isNoise(column) ? 0 : abs(self.values[column])
      error += (factor + SparseTableau.cancellation * sizes[column]) * errors[column]
    }
    clear()
    let hasLost = hasLostDetail
    hasLostDetail = hadLostDetail
    return hasLost ? .infinity : error
  }

  private mutating func add(
    _ value: Double, size: Double, isBlurred blurs: Bool, _ variable: Int,
    _ elimination: borrowing EqualityElimination
  ) {
    cellOperations += 1
    if value == 0 { return }
    if sizes[variable] == 0 {
      let rank = elimination.ranks[variable]
      if rank >= 0 {
        queue.push(key: UInt32(rank), variable: variable)
      } else {
        columns.append(Int32(variable))
      }
    }
    if sizes[variable] == 0 {
      isBlurred[variable] = blurs
    } else if isNoise(variable) {
      // The residue of a cancelled sum is no number of another order.
      values[variable] = 0
      isBlurred[variable] = blurs
    } else if blurs || SparseTableau.blurs(value, values[variable]) {
      isBlurred[variable] = true
    }
    values[variable] += value
    sizes[variable] = max(sizes[variable], size)
  }

  /// Whether a coefficient has cancelled.
  private mutating func isNoise(_ variable: Int) -> Bool {
    guard abs(values[variable]) <= SparseTableau.cancellation * sizes[variable] else {
      return false
    }
    if isBlurred[variable] { hasLostDetail = true }
    return true
  }

  /// Sorts the columns and drops those whose coefficients cancelled.
  mutating func dropNoise() {
    var kept = 0
    for index in 0..<columns.count {
      let column = columns[index]
      if isNoise(Int(column)) {
        values[Int(column)] = 0
        sizes[Int(column)] = 0
      } else {
        columns[kept] = column
        kept += 1
      }
    }
    columns.removeLast(columns.count - kept)
    columns.sort()
  }

  /// Empties the row.
  mutating func clear() {
    for index in 0..<columns.count {
      let column = columns[index]
      values[Int(column)] = 0
      sizes[Int(column)] = 0
    }
    columns.removeAll()
  }
}
