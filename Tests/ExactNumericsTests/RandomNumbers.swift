// SPDX-License-Identifier: MIT

@testable import ExactNumerics

/// A source of numbers for property tests, with many limbs and doubles at the edges of their
/// ranges.
///
/// Reference: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(word() % UInt64(bound)) }

  /// Returns a limb that is often 0, the largest one, half of it, or next to these.
  mutating func limb() -> UInt64 {
    switch below(8) {
    case 0: return 0
    case 1: return UInt64.max
    case 2: return UInt64.max - UInt64(below(3))
    case 3: return 1 << 63
    case 4: return (1 << 63) - 1
    case 5: return UInt64(below(5))
    default: return word()
    }
  }

  mutating func big(limbs: Int) -> BigInt {
    let count = below(limbs + 1)
    return BigInt(isNegative: below(2) == 0, magnitude: (0..<count).map { _ in limb() })
  }

  /// Returns an integer that is often at an edge of 64 bits or of 32 bits.
  mutating func small() -> Int64 {
    switch below(8) {
    case 0: return Int64.max - Int64(below(3))
    case 1: return Int64.min + Int64(below(3))
    case 2: return Int64(below(7)) - 3
    case 3: return Int64(Int32.max) + Int64(below(5)) - 2
    case 4: return -(Int64(1) << Int64(below(62)))
    default: return Int64(truncatingIfNeeded: word()) >> Int64(below(60))
    }
  }

  mutating func rational() -> Rational {
    if below(5) == 0 {
      let denominator = big(limbs: 3)
      return Rational(big(limbs: 3), denominator.isZero ? .one : denominator)
    }
    let denominator = small()
    return Rational(small(), denominator == 0 ? 1 : denominator)
  }

  /// Returns any finite double: every exponent, subnormals included, is equally likely.
  mutating func finite() -> Double {
    while true {
      var bits = word()
      if below(4) == 0 { bits &= 0xFFF0_0000_0000_0000 | UInt64(below(4)) }
      let value = Double(bitPattern: bits)
      if value.isFinite { return value }
    }
  }
}
