// SPDX-License-Identifier: MIT

import ExactNumerics

/// The integers an exact kernel computes with: `Int64` first, `BigInt` when that overflows.
///
/// A kernel is written once, generic over the tier. Operations never trap. The fast tier sets a
/// sticky overflow flag and continues with a meaningless value. The kernel reads the flag from time
/// to time and starts again in the next tier. `Int64.min` counts as overflow, so that every value
/// has a negative.
///
/// It is in the module of the kernels: the compiler builds a kernel's fast tier without calls
/// through tables only where it sees the tier's conformance.
protocol ExactInt: Sendable, Equatable {
  init(_ value: Int64)
  /// Creates the same value in this tier, or nil when it does not fit.
  init?(exactly value: BigInt)

  var isZero: Bool { get }
  var isOne: Bool { get }
  /// The sign: -1, 0 or 1.
  var sign: Int { get }
  /// The cost of an operation with this number as its result beyond its cell
  /// (`OracleLimit.cellOperations`); 0 for numbers of usual length.
  var digitCost: Int { get }
  /// The length in limbs; 0 in the tier that has one limb only.
  var length: Int { get }
  var negated: Self { get }

  func plus(_ other: Self, overflow: inout Bool) -> Self
  func times(_ other: Self, overflow: inout Bool) -> Self
  /// Returns `self + factor * other`.
  func plus(_ factor: Self, times other: Self, overflow: inout Bool) -> Self

  /// Returns the quotient of a division that is known to leave no remainder.
  func divided(exactlyBy divisor: Self) -> Self

  /// Returns the greatest common divisor, never negative; `gcd(0, x)` is `|x|`.
  static func gcd(_ lhs: Self, _ rhs: Self) -> Self

  /// Returns -1, 0 or 1 as `|a| * |b|` is less than, equal to or greater than `|c| * |d|`; never
  /// overflows.
  static func compareProducts(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> Int

  /// Returns -1, 0 or 1 as `lhs` is less than, equal to or greater than `rhs`.
  static func compare(_ lhs: Self, _ rhs: Self) -> Int

  /// Returns the numerator and the denominator of a fraction in this tier, or nil when they do not
  /// fit.
  static func parts(of fraction: Rational) -> (numerator: Self, denominator: Self)?

  /// Returns the fraction `numerator / denominator`.
  ///
  /// - Precondition: `denominator` is not zero.
  static func fraction(_ numerator: Self, _ denominator: Self) -> Rational
}

extension Int64: ExactInt {
  init?(exactly value: BigInt) {
    guard let small = value.int64, small != .min else { return nil }
    self = small
  }

  var isZero: Bool { self == 0 }
  var isOne: Bool { self == 1 }
  var sign: Int { self > 0 ? 1 : (self < 0 ? -1 : 0) }
  var digitCost: Int { 0 }
  var length: Int { 0 }
  var negated: Int64 { 0 &- self }

  func plus(_ other: Int64, overflow: inout Bool) -> Int64 {
    let (sum, over) = addingReportingOverflow(other)
    overflow = overflow || over || sum == .min
    return sum
  }

  func times(_ other: Int64, overflow: inout Bool) -> Int64 {
    let (product, over) = multipliedReportingOverflow(by: other)
    overflow = overflow || over || product == .min
    return product
  }

  func plus(_ factor: Int64, times other: Int64, overflow: inout Bool) -> Int64 {
    let (product, first) = factor.multipliedReportingOverflow(by: other)
    let (sum, second) = addingReportingOverflow(product)
    overflow = overflow || first || second || sum == .min
    return sum
  }

  func divided(exactlyBy divisor: Int64) -> Int64 {
    if divisor == 1 { return self }
    // After an overflow the operands may be anything; the result is discarded, but must not trap.
    return divisor == 0 || divisor == -1 ? negated : self / divisor
  }

  static func gcd(_ lhs: Int64, _ rhs: Int64) -> Int64 {
    if lhs == 0 && rhs == 0 { return 0 }
    return Int64(truncatingIfNeeded: greatestCommonDivisor(lhs.magnitude, rhs.magnitude))
  }

  static func compareProducts(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Int {
    let left = a.magnitude.multipliedFullWidth(by: b.magnitude)
    let right = c.magnitude.multipliedFullWidth(by: d.magnitude)
    if left.high != right.high { return left.high < right.high ? -1 : 1 }
    return left.low == right.low ? 0 : (left.low < right.low ? -1 : 1)
  }

  static func compare(_ lhs: Int64, _ rhs: Int64) -> Int {
    lhs == rhs ? 0 : (lhs < rhs ? -1 : 1)
  }

  static func parts(of fraction: Rational) -> (numerator: Int64, denominator: Int64)? {
    if fraction.big != nil { return nil }
    return (fraction.smallNumerator, fraction.smallDenominator)
  }

  static func fraction(_ numerator: Int64, _ denominator: Int64) -> Rational {
    denominator == 1 ? Rational(numerator) : Rational(numerator, denominator)
  }
}

extension BigInt: ExactInt {
  init?(exactly value: BigInt) { self = value }

  var sign: Int { signum }
  var length: Int { limbCount }
  /// The cost of products, quotients and common divisors: the square of the length.
  var digitCost: Int {
    let limbs = limbCount
    let usual = OracleLimit.usualLimbs
    return limbs <= usual ? 0 : 2 * (limbs * limbs - usual * usual)
  }
  var negated: BigInt { -self }

  func plus(_ other: BigInt, overflow: inout Bool) -> BigInt { self + other }
  func times(_ other: BigInt, overflow: inout Bool) -> BigInt { self * other }

  func plus(_ factor: BigInt, times other: BigInt, overflow: inout Bool) -> BigInt {
    if factor.isZero || other.isZero { return self }
    return self + factor * other
  }

  func divided(exactlyBy divisor: BigInt) -> BigInt {
    if divisor.isOne { return self }
    let quotient = self / divisor
    assert(quotient * divisor == self, "\(divisor) does not divide \(self)")
    return quotient
  }

  static func compareProducts(_ a: BigInt, _ b: BigInt, _ c: BigInt, _ d: BigInt) -> Int {
    compare((a * b).absoluteValue, (c * d).absoluteValue)
  }

  static func compare(_ lhs: BigInt, _ rhs: BigInt) -> Int {
    lhs == rhs ? 0 : (lhs < rhs ? -1 : 1)
  }

  static func parts(of fraction: Rational) -> (numerator: BigInt, denominator: BigInt)? {
    (fraction.numerator, fraction.denominator)
  }

  static func fraction(_ numerator: BigInt, _ denominator: BigInt) -> Rational {
    Rational(numerator, denominator)
  }
}

extension ExactInt {
  /// Whether the tier is that of numbers of any length.
  static var isBig: Bool { Self.self == BigInt.self }
}
