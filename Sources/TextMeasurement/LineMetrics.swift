// SPDX-License-Identifier: MIT

import LayoutModel

/// The vertical measures of a font, as exact multiples of its point size.
///
/// The system font's line height is 1.193359375 of the point size (AUTOLAYOUT 2.8), split at the
/// baseline into 0.952148 above and 0.241211 below (1.9): 975 and 247 of 1024. Other families get
/// the same measures.
package struct LineMetrics: Sendable, Hashable {
  static let ascenderParts: UInt64 = 975
  static let descenderParts: UInt64 = 247
  static let partsPerEm: UInt64 = 1024

  /// The numerator and denominator of the point size; a negative size counts as 0.
  let top: UInt64
  let bottom: UInt64

  package init(pointSize: LayoutNumber) {
    top = pointSize.isNegative ? 0 : pointSize.numerator.magnitude
    bottom = pointSize.denominator.magnitude
  }

  /// The distance from the top of the first line down to its baseline, in points.
  package var ascender: LayoutNumber { fraction(Self.ascenderParts) }

  /// The distance from the bottom of the last line up to its baseline, in points.
  package var descender: LayoutNumber { fraction(Self.descenderParts) }

  /// The height of one line, not rounded, in points.
  package var lineHeight: LayoutNumber { fraction(Self.ascenderParts + Self.descenderParts) }

  /// Returns the height of that many lines in points, rounded up to whole pixels once for all
  /// (2.8).
  package func height(lines: Int, scale: Int) -> LayoutNumber {
    let parts = UInt128(Self.ascenderParts + Self.descenderParts)
    return PixelLength.roundedUp(
      UInt128(max(0, lines)) * UInt128(top) * parts,
      over: UInt128(bottom) * UInt128(Self.partsPerEm), scale: scale)
  }

  /// Returns the largest number of whole lines within the given height in points; `Int.max` at
  /// point size 0.
  package func lines(in height: LayoutNumber) -> Int {
    guard !height.isNegative else { return 0 }
    let quotient = PixelLength.quotient(
      of: UInt128(height.numerator.magnitude) * UInt128(Self.partsPerEm), times: UInt128(bottom),
      over: UInt128(height.denominator.magnitude), times: UInt128(top))
    return quotient == .max ? .max : quotient / Int(Self.ascenderParts + Self.descenderParts)
  }

  /// Returns the largest number of thousandths of an em within the given width in points; `Int.max`
  /// at point size 0.
  func units(in width: LayoutNumber) -> Int {
    guard !width.isNegative else { return 0 }
    return PixelLength.quotient(
      of: UInt128(width.numerator.magnitude) * 1000, times: UInt128(bottom),
      over: UInt128(width.denominator.magnitude), times: UInt128(top))
  }

  /// Returns the width of that many thousandths of an em in points, rounded up to whole pixels.
  func width(units: Int, scale: Int) -> LayoutNumber {
    PixelLength.roundedUp(
      UInt128(max(0, units)) * UInt128(top), over: UInt128(bottom) * 1000, scale: scale)
  }

  /// Returns the exact multiple of the point size, or the next 1024th below where two 64-bit
  /// integers cannot represent it.
  private func fraction(_ parts: UInt64) -> LayoutNumber {
    let exact = LayoutNumber(
      quotientOf: Int128(top) * Int128(parts), by: Int128(bottom) * Int128(Self.partsPerEm))
    if let exact { return exact }
    let limit = Int128(LayoutCase.largestMagnitude.numerator) * 1024
    return LayoutNumber(
      quotientOf: min(limit, Int128(top) * Int128(parts) / Int128(bottom)), by: 1024) ?? .zero
  }
}
