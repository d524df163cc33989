// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import Testing

@testable import Oracles

@Suite("Both representations of exact integers compute the same")
struct ExactIntProperties {
  @Test("a 64-bit result is right or flagged", arguments: 0..<4)
  func overflowFlag(block: UInt64) {
    var numbers = SplitMix64(seed: block)
    for round in 0..<400 {
      let a = max(numbers.edgeInteger(), -Int64.max)
      let b = max(numbers.edgeInteger(), -Int64.max)
      let c = max(numbers.edgeInteger(), -Int64.max)
      let text = "seed \(block), round \(round): \(a), \(b), \(c)"
      expectSame("\(text) plus", a.plusReporting(b), BigInt(a) + BigInt(b))
      expectSame("\(text) times", a.timesReporting(b), BigInt(a) * BigInt(b))
      var overflow = false
      let fused = a.plus(b, times: c, overflow: &overflow)
      let exact = BigInt(a) + BigInt(b) * BigInt(c)
      // The fused form may flag a product that the addend would have brought back into range.
      if overflow {
        #expect((BigInt(b) * BigInt(c)).int64 == nil || Int64(exactly: exact) == nil, "\(text)")
      } else {
        #expect(Int64(exactly: exact) == fused, "\(text)")
      }
      #expect(
        Int64.compareProducts(a, b, c, a)
          == BigInt.compareProducts(BigInt(a), BigInt(b), BigInt(c), BigInt(a)), "\(text)")
      #expect(Int64.compare(a, b) == BigInt.compare(BigInt(a), BigInt(b)), "\(text)")
      #expect(BigInt(Int64.gcd(a, b)) == BigInt.gcd(BigInt(a), BigInt(b)), "\(text)")
      #expect(BigInt(a.negated) == BigInt(a).negated && a.sign == BigInt(a).sign, "\(text)")
    }
  }

  private func expectSame(_ text: String, _ result: Int64?, _ exact: BigInt) {
    #expect(result == Int64(exactly: exact), "\(text)")
  }

  @Test("the overflow flag is sticky")
  func sticky() {
    var overflow = false
    _ = Int64.max.plus(1, overflow: &overflow)
    _ = Int64(1).plus(1, overflow: &overflow)
    _ = Int64(1).times(1, overflow: &overflow)
    _ = Int64(1).plus(1, times: 1, overflow: &overflow)
    #expect(overflow)
  }
}

extension Int64 {
  fileprivate func plusReporting(_ other: Int64) -> Int64? {
    var overflow = false
    let result = plus(other, overflow: &overflow)
    return overflow ? nil : result
  }

  fileprivate func timesReporting(_ other: Int64) -> Int64? {
    var overflow = false
    let result = times(other, overflow: &overflow)
    return overflow ? nil : result
  }
}

extension SplitMix64 {
  /// Returns an integer that is often at an edge of 64 bits or of 32 bits.
  fileprivate mutating func edgeInteger() -> Int64 {
    let detail = Int64(next() % 60)
    switch next() % 8 {
    case 0: return Int64.max - detail % 3
    case 1: return Int64.min + detail % 3
    case 2: return detail % 7 - 3
    case 3: return Int64(Int32.max) + detail % 5 - 2
    case 4: return -(Int64(1) << detail)
    default: return Int64(truncatingIfNeeded: next()) >> detail
    }
  }
}
