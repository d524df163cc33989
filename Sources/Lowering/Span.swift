// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// A coordinate as an affine expression: `position + size * halves / 2 + constant`.
struct Point {
  /// The position variable; -1 for an expression that has none (a length).
  var position: Int
  /// The size variable; meaningless when `halves` is 0.
  var size: Int
  /// The number of halves of the size that are added.
  var halves: Int
  var constant: Rational
}

/// The extent of an item along one axis: two edges that are affine in one position and one size.
///
/// Every item of a case has this shape, including those without variables of their own: an inset
/// guide, a strip and a content area differ from their owner in constants only.
struct Span {
  var position: Int
  var size: Int
  /// Whether the size is part of the low edge and of the high edge.
  var lowHasSize = false
  var highHasSize = true
  var low: Rational = .zero
  var high: Rational = .zero

  init(position: Int, size: Int) {
    self.position = position
    self.size = size
  }

  var lowEdge: Point {
    Point(position: position, size: size, halves: lowHasSize ? 2 : 0, constant: low)
  }

  var highEdge: Point {
    Point(position: position, size: size, halves: highHasSize ? 2 : 0, constant: high)
  }

  var center: Point {
    Point(
      position: position, size: size, halves: (lowHasSize ? 1 : 0) + (highHasSize ? 1 : 0),
      constant: (low + high) * Rational(reducedNumerator: 1, denominator: 2))
  }

  /// The high edge minus the low edge.
  var length: Point {
    Point(
      position: -1, size: size, halves: (highHasSize ? 2 : 0) - (lowHasSize ? 2 : 0),
      constant: high - low)
  }

  /// Moves both edges toward the inside.
  mutating func inset(low lowInset: LayoutNumber, high highInset: LayoutNumber) {
    low += Rational(lowInset)
    high -= Rational(highInset)
  }

  /// Moves both edges toward the outside.
  mutating func outset(low lowOutset: LayoutNumber, high highOutset: LayoutNumber) {
    low -= Rational(lowOutset)
    high += Rational(highOutset)
  }
}

extension Rational {
  /// Creates the exact value of a number as written.
  package init(_ number: LayoutNumber) {
    if number.form == .decimal, number.numerator != .min {
      // A decimal is reduced already.
      self.init(reducedNumerator: number.numerator, denominator: number.denominator)
    } else {
      self.init(number.numerator, number.denominator)
    }
  }
}

extension LayoutInsets {
  func low(_ axis: Axis) -> LayoutNumber { axis == .horizontal ? left : top }
  func high(_ axis: Axis) -> LayoutNumber { axis == .horizontal ? right : bottom }
}
