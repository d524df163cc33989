// SPDX-License-Identifier: MIT

extension LayoutNumber {
  /// Creates the quotient of two whole numbers in lowest terms, a decimal where it is one.
  ///
  /// Nil where two 64-bit integers cannot represent it.
  ///
  /// - Precondition: `bottom > 0`.
  package init?(quotientOf top: Int128, by bottom: Int128) {
    precondition(bottom > 0, "the divisor \(bottom) is not positive")
    var (larger, smaller) = (bottom, top < 0 ? -top : top)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    guard let numerator = Int64(exactly: top / larger),
      let denominator = Int64(exactly: bottom / larger)
    else { return nil }
    var power: Int64 = 1
    for scale in 0...18 {
      if power % denominator == 0 {
        let (digits, overflow) = numerator.multipliedReportingOverflow(by: power / denominator)
        if !overflow {
          self = LayoutNumber(digits: digits, scale: scale)
          return
        }
      }
      if scale < 18 { power *= 10 }
    }
    self = LayoutNumber(numerator, denominator, form: .fraction)
  }

  /// Returns a whole number of pixels in points, exactly.
  ///
  /// - Precondition: `scale > 0`, and the pixels times 5 fit 64 bits.
  package static func pixels(_ pixels: Int64, scale: Int) -> LayoutNumber {
    let scale = Int64(scale)
    if pixels % scale == 0 { return LayoutNumber(digits: pixels / scale, scale: 0) }
    if scale == 2 { return LayoutNumber(digits: pixels * 5, scale: 1) }
    return LayoutNumber(pixels, scale, form: .fraction)
  }

  /// Returns the exact sum; nil where two 64-bit integers cannot represent it.
  package func adding(_ other: LayoutNumber) -> LayoutNumber? {
    let first = Int128(numerator) * Int128(other.denominator)
    let second = Int128(other.numerator) * Int128(denominator)
    let (top, overflow) = first.addingReportingOverflow(second)
    if overflow { return nil }
    return LayoutNumber(quotientOf: top, by: Int128(denominator) * Int128(other.denominator))
  }

  /// Returns the exact difference; nil where two 64-bit integers cannot represent it.
  package func subtracting(_ other: LayoutNumber) -> LayoutNumber? {
    other.negated.flatMap(adding)
  }
}
