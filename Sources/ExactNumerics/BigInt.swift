// SPDX-License-Identifier: MIT

/// An integer of any size: a sign and a magnitude of 64-bit limbs.
///
/// The slow tier of exact arithmetic: results that overflow `Int64` continue here. Meant for a few
/// hundred bits, so multiplication and division are the schoolbook ones.
///
/// Invariants: the highest limb is not zero; zero has no limbs and is not negative.
/// Reference: Knuth, The Art of Computer Programming 2, section 4.3.1, algorithms A, S, M, D.
package struct BigInt: Sendable, Hashable {
  /// Whether the value is below zero.
  package private(set) var isNegative: Bool
  /// The absolute value, least significant limb first, without leading zero limbs.
  package private(set) var magnitude: [UInt64]

  init(isNegative: Bool, magnitude: [UInt64]) {
    var limbs = magnitude
    while limbs.last == 0 { limbs.removeLast() }
    self.magnitude = limbs
    self.isNegative = isNegative && !limbs.isEmpty
  }

  package init(_ value: Int64) {
    self.init(isNegative: value < 0, magnitude: [value.magnitude])
  }

  package static let zero = BigInt(0)
  package static let one = BigInt(1)

  package var isZero: Bool { magnitude.isEmpty }

  /// -1, 0 or 1.
  package var signum: Int { isZero ? 0 : (isNegative ? -1 : 1) }

  /// The value as `Int64`, or nil when it does not fit.
  package var int64: Int64? {
    switch magnitude.count {
    case 0: return 0
    case 1:
      if isNegative {
        return magnitude[0] <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude[0]) : nil
      }
      return Int64(exactly: magnitude[0])
    default: return nil
    }
  }

  /// The number of bits of the absolute value; 0 for zero.
  package var bitWidth: Int {
    guard let top = magnitude.last else { return 0 }
    return magnitude.count * 64 - top.leadingZeroBitCount
  }

  package var absoluteValue: BigInt { BigInt(isNegative: false, magnitude: magnitude) }
}

extension BigInt: Comparable {
  package static func < (lhs: BigInt, rhs: BigInt) -> Bool {
    if lhs.isNegative != rhs.isNegative { return lhs.isNegative }
    let order = Limbs.compare(lhs.magnitude, rhs.magnitude)
    return lhs.isNegative ? order > 0 : order < 0
  }
}

extension BigInt {
  package static prefix func - (value: BigInt) -> BigInt {
    BigInt(isNegative: !value.isNegative, magnitude: value.magnitude)
  }

  package static func + (lhs: BigInt, rhs: BigInt) -> BigInt {
    if lhs.isNegative == rhs.isNegative {
      return BigInt(isNegative: lhs.isNegative, magnitude: Limbs.sum(lhs.magnitude, rhs.magnitude))
    }
    let order = Limbs.compare(lhs.magnitude, rhs.magnitude)
    if order == 0 { return zero }
    return order > 0
      ? BigInt(
        isNegative: lhs.isNegative, magnitude: Limbs.difference(lhs.magnitude, rhs.magnitude))
      : BigInt(
        isNegative: rhs.isNegative, magnitude: Limbs.difference(rhs.magnitude, lhs.magnitude))
  }

  package static func - (lhs: BigInt, rhs: BigInt) -> BigInt { lhs + (-rhs) }

  package static func * (lhs: BigInt, rhs: BigInt) -> BigInt {
    BigInt(
      isNegative: lhs.isNegative != rhs.isNegative,
      magnitude: Limbs.product(lhs.magnitude, rhs.magnitude))
  }

  /// Divides with truncation toward zero; the remainder has the sign of the dividend.
  ///
  /// - Precondition: `divisor` is not zero.
  package func quotientAndRemainder(dividingBy divisor: BigInt) -> (
    quotient: BigInt, remainder: BigInt
  ) {
    precondition(!divisor.isZero, "division of a BigInt by zero")
    let (quotient, remainder) = Limbs.divide(magnitude, by: divisor.magnitude)
    return (
      BigInt(isNegative: isNegative != divisor.isNegative, magnitude: quotient),
      BigInt(isNegative: isNegative, magnitude: remainder)
    )
  }

  package static func / (lhs: BigInt, rhs: BigInt) -> BigInt {
    lhs.quotientAndRemainder(dividingBy: rhs).quotient
  }

  package static func % (lhs: BigInt, rhs: BigInt) -> BigInt {
    lhs.quotientAndRemainder(dividingBy: rhs).remainder
  }

  /// The greatest common divisor, never negative; `gcd(0, x)` is `|x|`.
  package static func gcd(_ lhs: BigInt, _ rhs: BigInt) -> BigInt {
    var a = lhs.absoluteValue
    var b = rhs.absoluteValue
    while !b.isZero {
      if a.magnitude.count == 1, b.magnitude.count == 1 {
        let divisor = greatestCommonDivisor(a.magnitude[0], b.magnitude[0])
        return BigInt(isNegative: false, magnitude: [divisor])
      }
      (a, b) = (b, a % b)
    }
    return a
  }

  /// The remainder of a division that rounds down, from 0 to `modulus - 1`.
  package func residue(modulo modulus: UInt64) -> UInt64 {
    precondition(modulus > 0, "a residue modulo zero")
    let remainder = Limbs.divide(magnitude, byLimb: modulus).1
    return isNegative && remainder != 0 ? modulus - remainder : remainder
  }

  /// The value times two to the power of `bits`.
  package static func << (value: BigInt, bits: Int) -> BigInt {
    BigInt(isNegative: value.isNegative, magnitude: Limbs.shiftedLeft(value.magnitude, by: bits))
  }
}

extension BigInt: CustomStringConvertible {
  /// Decimal digits with a leading minus sign for negative values.
  package var description: String {
    if isZero { return "0" }
    var chunks: [UInt64] = []
    var rest = magnitude
    while !rest.isEmpty {
      let (quotient, remainder) = Limbs.divide(rest, byLimb: 10_000_000_000_000_000_000)
      chunks.append(remainder)
      rest = quotient
    }
    var text = isNegative ? "-" : ""
    text += String(chunks[chunks.count - 1])
    for chunk in chunks.dropLast().reversed() {
      let digits = String(chunk)
      text += String(repeating: "0", count: 19 - digits.count) + digits
    }
    return text
  }

  /// Reads decimal digits with an optional leading minus sign; nil for anything else.
  package init?(_ text: some StringProtocol) {
    var digits = text.utf8[...]
    let negative = digits.first == UInt8(ascii: "-")
    if negative { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    var limbs: [UInt64] = []
    // As many digits at a time as fit in a limb.
    var (chunk, scale): (UInt64, UInt64) = (0, 1)
    for byte in digits {
      guard byte >= 48, byte <= 57 else { return nil }
      if scale == 10_000_000_000_000_000_000 {
        limbs = Limbs.sum(Limbs.product(limbs, [scale]), [chunk])
        (chunk, scale) = (0, 1)
      }
      chunk = chunk * 10 + UInt64(byte - 48)
      scale *= 10
    }
    limbs = Limbs.sum(Limbs.product(limbs, [scale]), [chunk])
    self.init(isNegative: negative, magnitude: limbs)
  }
}
