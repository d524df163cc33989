// SPDX-License-Identifier: MIT

import ExactNumerics

/// A counter of the limbs that arithmetic on long numbers reads and writes, over all parts of one
/// exact solution and its proof.
///
/// The kernels count cells, and the digits of their cells (`ExactInt.digitCost`). The code around
/// them adds up fractions: eliminated variables, multipliers, certificates, violations. A few
/// additions of long fractions take longer than many cells, so each is counted before it is done.
/// Numbers of 64 bits count nothing.
package final class DigitMeter {
  private(set) var spent = 0
  /// Cell operations of kernels with limits of their own.
  var otherOperations = 0
  private let limit: Int

  /// - Parameter limit: the largest number of products of two limbs.
  init(limit: Int) { self.limit = limit }

  convenience init(_ limit: OracleLimit) { self.init(limit: limit.limbProducts) }

  /// The work so far, in cell operations.
  var cellOperations: Int { spent / OracleLimit.limbProductsPerCell + otherOperations }

  /// Counts cells that are read outside of the kernels: this limits later work, but not the current
  /// one.
  package func count(cells: Int) { otherOperations += cells }

  /// Counts an operation on two fractions.
  @inline(__always)
  func charge(_ lhs: Rational, _ rhs: Rational) throws(ArithmeticStop) {
    if lhs.big == nil && rhs.big == nil { return }
    try charge(limbs: lhs.limbCount + rhs.limbCount)
  }

  /// Counts an operation on two integers.
  @inline(__always)
  func charge<Number: ExactInt>(_ lhs: Number, _ rhs: Number) throws(ArithmeticStop) {
    let limbs = lhs.length &+ rhs.length
    if limbs > Self.shortNumbers { try charge(limbs: limbs) }
  }

  /// The largest length of two integers together, in limbs, that counts nothing: the number of
  /// cells limits them.
  private static let shortNumbers = 8

  /// Counts a common divisor: a step for each bit or two, each over all limbs.
  ///
  /// That is about thirty products for each pair of limbs.
  private func charge(limbs: Int) throws(ArithmeticStop) {
    spent += 8 * limbs * limbs
    if spent > limit { throw .limit }
  }

  /// Adds a number to a sum.
  @inline(__always)
  func add(_ value: Rational, to sum: inout Rational) throws(ArithmeticStop) {
    try charge(value, sum)
    sum += value
  }

  /// Adds a product to a sum.
  @inline(__always)
  func add(
    _ factor: Rational, times value: Rational, to sum: inout Rational
  ) throws(ArithmeticStop) {
    try charge(factor, value)
    let product = factor * value
    try charge(product, sum)
    sum += product
  }
}
