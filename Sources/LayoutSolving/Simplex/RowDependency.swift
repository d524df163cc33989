// SPDX-License-Identifier: MIT

/// The dependency of a problem's rows on each other modulo the prime `2^61 - 1`, without rounding.
///
/// Doubles are `m * 2^e`, so they have exact residues: modulo this prime a power of two rotates the
/// bits of a number. Rows that are independent modulo a prime are independent; the converse fails
/// with negligible probability.
struct RowDependency: ~Copyable {
  enum Kind {
    case independent
    /// The rows have a single zero combination, and any of them but one are independent.
    case single(rows: ContiguousArray<Int>)
    case several
    /// The elimination of the rows has too much fill-in.
    case tooLarge
  }

  private static let prime: UInt64 = (1 << 61) - 1

  /// The residue of each column in the current row, and the row that was solved for the column, or
  /// -1.
  private let residues: Buffer<UInt64>
  private let pivotOfColumn: Buffer<Int32>
  /// The source row of each pivot row, and the inverse of its divisor.
  private var pivotRows = GrowingBuffer<Int32>()
  private var inverses = GrowingBuffer<UInt64>()
  // Pivot rows without their pivots, which are 1.
  private var starts = GrowingBuffer<Int32>()
  private var columns = GrowingBuffer<Int32>()
  private var values = GrowingBuffer<UInt64>()
  // By row: the pivot rows that were subtracted from it, and their factors.
  private var factorStarts = GrowingBuffer<Int32>()
  private var factorPivots = GrowingBuffer<Int32>()
  private var factors = GrowingBuffer<UInt64>()
  /// The rows that became zero.
  private var dependentRows = GrowingBuffer<Int32>()
  private var touched = GrowingBuffer<Int32>()
  private var cellOperations = 0
  private var queue = KeyQueue()

  /// Determines the dependency of a problem's rows on each other.
  ///
  /// - Parameters:
  ///   - problem: the problem with the rows.
  ///   - cellLimit: the largest number of cells of eliminated rows.
  ///   - workLimit: the largest number of cells that may be read or written.
  ///   - work: receives the number of cells read or written.
  /// - Returns: `.tooLarge` when one of the limits is reached.
  static func kind(
    of problem: borrowing KinkedProblem, cellLimit: Int, workLimit: Int, work: inout Int
  ) -> Kind {
    var dependency = RowDependency(columnCount: problem.structuralCount)
    defer { work += dependency.cellOperations }
    for row in 0..<problem.rowCount {
      dependency.add(problem, row)
      if dependency.columns.count > cellLimit || dependency.cellOperations > workLimit {
        return .tooLarge
      }
      if dependency.dependentRows.count > 1 { return .several }
    }
    return dependency.dependentRows.isEmpty ? .independent : .single(rows: dependency.dependents())
  }

  private init(columnCount: Int) {
    residues = Buffer(repeating: 0, count: columnCount)
    pivotOfColumn = Buffer(repeating: -1, count: columnCount)
    starts.append(0)
    factorStarts.append(0)
  }

  /// Returns the rows of the zero combination.
  private func dependents() -> ContiguousArray<Int> {
    let weights = Buffer<UInt64>(repeating: 0, count: pivotRows.count)
    var rows: ContiguousArray<Int> = [Int(dependentRows[0])]
    spread(Int(dependentRows[0]), 1, weights)
    for pivot in stride(from: pivotRows.count - 1, through: 0, by: -1) where weights[pivot] != 0 {
      rows.append(Int(pivotRows[pivot]))
      spread(Int(pivotRows[pivot]), Self.product(weights[pivot], inverses[pivot]), weights)
    }
    rows.sort()
    return rows
  }

  /// Adds the steps of a row to the weights of the pivot rows; those of the row itself count
  /// `weight` times.
  private func spread(_ row: Int, _ weight: UInt64, _ weights: borrowing Buffer<UInt64>) {
    for index in Int(factorStarts[row])..<Int(factorStarts[row + 1]) {
      let pivot = Int(factorPivots[index])
      let part = Self.product(weight, factors[index])
      weights[pivot] = Self.reduced(weights[pivot] + Self.prime - part)
    }
  }

  /// Eliminates a row by the earlier ones, and stores the rest.
  private mutating func add(_ problem: borrowing KinkedProblem, _ row: Int) {
    touched.removeAll()
    for cell in Int(problem.rowStarts[row])..<Int(problem.rowStarts[row + 1]) {
      add(Self.residue(of: problem.coefficients[cell]), Int(problem.columns[cell]))
    }
    // A pivot row has no columns of earlier pivots, so each is visited once.
    while let (pivot, column) = queue.pop() {
      let factor = residues[column]
      residues[column] = 0
      if factor == 0 { continue }
      factorPivots.append(Int32(truncatingIfNeeded: Int(pivot)))
      factors.append(factor)
      for cell in Int(starts[Int(pivot)])..<Int(starts[Int(pivot) + 1]) {
        add(Self.product(Self.prime - factor, values[cell]), Int(columns[cell]))
      }
    }
    factorStarts.append(Int32(truncatingIfNeeded: factors.count))
    keep(row)
  }

  private mutating func add(_ residue: UInt64, _ column: Int) {
    cellOperations += 1
    if residues[column] == 0 {
      touched.append(Int32(truncatingIfNeeded: column))
      let pivot = pivotOfColumn[column]
      if pivot >= 0 { queue.push(key: UInt32(pivot), variable: column) }
    }
    residues[column] = Self.reduced(residues[column] + residue)
  }

  private mutating func keep(_ row: Int) {
    var pivot = -1
    for index in touched.indices where residues[Int(touched[index])] != 0 {
      pivot = Int(touched[index])
      break
    }
    guard pivot >= 0 else {
      dependentRows.append(Int32(truncatingIfNeeded: row))
      return
    }
    let inverse = Self.power(residues[pivot], Self.prime - 2)
    residues[pivot] = 0
    for index in touched.indices {
      let column = Int(touched[index])
      if residues[column] == 0 { continue }
      columns.append(Int32(truncatingIfNeeded: column))
      values.append(Self.product(residues[column], inverse))
      residues[column] = 0
    }
    pivotOfColumn[pivot] = Int32(truncatingIfNeeded: pivotRows.count)
    pivotRows.append(Int32(truncatingIfNeeded: row))
    inverses.append(inverse)
    starts.append(Int32(truncatingIfNeeded: columns.count))
  }

  // MARK: - Residues

  /// Returns the residue of a finite number.
  static func residue(of number: Double) -> UInt64 {
    if number == 0 { return 0 }
    let bits = number.magnitude.significandBitPattern
    let isNormal = number.isNormal
    let significand = isNormal ? bits | 1 << 52 : bits
    let exponent = (isNormal ? Int(number.exponentBitPattern) : 1) - 1075
    let turn = UInt64(((exponent % 61) + 61) % 61)
    let residue = product(significand, 1 << turn)
    return number < 0 && residue != 0 ? prime - residue : residue
  }

  /// Returns the number modulo the prime.
  ///
  /// - Precondition: less than twice the prime.
  private static func reduced(_ number: UInt64) -> UInt64 {
    number >= prime ? number - prime : number
  }

  static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    return reduced((low & prime) + reduced(high << 3 | low >> 61))
  }

  private static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    var result: UInt64 = 1
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, square) }
      square = product(square, square)
      rest >>= 1
    }
    return result
  }
}
