// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import Testing

@Suite("Times up to a limit")
struct RestrictedTimeTests {
  @Test("the mean is the area below the survival curve")
  func area() {
    var numbers = Xoshiro256(seed: 4)
    for limit in [1, 7, 60] {
      let times = (0..<25).map { _ -> Int? in
        let time = Int(numbers.upTo(UInt64(2 * limit))) + 1
        return time <= limit ? time : nil
      }
      let restricted = RestrictedTime(times, limit: limit)
      let area = (0..<limit).reduce(0) { $0 + restricted.survival(after: $1) }
      #expect(abs(area - restricted.mean) < 1e-9, "limit \(limit)")
      #expect(restricted.happened == times.compactMap { $0 }.count)
    }
  }

  @Test("ratios are taken pair by pair, with the limit for what did not happen")
  func ratios() {
    let one = RestrictedTime([2, nil, 5], limit: 8)
    let other = RestrictedTime([4, nil, nil], limit: 8)
    let ratios = one.logRatios(to: other).map(ElementaryFunctions.exponential)
    for (ratio, expected) in zip(ratios, [0.5, 1, 0.625]) { #expect(abs(ratio - expected) < 1e-12) }
    #expect(one.mean == 5)
  }

  @Test("a few differences are flipped in all ways")
  func exact() {
    var numbers = Xoshiro256(seed: 1)
    func probability(_ differences: [Double]) -> Double {
      SignFlipTest.probability(of: differences, using: &numbers)
    }
    #expect(probability([1, 1, 1, 1]) == 2.0 / 16)
    #expect(probability([1, -1]) == 1)
    #expect(probability([0, 0, 0]) == 1)
    // Of the eight sums 6, 4, 2, 0 and their opposites, two are as far out as 6, four as far as 4.
    #expect(probability([1, 2, 3]) == 0.25)
    #expect(probability([-1, 2, 3]) == 0.5)
  }

  @Test(
    "many differences are flipped at random, to about the same; 5 % of even pairs are below 0.05")
  func sampled() {
    var numbers = Xoshiro256(seed: 2)
    let shifted = (0..<30).map { 0.5 + Double($0 % 7) - 3 }
    let mirrored = shifted.map { -$0 }
    let one = SignFlipTest.probability(of: shifted, using: &numbers)
    #expect(abs(one - SignFlipTest.probability(of: mirrored, using: &numbers)) < 0.02)
    #expect(SignFlipTest.probability(of: (0..<30).map { _ in 1 }, using: &numbers) < 0.001)
    var low = 0
    for _ in 0..<400 {
      let even = (0..<20).map { _ in Double(numbers.upTo(2000)) - 1000 }
      if SignFlipTest.probability(of: even, flips: 500, using: &numbers) < 0.05 { low += 1 }
    }
    // 20 expected, with a deviation of 4.4.
    #expect((5...36).contains(low), "\(low) of 400")
  }
}
