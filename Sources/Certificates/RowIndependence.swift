// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A proof that as many rows as there are variables are independent, by elimination modulo a prime.
///
/// A determinant that is not 0 modulo a prime is not 0. The converse may fail for an unlucky prime,
/// so there is a second one. Failing both rejects a proof; it never accepts one.
struct RowIndependence {
  private let system: LinearSystem
  /// The primes 2^61 - 1 and 2^61 - 31.
  private static let primes: [UInt64] = [2_305_843_009_213_693_951, 2_305_843_009_213_693_921]

  init(_ system: LinearSystem) { self.system = system }

  func areIndependent(
    _ rows: [CertificateFile.TightRow], _ meter: inout WorkMeter
  ) throws(Rejection) -> Bool {
    for prime in Self.primes {
      if try areIndependent(rows, PrimeField(prime), &meter) { return true }
    }
    return false
  }

  /// A row that was eliminated: a variable equals a sum of others, modulo the prime.
  private struct Solved {
    var variable: Int
    var others: [(variable: Int, factor: UInt64)]
  }

  private func areIndependent(
    _ rows: [CertificateFile.TightRow], _ field: PrimeField, _ meter: inout WorkMeter
  ) throws(Rejection) -> Bool {
    var solved: [Solved] = []
    var isSolved = [Bool](repeating: false, count: system.variableCount)
    var work = [UInt64](repeating: 0, count: system.variableCount)
    for row in rows {
      var touched: [Int] = []
      for cell in system.cells(of: row.constraint) {
        guard let value = field.value(of: system.exactCoefficients[cell]) else { return false }
        work[Int(system.columns[cell])] = value
        touched.append(Int(system.columns[cell]))
      }
      if touched.contains(where: { isSolved[$0] }) {
        try meter.charge(solved.count)
        // In order: no variable that was solved earlier returns.
        for earlier in solved where work[earlier.variable] != 0 {
          let factor = work[earlier.variable]
          work[earlier.variable] = 0
          try meter.charge(earlier.others.count)
          for other in earlier.others {
            if work[other.variable] == 0 { touched.append(other.variable) }
            work[other.variable] = field.sum(
              work[other.variable], field.product(factor, other.factor))
          }
        }
      }
      guard let pivot = pivot(row, touched, work) else { return false }
      let inverse = field.inverse(work[pivot])
      work[pivot] = 0
      var others: [(variable: Int, factor: UInt64)] = []
      for variable in touched where work[variable] != 0 {
        others.append((variable, field.negated(field.product(work[variable], inverse))))
        work[variable] = 0
      }
      solved.append(Solved(variable: pivot, others: others))
      isSolved[pivot] = true
    }
    return true
  }

  /// Returns the variable that the file names, if the row has it; else any one.
  private func pivot(
    _ row: CertificateFile.TightRow, _ touched: [Int], _ work: [UInt64]
  ) -> Int? {
    if work.indices.contains(row.variable), work[row.variable] != 0 { return row.variable }
    return touched.first { work[$0] != 0 }
  }
}

/// Whole numbers modulo a prime below 2^62.
struct PrimeField {
  private let prime: UInt64

  init(_ prime: UInt64) { self.prime = prime }

  func sum(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
    let sum = lhs + rhs
    return sum >= prime ? sum - prime : sum
  }

  func negated(_ value: UInt64) -> UInt64 { value == 0 ? 0 : prime - value }

  func product(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
    prime.dividingFullWidth(lhs.multipliedFullWidth(by: rhs)).remainder
  }

  /// Returns the inverse by Fermat's little theorem.
  ///
  /// - Precondition: the value is not 0.
  func inverse(_ value: UInt64) -> UInt64 {
    var result: UInt64 = 1
    var square = value
    var exponent = prime - 2
    while exponent > 0 {
      if exponent & 1 == 1 { result = product(result, square) }
      square = product(square, square)
      exponent >>= 1
    }
    return result
  }

  /// Returns a fraction modulo the prime; nil when the prime divides its denominator.
  func value(of fraction: Rational) -> UInt64? {
    let (numerator, denominator) = fraction.residues(modulo: prime)
    if denominator == 0 { return nil }
    return denominator == 1 ? numerator : product(numerator, inverse(denominator))
  }
}
