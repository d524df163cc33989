// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Proves that rows have full rank by eliminating them modulo a prime.
///
/// Rows that are independent modulo a prime are independent over the rationals: a determinant that is not
/// 0 modulo `p` is not 0. The converse may fail for an unlucky prime, so a few primes are tried; failing all
/// of them rejects a certificate, it never accepts one.
struct ModularRank: ~Copyable {
  private let variableCount: Int
  private var prime: UInt64 = 0
  private var work: ContiguousArray<UInt64>
  private var pivotOfVariable: ContiguousArray<Int32>
  // Pivot rows, scaled to pivot 1 and without it, one after the other.
  private var starts: ContiguousArray<Int32> = [0]
  private var columns: ContiguousArray<Int32> = []
  private var values: ContiguousArray<UInt64> = []
  private var pivotColumns: ContiguousArray<Int32> = []
  // The row at work: the pivots it still meets, the latest first, and the variables in it.
  private var pending: ContiguousArray<Int32> = []
  private var touched: ContiguousArray<Int32> = []

  private static let primes: [UInt64] = [2_147_483_647, 2_147_483_629, 2_147_483_587]

  init(variableCount: Int) {
    self.variableCount = variableCount
    work = ContiguousArray(repeating: 0, count: variableCount)
    pivotOfVariable = ContiguousArray(repeating: -1, count: variableCount)
  }

  /// Whether the rows' coefficients have as many independent rows as there are variables.
  mutating func isFull(_ rows: [UniquenessCertificate.TightRow], of system: LinearSystem) -> Bool {
    guard rows.count >= variableCount else { return false }
    return ModularRank.primes.contains { rank(rows, of: system, modulo: $0) == variableCount }
  }

  /// Whether one row less than there are is independent. Rows that add up to nothing, each with a part in it, do so in one
  /// way only then, and any others of them are independent.
  mutating func isIndependentButForOne(
    _ constraints: [ConstraintID], of system: LinearSystem
  ) -> Bool {
    let rows = constraints.map {
      UniquenessCertificate.TightRow(constraint: $0.index, pivotHint: -1)
    }
    return rank(rows, of: system, modulo: ModularRank.primes[0]) == constraints.count - 1
  }

  private mutating func rank(
    _ rows: [UniquenessCertificate.TightRow], of system: LinearSystem, modulo prime: UInt64
  ) -> Int {
    self.prime = prime
    starts = [0]
    columns.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    pivotColumns.removeAll(keepingCapacity: true)
    for variable in 0..<variableCount {
      pivotOfVariable[variable] = -1
      work[variable] = 0
    }
    for row in rows where !add(row, of: system) { return -1 }
    return pivotColumns.count
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
      let negated = prime - factor
      for cell in Int(starts[pivot])..<Int(starts[pivot + 1]) {
        let variable = Int(columns[cell])
        if work[variable] == 0 {
          touched.append(Int32(variable))
          if pivotOfVariable[variable] >= 0 { enqueue(pivotOfVariable[variable]) }
        }
        work[variable] = (work[variable] + negated * values[cell]) % prime
      }
    }
    store(hint: row.pivotHint)
    return true
  }

  /// Keeps pivots in descending order, so that the earliest is taken first; each only once.
  private mutating func enqueue(_ pivot: Int32) {
    var position = pending.count
    while position > 0, pending[position - 1] < pivot { position -= 1 }
    if position > 0, pending[position - 1] == pivot { return }
    pending.insert(pivot, at: position)
  }

  private mutating func store(hint: Int) {
    var pivot = -1
    if hint >= 0, hint < variableCount, work[hint] != 0 { pivot = hint }
    for variable in touched where pivot < 0 && work[Int(variable)] != 0 { pivot = Int(variable) }
    if pivot >= 0 {
      let inverse = power(work[pivot], prime - 2)
      work[pivot] = 0
      for variable in touched where work[Int(variable)] != 0 {
        columns.append(variable)
        values.append(work[Int(variable)] * inverse % prime)
        work[Int(variable)] = 0
      }
      pivotOfVariable[pivot] = Int32(pivotColumns.count)
      pivotColumns.append(Int32(pivot))
      starts.append(Int32(columns.count))
    }
  }

  private func residue(_ value: Rational) -> UInt64? {
    let (numerator, denominator) = value.residues(modulo: prime)
    if denominator == 0 { return nil }
    return denominator == 1 ? numerator : numerator * power(denominator, prime - 2) % prime
  }

  private func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    if base == 1 { return 1 }
    var result: UInt64 = 1
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * square % prime }
      square = square * square % prime
      rest >>= 1
    }
    return result
  }
}
