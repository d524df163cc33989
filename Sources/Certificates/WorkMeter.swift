// SPDX-License-Identifier: MIT

import ExactNumerics

/// A counter of the work of exact arithmetic before it is done, which refuses more than a limit.
///
/// A file may contain numbers whose sum would take days.
package struct WorkMeter {
  private var left: Int

  /// The standard limit, some seconds of work; the certificate of a case with two thousand views
  /// takes less than a hundredth of it.
  package static let standard = 1_000_000_000
  /// The cost of reducing a fraction: about as many steps as it has bits, each over all limbs.
  private static let reductionCost = 40

  init(_ work: Int = standard) { left = work }

  /// Counts reading and reducing a number with a number of decimal digits.
  mutating func chargeReduction(digits: Int) throws(Rejection) {
    let limbs = digits / 19 + 1
    try charge(limbs == 1 ? 1 : limbs * limbs * Self.reductionCost)
  }

  /// Counts simple steps.
  mutating func charge(_ work: Int) throws(Rejection) {
    left -= work
    if left < 0 { throw .tooMuchWork }
  }

  /// Adds a product to a sum.
  mutating func add(
    _ factor: Rational, times value: Rational, to sum: inout Rational
  ) throws(Rejection) {
    try charge(factor, value)
    let product = factor * value
    try add(product, to: &sum)
  }

  /// Adds a number to a sum.
  mutating func add(_ value: Rational, to sum: inout Rational) throws(Rejection) {
    try charge(sum, value)
    sum += value
  }

  private mutating func charge(_ lhs: Rational, _ rhs: Rational) throws(Rejection) {
    if lhs.big == nil, rhs.big == nil { return try charge(1) }
    let limbs = Self.limbs(lhs) + Self.limbs(rhs)
    try charge(limbs * limbs * Self.reductionCost)
  }

  private static func limbs(_ value: Rational) -> Int {
    guard let big = value.big else { return 2 }
    return (big.numerator.bitWidth + big.denominator.bitWidth) / 64 + 2
  }
}
