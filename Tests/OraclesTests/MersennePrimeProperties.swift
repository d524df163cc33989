// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Oracles

@Suite("Arithmetic modulo a prime")
struct MersennePrimeProperties {
  /// A prime and two numbers below it, often at its ends.
  private struct Operands {
    let prime: MersennePrime
    let one: UInt64
    let other: UInt64
  }

  private static let operands = Generator<Operands> { (source) throws(GenerationStop) in
    let prime = MersennePrime.all[try source.index(below: MersennePrime.all.count)]
    let one = try number(below: prime, &source)
    return Operands(prime: prime, one: one, other: try number(below: prime, &source))
  }

  private static func number(
    below prime: MersennePrime, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> UInt64 {
    let last = prime.value - 1
    let ends = [0, 1, 2, last / 2, last - 1, last]
    if try source.bool() { return ends[try source.index(below: ends.count)] }
    return UInt64(try source.integer(in: 0...Int(last)))
  }

  @Test("sums, products and negatives equal those of the division with remainder")
  func operations() {
    forAll(Self.operands, count: 6_000) { operands in
      let (prime, one, other) = (operands.prime, operands.one, operands.other)
      let wide = one.multipliedFullWidth(by: other)
      let checks = [
        ("negative", (one + prime.negated(one)) % prime.value == 0),
        ("range", prime.negated(one) < prime.value),
        ("product", prime.product(one, other) == prime.value.dividingFullWidth(wide).remainder),
        ("sum", prime.sum(one, other) == (one + other) % prime.value),
      ]
      let wrong = checks.filter { !$0.1 }.map(\.0)
      return .when(wrong.isEmpty, else: "wrong: \(wrong)")
    }
  }

  @Test("a number times its inverse is 1")
  func inverses() {
    forAll(Self.operands, count: 500, floor: 80) { operands in
      let (prime, number) = (operands.prime, operands.one)
      if number == 0 { return .notApplicable }
      let inverse = prime.inverse(of: number)
      return .when(prime.product(number, inverse) == 1, else: "\(inverse) is no inverse")
    }
  }
}
