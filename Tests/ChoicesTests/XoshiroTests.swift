// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

@Suite("Random numbers")
struct XoshiroTests {
  @Test("xoshiro256** gives the published numbers")
  func publishedVectors() {
    var numbers = Xoshiro256(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    #expect(expected.map { _ in numbers.next() } == expected)
  }

  @Test("SplitMix64 gives the published numbers")
  func splitMix() {
    var numbers = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    #expect(expected.map { _ in numbers.next() } == expected)
  }

  @Test("Bounded numbers stay in range and take every value about equally often")
  func bounded() {
    var numbers = Xoshiro256(seed: 5)
    for last: UInt64 in [0, 1, 2, 6, 9] {
      var counts = [Int](repeating: 0, count: Int(last) + 1)
      for _ in 0..<10_000 { counts[Int(numbers.upTo(last))] += 1 }
      let mean = 10_000 / counts.count
      #expect(counts.allSatisfy { abs($0 - mean) < mean / 5 + 100 }, "last \(last): \(counts)")
    }
  }

  @Test("A range of three quarters of all numbers is not biased")
  func wideBounded() {
    var numbers = Xoshiro256(seed: 6)
    // Plain remainders would put two thirds of the numbers into the lower third of this range.
    let last: UInt64 = 0xBFFF_FFFF_FFFF_FFFF
    let third = last / 3
    var low = 0
    for _ in 0..<9_000 where numbers.upTo(last) <= third { low += 1 }
    #expect(abs(low - 3_000) < 250, "\(low) of 9000 in the lower third")
  }
}
