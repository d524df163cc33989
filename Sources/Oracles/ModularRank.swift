// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A proof that rows have full rank, which removes rows one by one and eliminates the rest modulo a
/// prime.
///
/// A row that alone has some variable is independent of all others: without the two, the rank is
/// one less. For most layouts nothing is left in this way, since the dependents of a view are
/// removed before the view.
///
/// Rows that are independent modulo a prime are independent over the rationals: a determinant that
/// is not 0 modulo `p` is not 0. The converse may fail for an unlucky prime, so a few primes are
/// tried. Failing all of them rejects a certificate; it never accepts one.
struct ModularRank: ~Copyable {
  private let variableCount: Int
  private var modulus = MersennePrime.all[0]
  private var work: ContiguousArray<UInt64>
  private var pivotOfVariable: ContiguousArray<Int32>
  // Pivot rows, scaled to pivot 1 and without it, one after the other.
  private var starts: ContiguousArray<Int32> = []
  private var columns: ContiguousArray<Int32> = []
  private var values: ContiguousArray<UInt64> = []
  private var pivotColumns: ContiguousArray<Int32> = []
  // The current row: its remaining pivots, the latest first, and its variables.
  private var pending: ContiguousArray<Int32> = []
  private var touched: ContiguousArray<Int32> = []
  private(set) var operations = 0

  /// The largest number of operations, a second or two.
  ///
  /// A rank that the exact kernels find within their limit takes much less.
  private static let operationsMax = 300_000_000

  /// Whether the number of operations reached its limit: then nothing is known about the rank.
  var isOverLimit: Bool { operations > Self.operationsMax }

  init(variableCount: Int) {
    self.variableCount = variableCount
    starts.reserveCapacity(variableCount + 1)
    columns.reserveCapacity(2 * variableCount)
    values.reserveCapacity(2 * variableCount)
    pivotColumns.reserveCapacity(variableCount)
    work = ContiguousArray(repeating: 0, count: variableCount)
    pivotOfVariable = ContiguousArray(repeating: -1, count: variableCount)
  }

  /// Whether the rows' coefficients have as many independent rows as there are variables.
  mutating func isFull(_ rows: [UniquenessCertificate.TightRow], of system: LinearSystem) -> Bool {
    operations = 0
    guard rows.count >= variableCount else { return false }
    return MersennePrime.all.contains { rank(rows, of: system, modulo: $0) == variableCount }
  }

  /// Whether the rows are independent after one of them is removed.
  ///
  /// Rows with a zero combination in which each takes part have only one such combination then, and
  /// any proper subset of them is independent.
  ///
  /// - Parameters:
  ///   - constraints: the rows.
  ///   - system: the system of the rows.
  ///   - limit: the work is deducted from its meter.
  /// - Returns: false also for an unlucky prime, and when it takes too many operations.
  mutating func isIndependentButForOne(
    _ constraints: [ConstraintID], of system: LinearSystem, _ limit: OracleLimit
  ) -> Bool {
    operations = 0
    defer { limit.meter?.spend(operations) }
    let rows = constraints.map {
      UniquenessCertificate.TightRow(constraint: $0.index, pivotHint: -1)
    }
    return rank(rows, of: system, modulo: MersennePrime.all[0]) == constraints.count - 1
  }

  private mutating func rank(
    _ rows: [UniquenessCertificate.TightRow], of system: LinearSystem, modulo prime: MersennePrime
  ) -> Int {
    modulus = prime
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    columns.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    pivotColumns.removeAll(keepingCapacity: true)
    for variable in 0..<variableCount {
      pivotOfVariable[variable] = -1
      work[variable] = 0
    }
    let (core, independent) = withoutSingletons(rows, of: system)
    for row in core where !add(row, of: system) { return -1 }
    return independent + pivotColumns.count
  }

  /// Removes rows that alone have some variable, until none is left.
  ///
  /// - Returns: the other rows, and the number of removed ones.
  /// - Complexity: O(cells of the rows + variables).
  private func withoutSingletons(
    _ rows: [UniquenessCertificate.TightRow], of system: LinearSystem
  ) -> (core: [UniquenessCertificate.TightRow], taken: Int) {
    // By variable: the number of rows with it, and their positions combined. When one is left, the
    // combination is its position.
    let counts = OwnedList<Int32>(repeating: 0, count: variableCount)
    let traces = OwnedList<Int32>(repeating: 0, count: variableCount)
    for position in rows.indices {
      for cell in system.cells(of: rows[position].constraint) {
        let variable = Int(system.columns[cell])
        counts[variable] += 1
        traces[variable] ^= Int32(truncatingIfNeeded: position)
      }
    }
    var singles = OwnedList<Int32>(capacity: variableCount)
    for variable in 0..<variableCount where counts[variable] == 1 {
      singles.append(Int32(truncatingIfNeeded: variable))
    }
    let isTaken = OwnedList<Bool>(repeating: false, count: rows.count)
    var taken = 0
    var next = 0
    while next < singles.count {
      let single = Int(singles[next])
      next += 1
      if counts[single] != 1 { continue }
      let position = Int(traces[single])
      isTaken[position] = true
      taken += 1
      for cell in system.cells(of: rows[position].constraint) {
        let variable = Int(system.columns[cell])
        counts[variable] -= 1
        traces[variable] ^= Int32(truncatingIfNeeded: position)
        if counts[variable] == 1 { singles.append(Int32(truncatingIfNeeded: variable)) }
      }
    }
    assert(taken <= rows.count, "\(taken) of \(rows.count) rows were taken away")
    if taken == rows.count { return ([], taken) }
    return (rows.indices.filter { !isTaken[$0] }.map { rows[$0] }, taken)
  }

  /// Eliminates a row by the earlier ones; false when the prime divides one of its denominators.
  private mutating func add(_ row: UniquenessCertificate.TightRow, of system: LinearSystem) -> Bool
  {
    touched.removeAll(keepingCapacity: true)
    for cell in system.cells(of: row.constraint) {
      let variable = Int(system.columns[cell])
      guard let value = residue(system.exactCoefficients[cell]) else {
        pending.removeAll(keepingCapacity: true)
        return false
      }
      work[variable] = value
      touched.append(Int32(variable))
      if pivotOfVariable[variable] >= 0 { enqueue(pivotOfVariable[variable]) }
    }
    while let pivot32 = pending.popLast() {
      let pivot = Int(pivot32)
      let factor = work[Int(pivotColumns[pivot])]
      work[Int(pivotColumns[pivot])] = 0
      if factor == 0 { continue }
      operations += Int(starts[pivot + 1] - starts[pivot])
      if isOverLimit {
        pending.removeAll(keepingCapacity: true)
        return false
      }
      let negated = modulus.negated(factor)
      for cell in Int(starts[pivot])..<Int(starts[pivot + 1]) {
        let variable = Int(columns[cell])
        if work[variable] == 0 {
          touched.append(Int32(variable))
          if pivotOfVariable[variable] >= 0 { enqueue(pivotOfVariable[variable]) }
        }
        work[variable] = modulus.sum(work[variable], modulus.product(negated, values[cell]))
      }
    }
    store(hint: row.pivotHint)
    return true
  }

  /// Inserts a pivot into the descending order, so that the earliest is taken first; each only
  /// once.
  private mutating func enqueue(_ pivot: Int32) {
    var position = pending.count
    while position > 0, pending[position - 1] < pivot { position -= 1 }
    if position > 0, pending[position - 1] == pivot { return }
    pending.insert(pivot, at: position)
  }

  private mutating func store(hint: Int) {
    assert(pending.isEmpty, "\(pending.count) pivots were not taken off")
    var pivot = -1
    if hint >= 0, hint < variableCount, work[hint] != 0 { pivot = hint }
    for variable in touched where pivot < 0 && work[Int(variable)] != 0 { pivot = Int(variable) }
    if pivot >= 0 {
      assert(pivotOfVariable[pivot] < 0, "variable \(pivot) is a pivot already")
      assert(
        touched.allSatisfy { work[Int($0)] == 0 || pivotOfVariable[Int($0)] < 0 },
        "a row contains the variable of an earlier pivot")
      let inverse = modulus.inverse(of: work[pivot])
      work[pivot] = 0
      for variable in touched where work[Int(variable)] != 0 {
        columns.append(variable)
        values.append(modulus.product(work[Int(variable)], inverse))
        work[Int(variable)] = 0
      }
      pivotOfVariable[pivot] = Int32(pivotColumns.count)
      pivotColumns.append(Int32(pivot))
      starts.append(Int32(columns.count))
      assert(starts.count == pivotColumns.count + 1, "\(pivotColumns.count) pivots")
    }
    assert(touched.allSatisfy { work[Int($0)] == 0 }, "the work row is not empty")
  }

  private func residue(_ value: Rational) -> UInt64? {
    let (numerator, denominator) = value.residues(modulo: modulus.value)
    if denominator == 0 { return nil }
    return denominator == 1
      ? numerator : modulus.product(numerator, modulus.inverse(of: denominator))
  }
}

/// A prime `2^bits - 1`: remainders take shifts and an addition, no division.
struct MersennePrime {
  private let bits: UInt64
  let value: UInt64

  /// The primes, best first: with more bits, fewer matrices have a smaller rank modulo the prime.
  static let all = [61, 31, 19].map(MersennePrime.init)

  private init(bits: Int) {
    self.bits = UInt64(bits)
    value = 1 << UInt64(bits) - 1
  }

  // All numbers here are below the prime.

  func negated(_ number: UInt64) -> UInt64 { number == 0 ? 0 : value - number }

  func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    // A product may be the prime itself instead of 0, but not both operands.
    assert(one <= value && other <= value && one < 2 * value - other, "\(one) + \(other)")
    let sum = one + other
    return sum >= value ? sum - value : sum
  }

  func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    // 2^bits is 1: the part above the lowest bits is added to them.
    let (high, low) = one.multipliedFullWidth(by: other)
    return sum(low & value, low &>> bits | high &<< (64 &- bits))
  }

  /// Returns the inverse of a nonzero number.
  func inverse(of number: UInt64) -> UInt64 {
    assert(number > 0 && number < value, "\(number) has no inverse modulo \(value)")
    if number == 1 || number == value - 1 { return number }
    if number == 2 { return (value + 1) / 2 }
    // Fermat: number^(p - 1) is 1.
    var result: UInt64 = 1
    var square = number
    var rest = value - 2
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, square) }
      square = product(square, square)
      rest >>= 1
    }
    assert(product(result, number) == 1, "\(result) is not the inverse of \(number)")
    return result
  }
}
