// SPDX-License-Identifier: MIT

import CampaignEngine
import Testing

@Suite("Numbers of shards as text")
struct ShardNumbersTests {
  @Test("neighbours are one range, and the text is read as the same numbers")
  func text() {
    let texts: [([Int], String)] = [
      ([], ""), ([0], "0"), ([0, 1], "0-1"), ([0, 3, 4, 5], "0,3-5"),
      ([1, 2, 4, 6, 7], "1-2,4,6-7"),
    ]
    for (numbers, text) in texts {
      #expect(ShardNumbers.text(numbers) == text)
      if !numbers.isEmpty { #expect(ShardNumbers.numbers(in: text, below: 8) == numbers) }
    }
  }

  @Test("the order of the text stays, and all are all shards")
  func order() {
    #expect(ShardNumbers.numbers(in: "5,0-1,5", below: 6) == [5, 0, 1, 5])
    #expect(ShardNumbers.numbers(in: "all", below: 3) == [0, 1, 2])
  }

  @Test(
    "other texts and numbers of no shard are refused",
    arguments: [
      "", ",", "1,", "-", "-1", "2-1", "1-2-3", "6", "5-6", "+3", "0-+3", "x", "0 - 1", "ALL",
    ])
  func refused(text: String) {
    #expect(ShardNumbers.numbers(in: text, below: 6) == nil)
  }
}
