// SPDX-License-Identifier: MIT

import Testing

@testable import ExactNumerics

@Suite("Rational obeys the laws of a field")
struct RationalProperties {
  /// Whether the value is reduced, with a positive denominator, and in the small form exactly if
  /// that is possible.
  private func isCanonical(_ value: Rational) -> Bool {
    guard !value.denominator.isNegative, !value.denominator.isZero else { return false }
    guard BigInt.gcd(value.numerator, value.denominator) == .one else { return false }
    let fits =
      value.denominator.int64 != nil && value.numerator.int64 != nil
      && value.numerator.int64 != .min
    return (value.big == nil) == fits
  }

  @Test("field laws hold and every result is canonical", arguments: 0..<4)
  func fieldLaws(block: UInt64) {
    var numbers = RandomNumbers(seed: block)
    for round in 0..<100 {
      let a = numbers.rational()
      let b = numbers.rational()
      let c = numbers.rational()
      let text = "seed \(block), round \(round): \(a), \(b), \(c)"
      for value in [a, b, a + b, a - b, a * b, -a, a.magnitude] {
        #expect(isCanonical(value), "\(text)")
      }
      #expect(a + b == b + a && a * b == b * a, "\(text)")
      #expect((a + b) + c == a + (b + c) && (a * b) * c == a * (b * c), "\(text)")
      #expect(a * (b + c) == a * b + a * c, "\(text)")
      #expect((a - b) + b == a, "\(text)")
      if !b.isZero {
        #expect((a / b) * b == a && isCanonical(a / b), "\(text)")
      }
      #expect((a < b) == ((a - b).signum < 0), "\(text)")
      #expect((a == b) == (a - b).isZero, "\(text)")
    }
  }

  @Test("parsing a text restores the number")
  func text() {
    var numbers = RandomNumbers(seed: 9)
    for _ in 0..<100 {
      let value = numbers.rational()
      #expect(Rational(value.description) == value)
    }
    for text in ["1/0", "1/-2", "/2", "1/", "", "a", "1/2/3"] {
      #expect(Rational(text) == nil, "\(text)")
    }
  }

  @Test("the smallest 64-bit integer is handled like any other")
  func smallestInteger() {
    let least = Rational(Int64.min)
    #expect(least.description == "-9223372036854775808")
    #expect((-least).description == "9223372036854775808")
    #expect(Rational(Int64.min, Int64.min) == .one)
    #expect(Rational(Int64.min, -1) == -least)
    #expect(Rational(1, Int64.min).description == "-1/9223372036854775808")
    #expect(Rational(Int64.min, 2).big == nil)
    #expect(least - .one + .one == least)
    #expect(Rational(Int64.max) + .one == -least)
    #expect((least / least) == .one)
  }

  @Test("every finite double equals its fraction, which converts back to it", arguments: 0..<3)
  func doublesRoundTrip(block: UInt64) throws {
    var numbers = RandomNumbers(seed: 70 + block)
    for _ in 0..<250 {
      let value = numbers.finite()
      let exact = try #require(Rational(exactly: value))
      #expect(exact.doubleValue == value, "\(value)")
      #expect(isCanonical(exact), "\(value)")
    }
    for value in [
      0.0, -0.0, 1, 0.5, -3.25, 1e300, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude,
      0x1p-1022, 0x1p62, 0x1p63,
    ] {
      #expect(try #require(Rational(exactly: value)).doubleValue == value)
    }
    #expect(Rational(exactly: .nan) == nil)
    #expect(Rational(exactly: .infinity) == nil)
  }

  @Test("conversion to double rounds to the nearest, ties to even", arguments: 0..<3)
  func nearestDouble(block: UInt64) throws {
    var numbers = RandomNumbers(seed: 80 + block)
    var halved = 0
    for round in 0..<100 {
      let low = numbers.finite()
      let high = low.nextUp
      guard let a = Rational(exactly: low), let b = Rational(exactly: high) else { continue }
      halved += 1
      let middle = (a + b) / Rational(2)
      let even = low.bitPattern & 1 == 0 ? low : high
      #expect(middle.doubleValue == even, "seed \(block), round \(round): \(low)")
      let nudge = (b - a) / Rational(1_000_003)
      #expect((middle + nudge).doubleValue == high, "seed \(block), round \(round): \(low)")
      #expect((middle - nudge).doubleValue == low, "seed \(block), round \(round): \(low)")
    }
    #expect(halved > 95, "\(halved)")
  }

  @Test("known fractions convert to known doubles")
  func knownDoubles() {
    #expect(Rational(1, 3).doubleValue == 1.0 / 3.0)
    #expect(Rational(1, 10).doubleValue == 0.1)
    #expect(Rational(Int64.max).doubleValue == 0x1p63)
    #expect(Rational((1 << 53) + 1).doubleValue == 0x1p53)
    #expect(Rational((1 << 53) + 3).doubleValue == 0x1p53 + 4)
    #expect(Rational(BigInt.one << 1024, .one).doubleValue == .infinity)
    #expect(Rational(-(BigInt.one << 1024), .one).doubleValue == -.infinity)
    // Halfway between the largest double and 2^1024 rounds up, any smaller number does not.
    let edge = (BigInt.one << 1024) - (BigInt.one << 970)
    #expect(Rational(edge, .one).doubleValue == .infinity)
    #expect(Rational(edge - .one, .one).doubleValue == Double.greatestFiniteMagnitude)
    #expect(Rational(.one, BigInt.one << 1074).doubleValue == Double.leastNonzeroMagnitude)
    #expect(Rational(.one, BigInt.one << 1075).doubleValue == 0)
    #expect(Rational(BigInt(3), BigInt.one << 1076).doubleValue == Double.leastNonzeroMagnitude)
    #expect(Rational(.one, BigInt.one << 2000).doubleValue == 0)
  }
}
