// SPDX-License-Identifier: MIT

/// An integer of any size: an `Int64` if it fits, else a sign and a magnitude of 64-bit limbs.
///
/// The slow tier of exact arithmetic: results that overflow `Int64` continue here. Most numbers are
/// small even there, and need no heap memory. It is meant for a few hundred bits, so multiplication
/// and division are the schoolbook algorithms.
///
/// Invariants: `limbs` is nil whenever the absolute value is below 2^63 (so that equal values have
/// equal representations, and every small value has a negative); the highest limb is not zero.
/// Reference: Knuth, The Art of Computer Programming 2, section 4.3.1, algorithms A, S, M, D.
package struct BigInt: Sendable, Hashable {
  /// The value; -1 or 1, its sign, when it does not fit.
  @usableFromInline let small: Int64
  /// The absolute value, least significant limb first; nil when it is below 2^63.
  @usableFromInline let limbs: [UInt64]?

  @inlinable
  init(small: Int64, limbs: [UInt64]? = nil) {
    self.small = small
    self.limbs = limbs
  }

  @usableFromInline
  init(isNegative: Bool, magnitude: [UInt64]) {
    var count = magnitude.count
    while count > 0, magnitude[count - 1] == 0 { count -= 1 }
    if count == 0 {
      self.init(small: 0)
    } else if count == 1, magnitude[0] < 1 << 63 {
      let value = Int64(magnitude[0])
      self.init(small: isNegative ? -value : value)
    } else {
      self.init(
        small: isNegative ? -1 : 1,
        limbs: count == magnitude.count ? magnitude : Array(magnitude[..<count]))
    }
  }

  @inlinable
  package init(_ value: Int64) {
    if value == .min {
      self.init(isNegative: true, magnitude: [value.magnitude])
    } else {
      self.init(small: value)
    }
  }

  @inlinable package static var zero: BigInt { BigInt(small: 0) }
  @inlinable package static var one: BigInt { BigInt(small: 1) }

  @inlinable package var isZero: Bool { small == 0 }
  @inlinable package var isOne: Bool { small == 1 && limbs == nil }

  /// Whether the value is below zero.
  @inlinable package var isNegative: Bool { small < 0 }

  /// -1, 0 or 1.
  @inlinable package var signum: Int { Int(small.signum()) }

  /// The absolute value, least significant limb first, without highest limbs that are zero.
  package var magnitude: [UInt64] { limbs ?? (small == 0 ? [] : [small.magnitude]) }

  /// The number of limbs of the absolute value; 0 for zero.
  package var limbCount: Int { limbs?.count ?? (small == 0 ? 0 : 1) }

  /// The value as `Int64`, or nil when it does not fit.
  package var int64: Int64? {
    guard let limbs else { return small }
    return isNegative && limbs == [1 << 63] ? .min : nil
  }

  /// The number of bits of the absolute value; 0 for zero.
  package var bitWidth: Int {
    guard let limbs else { return 64 - small.magnitude.leadingZeroBitCount }
    return limbs.count * 64 - limbs[limbs.count - 1].leadingZeroBitCount
  }

  package var absoluteValue: BigInt { isNegative ? -self : self }
}

extension BigInt: Comparable {
  /// Compares by value.
  ///
  /// - Complexity: O(limbs); O(1) for numbers of one word.
  package static func < (lhs: BigInt, rhs: BigInt) -> Bool {
    if lhs.limbs == nil && rhs.limbs == nil { return lhs.small < rhs.small }
    if lhs.isNegative != rhs.isNegative { return lhs.isNegative }
    let order = Limbs.compare(lhs.magnitude, rhs.magnitude)
    return lhs.isNegative ? order > 0 : order < 0
  }
}

extension BigInt {
  @inlinable
  package static prefix func - (value: BigInt) -> BigInt {
    BigInt(small: -value.small, limbs: value.limbs)
  }

  /// Returns the exact sum.
  ///
  /// - Complexity: O(limbs); without an allocation while all numbers fit in one word.
  @inlinable
  package static func + (lhs: BigInt, rhs: BigInt) -> BigInt {
    if lhs.limbs == nil && rhs.limbs == nil {
      let (sum, overflow) = lhs.small.addingReportingOverflow(rhs.small)
      if !overflow { return BigInt(sum) }
    }
    return sum(lhs, rhs)
  }

  @usableFromInline
  static func sum(_ lhs: BigInt, _ rhs: BigInt) -> BigInt {
    let (left, right) = (lhs.magnitude, rhs.magnitude)
    if lhs.isNegative == rhs.isNegative {
      return BigInt(isNegative: lhs.isNegative, magnitude: Limbs.sum(left, right))
    }
    return Limbs.compare(left, right) >= 0
      ? BigInt(isNegative: lhs.isNegative, magnitude: Limbs.difference(left, right))
      : BigInt(isNegative: rhs.isNegative, magnitude: Limbs.difference(right, left))
  }

  /// Returns the exact difference, at the cost of a sum.
  @inlinable
  package static func - (lhs: BigInt, rhs: BigInt) -> BigInt { lhs + (-rhs) }

  /// Returns the exact product.
  ///
  /// - Complexity: O(limbs of one * limbs of the other); without an allocation while all numbers
  ///   fit in one word.
  @inlinable
  package static func * (lhs: BigInt, rhs: BigInt) -> BigInt {
    if lhs.limbs == nil && rhs.limbs == nil {
      let (product, overflow) = lhs.small.multipliedReportingOverflow(by: rhs.small)
      if !overflow { return BigInt(product) }
    } else if rhs.isOne {
      return lhs
    }
    return product(lhs, rhs)
  }

  @usableFromInline
  static func product(_ lhs: BigInt, _ rhs: BigInt) -> BigInt {
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
    guard let limbs else {
      // A number that fits in `small` is smaller than one with limbs.
      if divisor.limbs != nil { return (.zero, self) }
      let (quotient, remainder) = small.quotientAndRemainder(dividingBy: divisor.small)
      return (BigInt(small: quotient), BigInt(small: remainder))
    }
    let (quotient, remainder) = Limbs.divide(limbs, by: divisor.magnitude)
    return (
      BigInt(isNegative: isNegative != divisor.isNegative, magnitude: quotient),
      BigInt(isNegative: isNegative, magnitude: remainder)
    )
  }

  /// Returns the quotient, rounded toward zero.
  ///
  /// - Precondition: `rhs` is not zero.
  package static func / (lhs: BigInt, rhs: BigInt) -> BigInt {
    lhs.quotientAndRemainder(dividingBy: rhs).quotient
  }

  /// Returns the remainder, with the sign of `lhs`.
  ///
  /// - Precondition: `rhs` is not zero.
  package static func % (lhs: BigInt, rhs: BigInt) -> BigInt {
    lhs.quotientAndRemainder(dividingBy: rhs).remainder
  }

  /// Returns the greatest common divisor, never negative; `gcd(0, x)` is `|x|`.
  package static func gcd(_ lhs: BigInt, _ rhs: BigInt) -> BigInt {
    if lhs.isZero { return rhs.absoluteValue }
    if rhs.isZero { return lhs.absoluteValue }
    switch (lhs.limbs, rhs.limbs) {
    case (let left?, let right?):
      return BigInt(isNegative: false, magnitude: Limbs.gcd(left, right))
    case (let left?, nil): return gcd(left, rhs.small)
    case (nil, let right?): return gcd(right, lhs.small)
    case (nil, nil):
      return BigInt(
        small: Int64(greatestCommonDivisor(lhs.small.magnitude, rhs.small.magnitude)))
    }
  }

  /// - Precondition: `small` is not zero.
  private static func gcd(_ limbs: [UInt64], _ small: Int64) -> BigInt {
    let divisor = small.magnitude
    if divisor == 1 { return .one }
    let rest = Limbs.remainder(limbs, byLimb: divisor)
    return BigInt(small: Int64(greatestCommonDivisor(rest, divisor)))
  }

  /// Returns the remainder of a division that rounds down, from 0 to `modulus - 1`.
  package func residue(modulo modulus: UInt64) -> UInt64 {
    precondition(modulus > 0, "a residue modulo zero")
    let remainder =
      limbs.map { Limbs.remainder($0, byLimb: modulus) } ?? small.magnitude % modulus
    return isNegative && remainder != 0 ? modulus - remainder : remainder
  }

  /// Returns the value times two to the power of `bits`.
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
