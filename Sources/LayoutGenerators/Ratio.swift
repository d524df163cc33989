// SPDX-License-Identifier: MIT

import LayoutModel

/// A small exact fraction for the numbers of a witness layout.
///
/// A result that does not fit in 64 bits becomes `undefined`, which every further operation keeps.
/// So a chain of arithmetic is checked once, at its end.
///
/// Invariant: the fraction is reduced and `denominator > 0`, or `denominator == 0` for `undefined`.
package struct Ratio: Sendable, Hashable {
  package let numerator: Int64
  package let denominator: Int64

  static let zero = Ratio(0)
  static let undefined = Ratio(reduced: 0, 0)

  init(_ value: Int) {
    self.init(reduced: Int64(value), 1)
  }

  private init(reduced numerator: Int64, _ denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Makes the fraction of two integers; `undefined` when `denominator` is zero or the signs cannot
  /// be moved.
  init(_ numerator: Int64, _ denominator: Int64) {
    guard denominator != 0, numerator != .min, denominator != .min else {
      self = .undefined
      return
    }
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(a) * (denominator < 0 ? -1 : 1)
    self.init(reduced: numerator / divisor, denominator / divisor)
  }

  init(_ number: LayoutNumber) {
    if number.form == .decimal, number.numerator != .min {
      // The number is reduced already.
      self.init(reduced: number.numerator, number.denominator)
    } else {
      self.init(number.numerator, number.denominator)
    }
  }

  package var isDefined: Bool { denominator != 0 }
  var isZero: Bool { numerator == 0 && isDefined }
  var isNegative: Bool { numerator < 0 }

  /// The largest whole number that is not above the value; 0 for `undefined`.
  var floor: Int {
    guard isDefined else { return 0 }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// Whether the value is defined, with a numerator up to 10^12 and a denominator up to 10^9, which
  /// leaves room for further arithmetic.
  var isModest: Bool {
    isDefined && numerator.magnitude <= 1_000_000_000_000 && denominator <= 1_000_000_000
  }

  static func + (lhs: Ratio, rhs: Ratio) -> Ratio {
    if lhs.denominator == 1 && rhs.denominator == 1 {
      let (sum, overflow) = lhs.numerator.addingReportingOverflow(rhs.numerator)
      return overflow || sum == .min ? .undefined : Ratio(reduced: sum, 1)
    }
    let (a, first) = lhs.numerator.multipliedReportingOverflow(by: rhs.denominator)
    let (b, second) = rhs.numerator.multipliedReportingOverflow(by: lhs.denominator)
    let (top, third) = a.addingReportingOverflow(b)
    let (under, fourth) = lhs.denominator.multipliedReportingOverflow(by: rhs.denominator)
    return first || second || third || fourth ? .undefined : Ratio(top, under)
  }

  static prefix func - (value: Ratio) -> Ratio {
    Ratio(reduced: -value.numerator, value.denominator)
  }

  static func - (lhs: Ratio, rhs: Ratio) -> Ratio { lhs + -rhs }

  static func * (lhs: Ratio, rhs: Ratio) -> Ratio {
    let (top, first) = lhs.numerator.multipliedReportingOverflow(by: rhs.numerator)
    if lhs.denominator == 1 && rhs.denominator == 1 {
      return first || top == .min ? .undefined : Ratio(reduced: top, 1)
    }
    let (under, second) = lhs.denominator.multipliedReportingOverflow(by: rhs.denominator)
    return first || second ? .undefined : Ratio(top, under)
  }

  static func / (lhs: Ratio, rhs: Ratio) -> Ratio {
    rhs.isDefined ? lhs * Ratio(rhs.denominator, rhs.numerator) : .undefined
  }

  var half: Ratio {
    denominator == 1 && numerator % 2 == 0
      ? Ratio(reduced: numerator / 2, 1) : self * Ratio(reduced: 1, 2)
  }

  /// The number as people write it: a decimal when it is finite, else a fraction.
  ///
  /// Nil for `undefined` and for numbers beyond the limits of a case.
  var layoutNumber: LayoutNumber? {
    guard isDefined, numerator.magnitude / denominator.magnitude < 1_000_000_000_000 else {
      return nil
    }
    if denominator == 1 { return LayoutNumber(Int(numerator)) }
    return LayoutNumber(quotientOf: Int128(numerator), by: Int128(denominator))
  }
}

extension Ratio: Comparable {
  /// Compares exactly, by the products across.
  ///
  /// - Precondition: both are defined.
  package static func < (lhs: Ratio, rhs: Ratio) -> Bool {
    let left = lhs.numerator.multipliedFullWidth(by: rhs.denominator)
    let right = rhs.numerator.multipliedFullWidth(by: lhs.denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension Ratio: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}
