// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import TestSupport
import Testing

@testable import Oracles

@Suite("Both representations of exact integers compute the same")
struct ExactIntProperties {
  /// Three integers, often at an edge.
  private struct Triple {
    let a: Int64
    let b: Int64
    let c: Int64
  }

  private static let triples = Generator<Triple> { (source) throws(GenerationStop) in
    Triple(
      a: try source.edgeInteger(), b: try source.edgeInteger(), c: try source.edgeInteger())
  }

  @Test("a 64-bit result is right or flagged")
  func overflowFlag() {
    forAll(Self.triples, count: 1_600, kinds: ["overflow": 10]) { triple, kinds in
      let (a, b, c) = (triple.a, triple.b, triple.c)
      var overflow = false
      let fused = a.plus(b, times: c, overflow: &overflow)
      let exact = BigInt(a) + BigInt(b) * BigInt(c)
      if overflow { kinds.note("overflow") }
      // The fused form may flag a product that the addend would have brought back into range.
      let isFusedRight =
        overflow
        ? (BigInt(b) * BigInt(c)).int64 == nil || Int64(exactly: exact) == nil
        : Int64(exactly: exact) == fused
      let checks = [
        ("plus", a.plusReporting(b) == Int64(exactly: BigInt(a) + BigInt(b))),
        ("times", a.timesReporting(b) == Int64(exactly: BigInt(a) * BigInt(b))),
        ("plus times", isFusedRight),
        (
          "products",
          Int64.compareProducts(a, b, c, a)
            == BigInt.compareProducts(BigInt(a), BigInt(b), BigInt(c), BigInt(a))
        ),
        ("order", Int64.compare(a, b) == BigInt.compare(BigInt(a), BigInt(b))),
        ("divisor", BigInt(Int64.gcd(a, b)) == BigInt.gcd(BigInt(a), BigInt(b))),
        ("sign", BigInt(a.negated) == BigInt(a).negated && a.sign == BigInt(a).sign),
      ]
      let wrong = checks.filter { !$0.1 }.map(\.0)
      return .when(wrong.isEmpty, else: "wrong: \(wrong)")
    }
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

extension ChoiceSource {
  /// An integer that is often at an edge of 64 bits or of 32 bits; never the smallest of 64 bits.
  fileprivate mutating func edgeInteger() throws(GenerationStop) -> Int64 {
    let detail = Int64(try index(below: 60))
    switch try index(below: 8) {
    case 0: return detail % 7 - 3
    case 1: return Int64.max - detail % 3
    case 2: return max(Int64.min + detail % 3, -Int64.max)
    case 3: return Int64(Int32.max) + detail % 5 - 2
    case 4: return -(Int64(1) << detail)
    default: return max(Int64(try integer(in: Int.min...Int.max)), -Int64.max) >> detail
    }
  }
}
