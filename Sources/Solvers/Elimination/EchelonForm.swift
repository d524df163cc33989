// SPDX-License-Identifier: MIT

/// Linear equations in row echelon form, built one equation at a time by Gaussian elimination.
///
/// Row `k` is solved for its pivot variable. The pivot's coefficient is 1 and not stored, no other
/// is larger than `1 / pivotShare`, and no pivot of an earlier row occurs in it. A new equation is
/// therefore reduced by the rows in their order, and values are computed in reverse.
///
/// Numerics: a coefficient that cancels to less than 1e-11 of its largest summand is zero. The test
/// is relative, so equations of any scale keep their small coefficients.
struct EchelonForm: ~Copyable {
  /// The result of inserting an equation.
  enum Insertion {
    /// It fixes one more variable.
    case independent
    /// Its left side is a combination of the rows; the rest reads `0 == residual`.
    ///
    /// `magnitude` bounds the summands of the residual.
    case dependent(residual: Double, magnitude: Double)
  }

  let variableCount: Int
  private(set) var rank = 0
  /// The number of coefficients read or written so far.
  private(set) var cellOperations = 0
  /// The number of rows added to another so far.
  private(set) var rowOperations = 0
  /// The number of equations that became rows so far.
  private(set) var pivotCount = 0
  private(set) var peakCells = 0
  /// Whether some pivot may be only rounding, or some coefficient that counts as zero may be none.
  private(set) var isDoubtful = false

  private(set) var cellColumns: UnsafeMutablePointer<Int32>
  private(set) var cellValues: UnsafeMutablePointer<Double>
  private(set) var cellCapacity: Int
  let rowStarts: UnsafeMutablePointer<Int>
  let pivots: UnsafeMutablePointer<Int32>
  let constants: UnsafeMutablePointer<Double>
  let magnitudes: UnsafeMutablePointer<Double>
  /// The row of which each variable is the pivot, or -1.
  let pivotRows: UnsafeMutablePointer<Int32>
  /// The current equation, dense, with the largest summand of each coefficient.
  private let workValues: UnsafeMutablePointer<Double>
  private let workMagnitudes: UnsafeMutablePointer<Double>
  private let touched: UnsafeMutablePointer<Int32>
  private(set) var touchedCount = 0
  /// The rows whose pivots occur in the current equation, one bit each.
  private let pending: UnsafeMutablePointer<UInt64>
  private let pendingWords: Int
  /// The last word of `pending` that may not be 0.
  private var lastPendingWord = -1
  /// Whether the form records the derivation of its rows, so that `express` works.
  private let isRecording: Bool
  /// The latest reductions: the rows that were subtracted, and their factors.
  private var recordRows: ContiguousArray<Int32> = []
  private var recordFactors: ContiguousArray<Double> = []
  /// The end of each row's record, and the row's divisor.
  private(set) var recordEnds: ContiguousArray<Int> = []
  private(set) var divisors: ContiguousArray<Double> = []

  /// A lower bound of the magnitude of a touched column; 0 marks an untouched one.
  private static let smallestMagnitude = 1e-300

  init(variableCount: Int, cellCapacity capacity: Int, isRecording: Bool = false) {
    self.variableCount = variableCount
    self.isRecording = isRecording
    cellCapacity = max(16, capacity)
    cellColumns = .allocate(capacity: cellCapacity)
    cellValues = .allocate(capacity: cellCapacity)
    rowStarts = .allocate(capacity: variableCount + 1)
    pivots = .allocate(capacity: variableCount)
    constants = .allocate(capacity: variableCount)
    magnitudes = .allocate(capacity: variableCount)
    pivotRows = .allocate(capacity: variableCount)
    workValues = .allocate(capacity: variableCount)
    workMagnitudes = .allocate(capacity: variableCount)
    touched = .allocate(capacity: variableCount)
    pendingWords = variableCount / 64 + 1
    pending = .allocate(capacity: pendingWords)
    if isRecording {
      recordRows.reserveCapacity(cellCapacity)
      recordFactors.reserveCapacity(cellCapacity)
      recordEnds.reserveCapacity(variableCount)
      divisors.reserveCapacity(variableCount)
    }
    rowStarts[0] = 0
    pivotRows.initialize(repeating: -1, count: variableCount)
    workValues.initialize(repeating: 0, count: variableCount)
    workMagnitudes.initialize(repeating: 0, count: variableCount)
    pending.initialize(repeating: 0, count: pendingWords)
  }

  deinit {
    cellColumns.deallocate()
    cellValues.deallocate()
    rowStarts.deallocate()
    pivots.deallocate()
    constants.deallocate()
    magnitudes.deallocate()
    pivotRows.deallocate()
    workValues.deallocate()
    workMagnitudes.deallocate()
    touched.deallocate()
    pending.deallocate()
  }

  /// Adds row `row` of `rows` as an equation.
  ///
  /// - Parameters:
  ///   - row: the index of the row.
  ///   - rows: the constraints.
  ///   - pivot: the variable to solve it for, if its coefficient is not too small; nil to choose.
  /// - Returns: whether it became a row of the form, or its rest.
  /// - Complexity: O(cells of the rows it is reduced by + variables / 64).
  mutating func insert(
    _ row: Int, of rows: borrowing ScaledRows, pivot: Int? = nil
  ) -> Insertion {
    let (residual, magnitude) = reduce(row, of: rows)
    let result = store(residual, magnitude, pivot: pivot)
    clear()
    return result
  }

  /// Removes all pivot variables from a constraint, and appends the rest of its left side.
  ///
  /// - Returns: the resulting constant.
  mutating func rewrite(
    _ row: Int, of rows: borrowing ScaledRows, columns: inout ContiguousArray<Int32>,
    coefficients: inout ContiguousArray<Double>
  ) -> Double {
    let (residual, _) = reduce(row, of: rows)
    for index in 0..<touchedCount {
      let column = Int(touched[index])
      if workValues[column] == 0 { continue }
      columns.append(Int32(column))
      coefficients.append(workValues[column])
    }
    clear()
    if isRecording { dropRecords(from: recordEnds.last ?? 0) }
    return residual
  }

  /// Removes all rows from the given one on.
  mutating func truncate(to newRank: Int) {
    assert(newRank >= 0 && newRank <= rank, "row \(newRank) of \(rank)")
    for row in newRank..<rank { pivotRows[Int(pivots[row])] = -1 }
    rank = newRank
    if isRecording && recordEnds.count > rank {
      recordEnds.removeLast(recordEnds.count - rank)
      divisors.removeLast(divisors.count - rank)
      dropRecords(from: recordEnds.last ?? 0)
    }
    checkInvariants()
  }

  /// Computes the pivot variables from the others, which keep their values.
  mutating func solve(into values: UnsafeMutablePointer<Double>) {
    for row in stride(from: rank - 1, through: 0, by: -1) {
      var value = constants[row]
      for cell in rowStarts[row]..<rowStarts[row + 1] {
        value -= cellValues[cell] * values[Int(cellColumns[cell])]
      }
      values[Int(pivots[row])] = value
    }
    cellOperations += rowStarts[rank]
  }

  /// The result of `express`.
  enum Expression {
    /// The vector is the sum of the equations times the weights.
    case sum
    /// It is not: the largest remaining coefficient, at a variable that is no pivot.
    case remainder(column: Int, coefficient: Double)
  }

  /// Writes a vector as a sum of the equations that became rows.
  ///
  /// - Precondition: the form records.
  /// - Parameters:
  ///   - vector: the coefficients by variable.
  ///   - weights: receives the factor of each row's equation, in the order of the rows, if it is a
  ///     sum.
  /// - Returns: whether it is a sum, else the largest remaining coefficient.
  /// - Complexity: O(variables + cells + records).
  mutating func express(
    _ vector: UnsafeMutablePointer<Double>, as weights: UnsafeMutablePointer<Double>
  ) -> Expression {
    precondition(
      isRecording && recordEnds.count == rank, "\(rank) rows, \(recordEnds.count) records")
    for column in 0..<variableCount where vector[column] != 0 { load(vector[column], at: column) }
    cellOperations += variableCount
    let recorded = recordRows.count
    _ = eliminate(fromWord: 0, constant: 0)
    let left = largestWorkColumn()
    if let left {
      let coefficient = workValues[left]
      clear()
      dropRecords(from: recorded)
      return .remainder(column: left, coefficient: coefficient)
    }
    clear()
    weights.update(repeating: 0, count: rank)
    for position in recorded..<recordRows.count {
      weights[Int(recordRows[position])] = recordFactors[position]
    }
    dropRecords(from: recorded)
    for row in stride(from: rank - 1, through: 0, by: -1) where weights[row] != 0 {
      weights[row] /= divisors[row]
      for position in (row == 0 ? 0 : recordEnds[row - 1])..<recordEnds[row] {
        weights[Int(recordRows[position])] -= weights[row] * recordFactors[position]
      }
    }
    cellOperations += recordRows.count
    return .sum
  }

  /// Computes the direction in which a non-pivot variable changes by `step` and all equations keep
  /// their residuals.
  ///
  /// The other non-pivot variables stay.
  mutating func direction(
    of column: Int, step: Double, into direction: UnsafeMutablePointer<Double>
  ) {
    assert(pivotRows[column] < 0, "the variable \(column) is a pivot")
    direction.update(repeating: 0, count: variableCount)
    direction[column] = step
    for row in stride(from: rank - 1, through: 0, by: -1) {
      var value = 0.0
      for cell in rowStarts[row]..<rowStarts[row + 1] {
        value -= cellValues[cell] * direction[Int(cellColumns[cell])]
      }
      direction[Int(pivots[row])] = value
    }
    cellOperations += rowStarts[rank] + variableCount
  }

  private mutating func dropRecords(from count: Int) {
    recordRows.removeLast(recordRows.count - count)
    recordFactors.removeLast(recordFactors.count - count)
  }

  /// Loads an equation into the work row and removes all pivot variables from it.
  private mutating func reduce(_ row: Int, of rows: borrowing ScaledRows) -> (Double, Double) {
    var word = pendingWords
    for cell in rows.cells(of: row) {
      word = min(word, load(rows.coefficients[cell], at: Int(rows.columns[cell])))
    }
    cellOperations += touchedCount
    return eliminate(fromWord: word, constant: rows.constants[row])
  }

  /// Puts a coefficient into the work row; returns the first word of `pending` that may have
  /// changed.
  @discardableResult
  @inline(__always)
  private mutating func load(_ value: Double, at column: Int) -> Int {
    workValues[column] = value
    workMagnitudes[column] = max(Self.smallestMagnitude, abs(value))
    assert(touchedCount < variableCount, "\(touchedCount) columns are touched")
    touched[touchedCount] = Int32(column)
    touchedCount += 1
    return mark(column)
  }

  /// Removes all pivot variables from the work row; returns the resulting constant and its largest
  /// summand.
  private mutating func eliminate(fromWord first: Int, constant: Double) -> (Double, Double) {
    var residual = constant
    var magnitude = abs(residual)
    var word = first
    while word <= lastPendingWord {
      let bits = pending[word]
      if bits == 0 {
        word += 1
        continue
      }
      pending[word] = bits & (bits - 1)
      let pivotRow = word << 6 + bits.trailingZeroBitCount
      let factor = workValues[Int(pivots[pivotRow])]
      if factor == 0 { continue }
      subtract(pivotRow, times: factor)
      residual -= factor * constants[pivotRow]
      magnitude = max(magnitude, abs(factor) * magnitudes[pivotRow])
      if isRecording {
        recordRows.append(Int32(pivotRow))
        recordFactors.append(factor)
      }
    }
    lastPendingWord = -1
    return (residual, magnitude)
  }

  /// Marks the row whose pivot is a column for subtraction; returns the bit's word.
  @inline(__always)
  private mutating func mark(_ column: Int) -> Int {
    let pivotRow = Int(pivotRows[column])
    if pivotRow < 0 { return pendingWords }
    pending[pivotRow >> 6] |= 1 << UInt64(pivotRow & 63)
    lastPendingWord = max(lastPendingWord, pivotRow >> 6)
    return pivotRow >> 6
  }

  private mutating func subtract(_ row: Int, times factor: Double) {
    let first = rowStarts[row]
    let end = rowStarts[row + 1]
    for cell in first..<end {
      let column = Int(cellColumns[cell])
      let product = factor * cellValues[cell]
      let before = workMagnitudes[column]
      if before == 0 {
        touched[touchedCount] = Int32(column)
        touchedCount += 1
      }
      let magnitude = max(max(before, Self.smallestMagnitude), abs(product))
      let value = workValues[column] - product
      workMagnitudes[column] = magnitude
      let isZero = abs(value) <= 1e-11 * magnitude
      // More than rounding leaves: it may be a small number, and an apparent contradiction may be
      // none.
      if isZero && abs(value) > 1e-14 * magnitude { isDoubtful = true }
      workValues[column] = isZero ? 0 : value
      _ = mark(column)
    }
    workValues[Int(pivots[row])] = 0
    cellOperations += end - first
    rowOperations += 1
  }

  /// Returns the column of the largest coefficient in the work row; nil if all are zero.
  private func largestWorkColumn() -> Int? {
    var best = -1
    var largest = 0.0
    for index in 0..<touchedCount {
      let column = Int(touched[index])
      let size = abs(workValues[column])
      if size > largest {
        largest = size
        best = column
      }
    }
    return best < 0 ? nil : best
  }

  /// The smallest ratio of a pivot to the largest coefficient of its row.
  private static let pivotShare = 0.5

  /// Returns the column to solve the work row for.
  ///
  /// It is the wanted one if it is large enough, or else the last of those large enough. Rows in
  /// the order of their variables then do not push one long row along.
  private func pivotColumn(_ wanted: Int?) -> Int? {
    guard let largest = largestWorkColumn() else { return nil }
    let least = Self.pivotShare * abs(workValues[largest])
    if let wanted, abs(workValues[wanted]) >= least { return wanted }
    var best = largest
    for index in 0..<touchedCount {
      let column = Int(touched[index])
      if column > best && abs(workValues[column]) >= least { best = column }
    }
    return best
  }

  /// Stores the work row as a row of the form.
  private mutating func store(
    _ residual: Double, _ magnitude: Double, pivot wanted: Int?
  ) -> Insertion {
    guard let pivot = pivotColumn(wanted) else {
      if isRecording { dropRecords(from: recordEnds.last ?? 0) }
      return .dependent(residual: residual, magnitude: magnitude)
    }
    var cell = rowStarts[rank]
    if cell + touchedCount > cellCapacity { grow(to: max(2 * cellCapacity, cell + touchedCount)) }
    let divisor = workValues[pivot]
    if abs(divisor) < 1e-7 * workMagnitudes[pivot] { isDoubtful = true }
    for index in 0..<touchedCount {
      let column = Int(touched[index])
      let value = workValues[column]
      if value == 0 || column == pivot { continue }
      cellColumns[cell] = Int32(column)
      cellValues[cell] = value / divisor
      cell += 1
    }
    if isRecording {
      recordEnds.append(recordRows.count)
      divisors.append(divisor)
    }
    pivots[rank] = Int32(pivot)
    pivotRows[pivot] = Int32(rank)
    constants[rank] = residual / divisor
    magnitudes[rank] = magnitude / abs(divisor)
    rank += 1
    pivotCount += 1
    rowStarts[rank] = cell
    peakCells = max(peakCells, cell)
    checkLastRow()
    return .independent
  }

  private mutating func clear() {
    for index in 0..<touchedCount {
      workValues[Int(touched[index])] = 0
      workMagnitudes[Int(touched[index])] = 0
    }
    touchedCount = 0
  }

  private mutating func grow(to capacity: Int) {
    let used = rowStarts[rank]
    assert(capacity >= used, "\(used) cells do not fit in \(capacity)")
    let newColumns = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    let newValues = UnsafeMutablePointer<Double>.allocate(capacity: capacity)
    newColumns.update(from: cellColumns, count: used)
    newValues.update(from: cellValues, count: used)
    cellColumns.deallocate()
    cellValues.deallocate()
    cellColumns = newColumns
    cellValues = newValues
    cellCapacity = capacity
  }
}
