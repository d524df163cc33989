// SPDX-License-Identifier: MIT

extension Rational: CustomStringConvertible {
  /// The text `p` of a whole number, else `p/q`.
  package var description: String {
    denominator == .one ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// Reads `p` or `p/q` with decimal digits and an optional leading minus sign; nil for anything
  /// else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let top = BigInt(parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(top, .one)
      return
    }
    guard let bottom = BigInt(parts[1]), !bottom.isZero, !bottom.isNegative else { return nil }
    self.init(top, bottom)
  }
}

extension Rational {
  /// The exact value of a finite double (a dyadic fraction); nil for NaN and infinities.
  package init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    if value == 0 {
      self = .zero
      return
    }
    // |value| = significand * 2^(exponent - 52), the significand a whole number of 53 bits.
    let bits = value.magnitude.bitPattern
    let raw = Int(bits >> 52)
    let fraction = Int64(bits & (1 << 52 - 1))
    var significand = raw == 0 ? fraction : fraction | 1 << 52
    var exponent = max(raw, 1) - 1075
    let zeros = significand.trailingZeroBitCount
    significand >>= Int64(zeros)
    exponent += zeros
    if value < 0 { significand = -significand }
    if exponent >= 0, exponent <= significand.magnitude.leadingZeroBitCount - 2 {
      self.init(reducedNumerator: significand << Int64(exponent), denominator: 1)
    } else if exponent >= 0 {
      self.init(BigInt(significand) << exponent, .one)
    } else if exponent > -63 {
      self.init(reducedNumerator: significand, denominator: 1 << Int64(-exponent))
    } else {
      self.init(BigInt(significand), BigInt.one << -exponent)
    }
  }

  /// The nearest double, ties to even; infinite when the value is beyond the largest one.
  package var doubleValue: Double {
    // Below 2^53 both parts are exact doubles, so the division rounds once.
    if big == nil, smallNumerator.magnitude <= 1 << 53, smallDenominator <= 1 << 53 {
      return Double(smallNumerator) / Double(smallDenominator)
    }
    return roundedDouble
  }

  private var roundedDouble: Double {
    let negative = signum < 0
    let top = numerator.absoluteValue
    let bottom = denominator
    // Scale so that the quotient has at least 64 significant bits; the remainder becomes a sticky
    // bit.
    let shift = max(0, 66 - (top.bitWidth - bottom.bitWidth))
    let (quotient, remainder) = (top << shift).quotientAndRemainder(dividingBy: bottom)
    let limbs = quotient.magnitude
    let width = quotient.bitWidth
    // The leading 64 bits of the quotient, with everything below folded into the lowest bit.
    var leading: UInt64 = 0
    var sticky = !remainder.isZero
    let drop = width - 64
    let (whole, rest) = drop.quotientAndRemainder(dividingBy: 64)
    if rest == 0 {
      leading = limbs[whole]
    } else {
      leading = limbs[whole] >> UInt64(rest) | limbs[whole + 1] << UInt64(64 - rest)
      if limbs[whole] << UInt64(64 - rest) != 0 { sticky = true }
    }
    if limbs[..<whole].contains(where: { $0 != 0 }) { sticky = true }
    let exponent = drop - shift
    let value = scaled(leading, sticky: sticky, exponent: exponent)
    return negative ? -value : value
  }

  /// Returns `leading * 2^exponent`, rounded once, also in the subnormal range.
  private func scaled(_ leading: UInt64, sticky: Bool, exponent: Int) -> Double {
    // The value is 1.xxx * 2^(exponent + 63). Subnormals keep fewer than 53 bits.
    let top = exponent + 63
    if top > 1023 { return .infinity }
    let kept = top >= -1022 ? 53 : 53 - (-1022 - top)
    if kept < 0 { return 0 }
    let dropped = 64 - kept
    let below = dropped == 64 ? leading : leading << UInt64(64 - dropped)
    var significand = dropped == 64 ? 0 : leading >> UInt64(dropped)
    let half: UInt64 = 1 << 63
    if below > half || (below == half && (sticky || significand & 1 == 1)) { significand += 1 }
    return Double(sign: .plus, exponent: exponent + dropped, significand: Double(significand))
  }
}
