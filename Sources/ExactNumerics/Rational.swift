// SPDX-License-Identifier: MIT

/// An exact fraction in lowest terms.
///
/// Two tiers in one type: numerator and denominator in `Int64` if they fit, else in `BigInt`. No
/// operation overflows or rounds.
///
/// Invariants: the denominator is positive; the fraction is reduced; `big` is nil whenever both
/// parts fit in `Int64` (so that equal values have equal representations), and then `Int64.min` is
/// not used.
package struct Rational: Sendable {
  @usableFromInline package var smallNumerator: Int64
  @usableFromInline package var smallDenominator: Int64
  @usableFromInline package var big: BigFraction?

  /// The numerator and denominator of a fraction that does not fit in 64 bits.
  @usableFromInline
  package final class BigFraction: Sendable, Hashable {
    package let numerator: BigInt
    package let denominator: BigInt

    package init(numerator: BigInt, denominator: BigInt) {
      self.numerator = numerator
      self.denominator = denominator
    }

    package static func == (lhs: BigFraction, rhs: BigFraction) -> Bool {
      lhs.numerator == rhs.numerator && lhs.denominator == rhs.denominator
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(numerator)
      hasher.combine(denominator)
    }
  }

  @inlinable
  package init(reducedNumerator: Int64, denominator: Int64) {
    smallNumerator = reducedNumerator
    smallDenominator = denominator
    big = nil
  }

  @inlinable
  package init(_ value: Int) {
    self.init(Int64(value))
  }

  @inlinable
  package init(_ value: Int64) {
    if value == .min {
      self.init(BigInt(value), BigInt.one)
    } else {
      self.init(reducedNumerator: value, denominator: 1)
    }
  }

  /// Makes the fraction `numerator / denominator`.
  ///
  /// - Precondition: `denominator` is not zero.
  @inlinable
  package init(_ numerator: Int64, _ denominator: Int64) {
    precondition(denominator != 0, "a fraction with denominator zero")
    if numerator == .min || denominator == .min {
      self.init(BigInt(numerator), BigInt(denominator))
      return
    }
    let divisor = Int64(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int64 = denominator < 0 ? -1 : 1
    self.init(
      reducedNumerator: sign * (numerator / divisor), denominator: sign * (denominator / divisor))
  }

  /// Makes the fraction `numerator / denominator` of big integers.
  ///
  /// - Precondition: `denominator` is not zero.
  package init(_ numerator: BigInt, _ denominator: BigInt) {
    if numerator.limbs == nil && denominator.limbs == nil {
      self.init(numerator.small, denominator.small)
    } else {
      self.init(reducing: numerator, denominator)
    }
  }

  private init(reducing numerator: BigInt, _ denominator: BigInt) {
    precondition(!denominator.isZero, "a fraction with denominator zero")
    var top = numerator
    var bottom = denominator
    let divisor = BigInt.gcd(top, bottom)
    if !divisor.isOne {
      top = top / divisor
      bottom = bottom / divisor
    }
    if bottom.isNegative {
      top = -top
      bottom = -bottom
    }
    if let small = top.int64, let under = bottom.int64, small != .min {
      smallNumerator = small
      smallDenominator = under
      big = nil
    } else {
      smallNumerator = 0
      smallDenominator = 0
      big = BigFraction(numerator: top, denominator: bottom)
    }
  }

  /// Computed, so that the compiler can inline the constant.
  @inlinable package static var zero: Rational { Rational(reducedNumerator: 0, denominator: 1) }
  @inlinable package static var one: Rational { Rational(reducedNumerator: 1, denominator: 1) }

  /// The numerator of the reduced fraction.
  package var numerator: BigInt { big?.numerator ?? BigInt(smallNumerator) }
  /// The denominator of the reduced fraction, positive.
  package var denominator: BigInt { big?.denominator ?? BigInt(smallDenominator) }

  @inlinable @inline(__always)
  package var isZero: Bool { big == nil && smallNumerator == 0 }

  /// -1, 0 or 1, the sign.
  @inlinable package var signum: Int {
    if let big { return big.numerator.signum }
    return Int(smallNumerator.signum())
  }

  @inlinable package var magnitude: Rational { signum < 0 ? -self : self }

  /// The number of limbs of both parts together; 0 for a fraction of 64 bits.
  package var limbCount: Int {
    guard let big else { return 0 }
    return big.numerator.limbCount + big.denominator.limbCount
  }
}

/// Returns the greatest common divisor; `gcd(0, 0)` is 1, so that a division by it is always
/// defined.
@inlinable
package func greatestCommonDivisor(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
  if lhs == 0 { return rhs == 0 ? 1 : rhs }
  if rhs == 0 { return lhs }
  if rhs == 1 || lhs == 1 { return 1 }
  let shift = (lhs | rhs).trailingZeroBitCount
  var a = lhs >> UInt64(lhs.trailingZeroBitCount)
  var b = rhs
  repeat {
    b >>= UInt64(b.trailingZeroBitCount)
    if a > b { swap(&a, &b) }
    b -= a
  } while b != 0
  return a << UInt64(shift)
}

extension Rational: Hashable, Comparable {
  /// Compares by value, since both are in lowest terms.
  @inlinable
  package static func == (lhs: Rational, rhs: Rational) -> Bool {
    if lhs.big == nil && rhs.big == nil {
      return lhs.smallNumerator == rhs.smallNumerator
        && lhs.smallDenominator == rhs.smallDenominator
    }
    return lhs.big == rhs.big
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(smallNumerator)
    hasher.combine(smallDenominator)
    hasher.combine(big)
  }

  /// Compares exactly, by the products across.
  @inlinable
  package static func < (lhs: Rational, rhs: Rational) -> Bool {
    if lhs.big == nil && rhs.big == nil {
      let left = lhs.smallNumerator.multipliedFullWidth(by: rhs.smallDenominator)
      let right = rhs.smallNumerator.multipliedFullWidth(by: lhs.smallDenominator)
      return left.high != right.high ? left.high < right.high : left.low < right.low
    }
    return lhs.numerator * rhs.denominator < rhs.numerator * lhs.denominator
  }

  @inlinable package static func > (lhs: Rational, rhs: Rational) -> Bool { rhs < lhs }
  @inlinable package static func != (lhs: Rational, rhs: Rational) -> Bool { !(lhs == rhs) }
}

extension Rational {
  @inlinable
  package static prefix func - (value: Rational) -> Rational {
    if let big = value.big { return Rational(-big.numerator, big.denominator) }
    return Rational(reducedNumerator: -value.smallNumerator, denominator: value.smallDenominator)
  }

  /// Returns the exact sum in lowest terms.
  ///
  /// The parts are big integers only when a product or the sum leaves 64 bits.
  @inlinable
  package static func + (lhs: Rational, rhs: Rational) -> Rational {
    if lhs.big == nil && rhs.big == nil {
      if lhs.smallDenominator == rhs.smallDenominator {
        let (sum, overflow) = lhs.smallNumerator.addingReportingOverflow(rhs.smallNumerator)
        if !overflow {
          return lhs.smallDenominator == 1 ? Rational(sum) : Rational(sum, lhs.smallDenominator)
        }
      } else {
        let (a, first) = lhs.smallNumerator.multipliedReportingOverflow(by: rhs.smallDenominator)
        let (b, second) = rhs.smallNumerator.multipliedReportingOverflow(by: lhs.smallDenominator)
        let (sum, third) = a.addingReportingOverflow(b)
        let (under, fourth) = lhs.smallDenominator.multipliedReportingOverflow(
          by: rhs.smallDenominator)
        if !first && !second && !third && !fourth { return Rational(sum, under) }
      }
    }
    return bigSum(lhs, rhs)
  }

  /// Returns the exact difference in lowest terms.
  @inlinable
  package static func - (lhs: Rational, rhs: Rational) -> Rational { lhs + (-rhs) }

  /// Returns the exact product in lowest terms.
  @inlinable
  package static func * (lhs: Rational, rhs: Rational) -> Rational {
    if lhs.big == nil && rhs.big == nil {
      let (top, first) = lhs.smallNumerator.multipliedReportingOverflow(by: rhs.smallNumerator)
      let (under, second) = lhs.smallDenominator.multipliedReportingOverflow(
        by: rhs.smallDenominator)
      if !first && !second { return under == 1 ? Rational(top) : Rational(top, under) }
    }
    return Rational(lhs.numerator * rhs.numerator, lhs.denominator * rhs.denominator)
  }

  /// - Precondition: `rhs` is not zero.
  @inlinable
  package static func / (lhs: Rational, rhs: Rational) -> Rational {
    if lhs.big == nil && rhs.big == nil {
      let (top, first) = lhs.smallNumerator.multipliedReportingOverflow(by: rhs.smallDenominator)
      let (under, second) = lhs.smallDenominator.multipliedReportingOverflow(by: rhs.smallNumerator)
      if !first && !second { return Rational(top, under) }
    }
    return Rational(lhs.numerator * rhs.denominator, lhs.denominator * rhs.numerator)
  }

  @inlinable package static func += (lhs: inout Rational, rhs: Rational) { lhs = lhs + rhs }
  @inlinable package static func -= (lhs: inout Rational, rhs: Rational) { lhs = lhs - rhs }
  @inlinable package static func *= (lhs: inout Rational, rhs: Rational) { lhs = lhs * rhs }

  /// Returns the sum by big integers, for numbers whose sum leaves 64 bits.
  @usableFromInline
  package static func bigSum(_ lhs: Rational, _ rhs: Rational) -> Rational {
    Rational(
      lhs.numerator * rhs.denominator + rhs.numerator * lhs.denominator,
      lhs.denominator * rhs.denominator)
  }
}

extension Rational {
  /// Returns numerator and denominator modulo a number.
  ///
  /// - Precondition: `0 < modulus < 2^63`.
  package func residues(modulo modulus: UInt64) -> (numerator: UInt64, denominator: UInt64) {
    if let big {
      return (big.numerator.residue(modulo: modulus), big.denominator.residue(modulo: modulus))
    }
    // Most numbers are below the modulus, and a division is slow.
    var top = smallNumerator.magnitude
    if top >= modulus { top %= modulus }
    var bottom = smallDenominator.magnitude
    if bottom >= modulus { bottom %= modulus }
    return (smallNumerator < 0 && top != 0 ? modulus - top : top, bottom)
  }
}
