// SPDX-License-Identifier: MIT

import ExactNumerics

/// Lengths in whole device pixels.
package enum PixelCount {
  /// Returns the smallest number of whole pixels for a length; nil for lengths beyond those of
  /// layouts.
  ///
  /// A solver's whole number is whole only up to rounding, so a millionth of a pixel is ignored.
  static func roundedUp(_ points: Double, scale: Int) -> Int64? {
    let pixels = (points * Double(scale) - 1.0 / 1_048_576).rounded(.up)
    return abs(pixels) < 1e15 ? Int64(pixels) : nil
  }

  /// Returns the smallest number of whole pixels for a length, exactly; nil for lengths beyond
  /// those of layouts.
  package static func roundedUp(_ points: Rational, scale: Int) -> Int64? {
    roundedDown(-points, scale: scale).map { -$0 }
  }

  /// Returns the largest number of whole pixels in a length, exactly; nil for lengths beyond those
  /// of layouts.
  package static func roundedDown(_ points: Rational, scale: Int) -> Int64? {
    let pixels = points * Rational(scale)
    let (quotient, remainder) = pixels.numerator.quotientAndRemainder(
      dividingBy: pixels.denominator)
    guard let whole = quotient.int64, whole.magnitude < 1 << 50 else { return nil }
    // Division truncates toward zero.
    return remainder.isNegative ? whole - 1 : whole
  }
}
