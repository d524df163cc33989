// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

@Suite("Choices and their order")
struct ChoiceTests {
  @Test("Ranks go outward from the simplest value, above before below")
  func ranks() {
    let values = (0...6).map { Choice.value(at: $0, low: -2, high: 4, towards: 0) }
    #expect(values == [0, 1, -1, 2, -2, 3, 4])
    let mirrored = (0...6).map { Choice.value(at: $0, low: -4, high: 2, towards: 0) }
    #expect(mirrored == [0, 1, -1, 2, -2, -3, -4])
  }

  @Test("Rank and value are inverse, also at the ends of the 64-bit integers")
  func inverse() {
    let ranges: [(Int64, Int64, Int64)] = [
      (.min, .max, 0), (.min, .max, .min), (.min, .max, .max), (-5, 1000, 7), (0, 1, 0), (3, 3, 3),
      (-32768, 32767, 0),
    ]
    for (low, high, towards) in ranges {
      for value in [low, low &+ 1, towards, high &- 1, high] where value >= low && value <= high {
        let index = Choice.index(of: value, low: low, high: high, towards: towards)
        #expect(Choice.value(at: index, low: low, high: high, towards: towards) == value)
      }
    }
    #expect(Choice.index(of: .min, low: .min, high: .max, towards: 0) == .max)
  }

  func sequence(_ values: [Int64]) -> ChoiceSequence { ChoiceSequence(values: values) }

  @Test("Shortlex: shorter first, then simpler at the first difference")
  func shortlex() {
    let ordered = [[], [0], [1], [-1], [2], [0, 0], [0, 5], [1, 0]].map(sequence)
    #expect(ordered.shuffledBySeed(3).sorted() == ordered)
    #expect(ordered[1] == sequence([0]))
  }

  @Test("Stored forms read back to the same values")
  func stored() throws {
    let original = sequence([0, 1, -1, 127, -128, 65_536, .max, .min])
    #expect(try #require(ChoiceSequence(text: original.text)) == original)
    #expect(try #require(ChoiceSequence(encoded: original.encoded)) == original)
    #expect(original.text == "0 1 -1 127 -128 65536 9223372036854775807 -9223372036854775808")
  }

  @Test("Damaged stored forms are refused")
  func damaged() {
    #expect(ChoiceSequence(text: "1 two 3") == nil)
    #expect(ChoiceSequence(text: "99999999999999999999") == nil)
    #expect(ChoiceSequence(encoded: [0x80]) == nil)
    #expect(ChoiceSequence(encoded: [UInt8](repeating: 0xFF, count: 11)) == nil)
  }
}

extension Array {
  func shuffledBySeed(_ seed: UInt64) -> [Element] {
    var numbers = Xoshiro256(seed: seed)
    return shuffled(using: &numbers)
  }
}
