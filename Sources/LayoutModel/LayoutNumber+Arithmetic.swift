// SPDX-License-Identifier: MIT

extension LayoutNumber {
  @inlinable package var isZero: Bool { numerator == 0 }
  @inlinable package var isNegative: Bool { numerator < 0 }

  /// Whether the value is 1, in any form.
  @inlinable package var isOne: Bool { numerator == denominator }

  /// The number with the other sign in the same form; nil for the one numerator that has no
  /// opposite.
  package var negated: LayoutNumber? {
    guard numerator != .min else { return nil }
    return LayoutNumber(unchecked: -numerator, denominator, form)
  }

  /// Whether the values are equal, in any forms: `1/2`, `2/4` and 0.5 are.
  package func isSameValue(as other: LayoutNumber) -> Bool {
    numerator.multipliedFullWidth(by: other.denominator)
      == other.numerator.multipliedFullWidth(by: denominator)
  }

  /// Whether the value is below the other's, exactly.
  package func isLess(than other: LayoutNumber) -> Bool {
    let left = numerator.multipliedFullWidth(by: other.denominator)
    let right = other.numerator.multipliedFullWidth(by: denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Whether the magnitude is above `LayoutCase.largestMagnitude`.
  package var isTooLarge: Bool {
    let limit = UInt64(LayoutCase.largestMagnitude.numerator)
    let product = limit.multipliedFullWidth(by: UInt64(denominator))
    return product.high == 0 && numerator.magnitude > product.low
  }
}
