// SPDX-License-Identifier: MIT

import LayoutModel

/// Exact division of lengths, in 128-bit integers, with the same rounding on all machines.
enum PixelLength {
  /// Returns the length `top / bottom` in points, rounded up to a multiple of `1 / scale`, and
  /// limited to the largest length of a case.
  ///
  /// - Precondition: `bottom > 0`, `scale > 0`, and `top * scale` is below 2^128.
  static func roundedUp(_ top: UInt128, over bottom: UInt128, scale: Int) -> LayoutNumber {
    precondition(bottom > 0 && scale > 0, "a length needs a divisor and a scale above 0")
    let scaled = top * UInt128(scale)
    let pixels = scaled / bottom + (scaled % bottom == 0 ? 0 : 1)
    let limit = UInt128(LayoutCase.largestMagnitude.numerator.magnitude) * UInt128(scale)
    return .pixels(Int64(truncatingIfNeeded: min(pixels, limit)), scale: scale)
  }

  /// Returns the whole part of `first * second / (third * fourth)`, limited to `Int.max`, which is
  /// also the result of a division by 0.
  ///
  /// - Precondition: `third * fourth` is below 2^127.
  static func quotient(
    of first: UInt128, times second: UInt128, over third: UInt128, times fourth: UInt128
  ) -> Int {
    let divisor = third * fourth
    let product = first.multipliedFullWidth(by: second)
    guard product.high < divisor else { return .max }
    if product.high == 0 { return Int(clamping: product.low / divisor) }
    // Long division, bit by bit: only extremely large lengths need it.
    var (rest, low, quotient) = (product.high, product.low, UInt128(0))
    for _ in 0..<128 {
      rest = rest << 1 | low >> 127
      low <<= 1
      quotient <<= 1
      if rest >= divisor {
        rest -= divisor
        quotient |= 1
      }
    }
    return Int(clamping: quotient)
  }
}
