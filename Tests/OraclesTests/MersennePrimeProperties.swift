// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import Oracles

@Suite("Arithmetic modulo a prime")
struct MersennePrimeProperties {
  /// Returns numbers below the prime, including the smallest and the largest ones.
  private func numbers(_ prime: MersennePrime, _ choices: inout Xoshiro256) -> [UInt64] {
    let last = prime.value - 1
    return [0, 1, 2, last / 2, last - 1, last] + (0..<40).map { _ in choices.upTo(last) }
  }

  @Test("sums, products and negatives equal those of the division with remainder")
  func operations() {
    var choices = Xoshiro256(seed: 5)
    for prime in MersennePrime.all {
      let numbers = numbers(prime, &choices)
      for one in numbers {
        #expect((one + prime.negated(one)) % prime.value == 0)
        #expect(prime.negated(one) < prime.value)
        for other in numbers {
          let wide = one.multipliedFullWidth(by: other)
          #expect(prime.product(one, other) == prime.value.dividingFullWidth(wide).remainder)
          #expect(prime.sum(one, other) == (one + other) % prime.value)
        }
      }
    }
  }

  @Test("a number times its inverse is 1")
  func inverses() {
    var choices = Xoshiro256(seed: 6)
    for prime in MersennePrime.all {
      for number in numbers(prime, &choices) where number != 0 {
        #expect(prime.product(number, prime.inverse(of: number)) == 1, "\(number)")
      }
    }
  }
}
