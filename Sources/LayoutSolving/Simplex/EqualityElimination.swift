// SPDX-License-Identifier: MIT

/// Required equalities solved for one variable each, which the simplex method therefore never sees.
///
/// A definition reads `variable = constant + sum coefficient * other`, where every other variable
/// is free or is defined *later*. Definitions are not expanded into free variables. A chain of n
/// views therefore takes O(n) cells, and values are computed from the last definition to the first.
///
/// The variable to eliminate is the one with the least fill-in, by Markowitz's count over all
/// constraints that contain it. Its coefficient must not be small in its row.
struct EqualityElimination: ~Copyable {
  enum Status {
    case complete
    /// The equalities contradict each other.
    case contradiction
    /// Rounding hides whether they contradict each other.
    case doubt
    case workLimit
  }

  private(set) var status: Status = .complete
  private(set) var variables = GrowingBuffer<Int32>()
  private(set) var starts = GrowingBuffer<Int32>()
  private(set) var columns = GrowingBuffer<Int32>()
  private(set) var coefficients = GrowingBuffer<Double>()
  /// Whether the coefficient is blurred, as a cell of a tableau; by coefficient.
  private(set) var isBlurred = GrowingBuffer<Bool>()
  private(set) var constants = GrowingBuffer<Double>()
  /// The sums of the absolute values from which `constants` were added up.
  private(set) var magnitudes = GrowingBuffer<Double>()
  /// The number of each variable's definition, or -1 for a free variable.
  let ranks: Buffer<Int32>
  private(set) var pivots = 0
  /// The smallest ratio of a pivot to its row's largest coefficient so far.
  private(set) var leastPivotShare = 1.0

  /// The right side of each equality, its magnitude, and whether it is still available.
  private let rightSides: Buffer<Double>
  private let rightMagnitudes: Buffer<Double>
  let pending: Buffer<Bool>
  /// An estimate of the number of constraints outside of the equalities with each variable.
  private let mentions: Buffer<Int32>
  /// A lower bound of the lengths of the rows with each variable.
  private let leastLengths: Buffer<Int32>
  private var queue = KeyQueue()
  /// The smallest key with which each variable is queued, or `UInt32.max`; 0 when it must not be
  /// eliminated.
  ///
  /// A second entry with a greater key would only be found to be outdated: a variable whose turn is
  /// too early is queued again.
  let queuedKeys: Buffer<UInt32>
  /// The smallest ratio of a pivot to its row's largest coefficient.
  private let pivotRatio: Double
  private let workLimit: Int
  /// The largest number of coefficients of all definitions: 13 bytes each.
  private static let cellsMax = 32_000_000
  /// The first variable that stands for a left side of a row, see `init(rowsOf:)`; nil for
  /// equalities.
  var firstLeftSide: Int?
  /// The largest number of cells that the rows may gain, where that is limited.
  var growthLimit = Int.max
  private let fault: SimplexFault?

  init(
    _ system: borrowing ConstraintRows, equalities: ContiguousArray<Int32>,
    tableau: inout SparseTableau,
    pivotRatio: Double, workLimit: Int, fault: SimplexFault?
  ) {
    self.init(
      variableCount: system.variableCount, rowCount: equalities.count, pivotRatio: pivotRatio,
      workLimit: workLimit, fault: fault)
    guard !equalities.isEmpty else { return }
    load(system, equalities, &tableau)
    for variable in 0..<system.variableCount { push(variable, tableau) }
    eliminateByQueue(&tableau)
    eliminateRest(equalities.count, &tableau)
    checkInvariants()
    tableau.checkInvariants()
  }

  init(
    variableCount: Int, rowCount: Int, pivotRatio: Double, workLimit: Int, fault: SimplexFault?
  ) {
    self.fault = fault
    self.pivotRatio = pivotRatio
    self.workLimit = workLimit
    ranks = Buffer(repeating: -1, count: variableCount)
    starts.append(0)
    rightSides = Buffer(repeating: 0, count: rowCount)
    rightMagnitudes = Buffer(repeating: 0, count: rowCount)
    pending = Buffer(repeating: true, count: rowCount)
    let listCount = rowCount == 0 ? 0 : variableCount
    mentions = Buffer(repeating: 0, count: listCount)
    leastLengths = Buffer(repeating: .max, count: listCount)
    queuedKeys = Buffer(repeating: .max, count: listCount)
  }

  private mutating func load(
    _ system: borrowing ConstraintRows, _ equalities: ContiguousArray<Int32>,
    _ tableau: inout SparseTableau
  ) {
    var isEquality = ContiguousArray(repeating: false, count: system.constraintCount)
    for (row, constraint) in equalities.enumerated() {
      isEquality[Int(constraint)] = true
      rightSides[row] = system.constants[Int(constraint)]
      rightMagnitudes[row] = abs(rightSides[row])
      for cell in system.cells(of: Int(constraint)) {
        tableau.insert(
          row: row, column: Int(system.columns[cell]), value: system.coefficients[cell])
      }
      noteLength(ofRow: row, &tableau)
    }
    for constraint in 0..<system.constraintCount
    where !isEquality[constraint] && !system.isOff(constraint) {
      let cells = system.cells(of: constraint)
      // A bound or a preference on one variable costs more than a place in a longer constraint: it
      // would grow from no row at all to a row.
      let weight: Int32 = cells.count == 1 ? 2 : 1
      for cell in cells { mentions[Int(system.columns[cell])] &+= weight }
    }
  }

  // MARK: - Order

  /// Queues a variable by the lower bound of its elimination's cost.
  ///
  /// Its rows are read when its turn comes. Otherwise a variable that many rows share would be read
  /// once for each of them.
  mutating func push(_ variable: Int, _ tableau: borrowing SparseTableau) {
    guard tableau.columnLengths.base[variable] > 0 else { return }
    let key = key(of: variable, shortest: leastLengths.base[variable], tableau)
    if key < queuedKeys.base[variable] {
      queuedKeys.base[variable] = key
      queue.push(key: key, variable: variable)
    }
  }

  private func key(
    of variable: Int, shortest: Int32, _ tableau: borrowing SparseTableau
  ) -> UInt32 {
    if firstLeftSide != nil {
      // Rows are joined in the cheapest order: short ones first, so that long ones are read few
      // times.
      return UInt32(min(Int(tableau.columnLengths[variable]) * Int(shortest), 1 << 30))
    }
    let others = Int(tableau.columnLengths[variable]) - 1 + Int(mentions[variable])
    let fill = min(others * (Int(shortest) - 1), 1 << 28)
    return UInt32(fill) * 4 + UInt32(min(tableau.columnLengths[variable], 3))
  }

  /// Returns the key of a variable by its current rows; nil when there are none.
  private func cost(of variable: Int, _ tableau: inout SparseTableau) -> UInt32? {
    var shortest = Int32.max
    var total = 0
    var cell = tableau.columnHeads[variable]
    while cell >= 0 {
      let length = tableau.rowLengths[Int(tableau.cells[Int(cell)].row)]
      shortest = min(shortest, length)
      total += Int(length)
      cell = tableau.cells[Int(cell)].nextInColumn
    }
    tableau.cellOperations += Int(tableau.columnLengths[variable])
    guard shortest != .max else { return nil }
    // For long rows only that is recorded, see `noteLength`.
    shortest = min(shortest, SparseTableau.longRow)
    leastLengths[variable] = shortest
    return firstLeftSide == nil
      ? key(of: variable, shortest: shortest, tableau) : UInt32(min(total, 1 << 30))
  }

  /// Records a changed row's length for its variables; for a long row only that it is long.
  func noteLength(ofRow row: Int, _ tableau: inout SparseTableau) {
    let length = min(tableau.rowLengths[row], SparseTableau.longRow)
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let column = Int(tableau.cells[Int(cell)].column)
      leastLengths.base[column] = min(leastLengths.base[column], length)
      cell = tableau.cells[Int(cell)].nextInRow
    }
    tableau.cellOperations += Int(tableau.rowLengths[row])
  }

  mutating func eliminateByQueue(_ tableau: inout SparseTableau) {
    while status == .complete, let entry = queue.pop() {
      guard ranks[entry.variable] < 0 else { continue }
      if entry.key == queuedKeys[entry.variable] { queuedKeys[entry.variable] = .max }
      guard let key = cost(of: entry.variable, &tableau) else { continue }
      if key > entry.key {
        if key < queuedKeys[entry.variable] {
          queuedKeys[entry.variable] = key
          queue.push(key: key, variable: entry.variable)
        }
        continue
      }
      if let cell = pivotCell(of: entry.variable, &tableau), prepare(cell, &tableau) {
        eliminate(cell, &tableau)
      }
      if tableau.isOver(workLimit) || columns.count > Self.cellsMax { status = .workLimit }
    }
  }

  /// Eliminates equalities that the queue left, because their coefficients were too small when
  /// their variables' turns came.
  private mutating func eliminateRest(
    _ count: Int, _ tableau: inout SparseTableau
  ) {
    for row in 0..<count where status == .complete && pending[row] {
      var best = -1
      var cell = tableau.rowHeads[row]
      while cell >= 0 {
        let value = abs(tableau.cells[Int(cell)].value)
        if best < 0 || value > abs(tableau.cells[best].value) { best = Int(cell) }
        cell = tableau.cells[Int(cell)].nextInRow
      }
      if best >= 0 { eliminate(best, &tableau) } else { checkEmpty(row) }
      if tableau.isOver(workLimit) || columns.count > Self.cellsMax { status = .workLimit }
    }
  }

  /// Returns the cell of the shortest row in which the variable's coefficient is not small.
  ///
  /// Long rows are only read when no other row is suitable.
  private mutating func pivotCell(of variable: Int, _ tableau: inout SparseTableau) -> Int? {
    pivotCell(of: variable, longRows: false, &tableau)
      ?? pivotCell(of: variable, longRows: true, &tableau)
  }

  private mutating func pivotCell(
    of variable: Int, longRows: Bool, _ tableau: inout SparseTableau
  ) -> Int? {
    var best = -1
    var bestLength = Int32.max
    var bestShare = 1.0
    var cell = tableau.columnHeads[variable]
    while cell >= 0 {
      let row = Int(tableau.cells[Int(cell)].row)
      if tableau.rowLengths[row] < bestLength, tableau.isLong(row) == longRows {
        let share = abs(tableau.cells[Int(cell)].value) / largest(inRow: row, &tableau)
        if share >= pivotRatio {
          best = Int(cell)
          bestLength = tableau.rowLengths[row]
          bestShare = share
        }
      }
      cell = tableau.cells[Int(cell)].nextInColumn
    }
    if best < 0 { return nil }
    leastPivotShare = min(leastPivotShare, bestShare)
    return best
  }

  private func largest(inRow row: Int, _ tableau: inout SparseTableau) -> Double {
    var largest = 0.0
    tableau.cellOperations += Int(tableau.rowLengths[row])
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      largest = max(largest, abs(tableau.cells[Int(cell)].value))
      cell = tableau.cells[Int(cell)].nextInRow
    }
    return largest
  }

  /// Adds a variable for the left side of a row that is no equality.
  ///
  /// - Returns: false when the rows would grow too much.
  private mutating func prepare(_ pivotCell: Int, _ tableau: inout SparseTableau) -> Bool {
    guard let firstLeftSide else { return true }
    let row = Int(tableau.cells[pivotCell].row)
    let others = Int(tableau.columnLengths[Int(tableau.cells[pivotCell].column)]) - 1
    let length = Int(tableau.rowLengths[row])
    let growth = others * (length - 1) - length
    guard growth <= growthLimit else { return false }
    growthLimit -= max(growth, 0)
    tableau.insert(row: row, column: firstLeftSide + row, value: -1)
    return true
  }

  // MARK: - One elimination

  private mutating func eliminate(_ pivotCell: Int, _ tableau: inout SparseTableau) {
    let row = Int(tableau.cells[pivotCell].row)
    let variable = Int(tableau.cells[pivotCell].column)
    let pivot = tableau.cells[pivotCell].value
    let blurs = tableau.cells[pivotCell].isBlurred
    substitute(row, variable, pivot, blurs, &tableau)
    ranks[variable] = Int32(variables.count)
    variables.append(Int32(variable))
    constants.append(rightSides[row] / pivot)
    magnitudes.append(rightMagnitudes[row] / abs(pivot))
    pending[row] = false
    pivots += 1
    let start = columns.count
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      if Int(cell) != pivotCell {
        columns.append(entry.column)
        coefficients.append(-entry.value / pivot)
        isBlurred.append(entry.isBlurred || blurs)
      }
      cell = entry.nextInRow
    }
    tableau.removeRow(row)
    starts.append(Int32(columns.count))
    for index in start..<columns.count { push(Int(columns[index]), tableau) }
  }

  /// Removes the variable from all other equalities.
  private mutating func substitute(
    _ row: Int, _ variable: Int, _ pivot: Double, _ blurs: Bool,
    _ tableau: inout SparseTableau
  ) {
    var cell = tableau.columnHeads[variable]
    while cell >= 0 {
      let target = Int(tableau.cells[Int(cell)].row)
      let next = tableau.cells[Int(cell)].nextInColumn
      if target != row {
        let factor = -tableau.cells[Int(cell)].value / pivot
        // The cell of the variable is removed directly: its difference is zero by construction.
        let isBlurred = blurs || tableau.cells[Int(cell)].isBlurred
        if tableau.isLong(target) {
          tableau.addToLongRow(factor, isBlurred: isBlurred, timesRow: row, toRow: target)
        } else {
          tableau.add(factor, isBlurred: isBlurred, timesRow: row, toRow: target)
        }
        removeCell(ofColumn: variable, inRow: target, &tableau)
        // All variables of a long row are already recorded as having a long one.
        if !tableau.isLong(target) { noteLength(ofRow: target, &tableau) }
        rightSides[target] += factor * rightSides[row]
        rightMagnitudes[target] += abs(factor) * rightMagnitudes[row]
        if tableau.rowLengths[target] == 0 { checkEmpty(target) }
      }
      cell = next
    }
  }

  private func removeCell(
    ofColumn column: Int, inRow row: Int, _ tableau: inout SparseTableau
  ) {
    if let cell = tableau.openCell(ofColumn: column, inRow: row) {
      tableau.remove(cell)
      return
    }
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      if Int(tableau.cells[Int(cell)].column) == column {
        tableau.remove(Int(cell))
        return
      }
      cell = tableau.cells[Int(cell)].nextInRow
    }
  }

  /// Checks an equality `0 == rest`: it is redundant when the rest is rounding noise.
  private mutating func checkEmpty(_ row: Int) {
    pending[row] = false
    let rest = abs(rightSides[row])
    let magnitude = rightMagnitudes[row]
    if fault == .redundantEqualityRejected {
      if rest != 0 { status = .contradiction }
    } else if rest > 1e-8 * magnitude {
      status = .contradiction
    } else if !(rest <= 1e-11 * magnitude) {
      status = .doubt
    }
  }

  // MARK: - Values

  /// Computes the values of the eliminated variables from those of the free ones.
  ///
  /// - Parameters:
  ///   - values: by variable; those of the eliminated ones are set.
  ///   - errors: bounds of the rounding errors of the values, completed as well.
  func complete(_ values: borrowing Buffer<Double>, errors: borrowing Buffer<Double>) {
    for index in stride(from: variables.count - 1, through: 0, by: -1) {
      var value = constants[index]
      var size = magnitudes[index]
      var error = 0.0
      for cell in Int(starts[index])..<Int(starts[index + 1]) {
        let other = Int(columns[cell])
        let term = coefficients[cell] * values[other]
        value += term
        size += abs(term)
        error += abs(coefficients[cell]) * errors[other]
      }
      values[Int(variables[index])] = value
      errors[Int(variables[index])] = error + LexicographicSimplex.rounding * size
    }
  }

  /// Returns the rounding error of a definition, without the errors of the variables in it.
  func rounding(ofDefinition index: Int, _ values: borrowing Buffer<Double>) -> Double {
    var size = magnitudes[index]
    for cell in Int(starts[index])..<Int(starts[index + 1]) {
      size += abs(coefficients[cell] * values[Int(columns[cell])])
    }
    return LexicographicSimplex.rounding * size
  }

  /// Computes the values of the eliminated variables again.
  ///
  /// - Parameters:
  ///   - values: by variable; those of the eliminated ones are set.
  ///   - changed: receives the variables with new values.
  /// - Returns: false when a value is not finite.
  func complete(
    _ values: UnsafeMutablePointer<Double>, _ changed: inout ContiguousArray<Int32>
  ) -> Bool {
    let starts = self.starts.base
    let columns = self.columns.base
    let coefficients = self.coefficients.base
    let constants = self.constants.base
    let variables = self.variables.base
    for index in stride(from: self.variables.count - 1, through: 0, by: -1) {
      var value = constants[index]
      for cell in Int(starts[index])..<Int(starts[index + 1]) {
        value += coefficients[cell] * values[Int(columns[cell])]
      }
      let variable = variables[index]
      if values[Int(variable)] == value { continue }
      if !value.isFinite { return false }
      values[Int(variable)] = value
      changed.append(variable)
    }
    return true
  }

  /// Computes the rates of the eliminated variables from those of the free ones, and lists those
  /// that move.
  ///
  /// - Parameters:
  ///   - slopes: the rates by variable; 0 before for all eliminated ones.
  ///   - moving: receives the eliminated variables that move.
  func completeSlopes(
    _ slopes: inout ContiguousArray<Double>, moving: inout ContiguousArray<Int32>
  ) {
    for index in stride(from: variables.count - 1, through: 0, by: -1) {
      var slope = 0.0
      for cell in Int(starts[index])..<Int(starts[index + 1]) {
        slope += coefficients[cell] * slopes[Int(columns[cell])]
      }
      if slope == 0 { continue }
      slopes[Int(variables[index])] = slope
      moving.append(variables[index])
    }
  }
}
