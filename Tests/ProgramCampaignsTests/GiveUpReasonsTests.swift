// SPDX-License-Identifier: MIT

import Choices
import JSON
import TestSupport
import Testing

@testable import ProgramCampaigns

@Suite("Reasons of programs that gave up")
struct GiveUpReasonsTests {
  private static func reasons(_ texts: [String]) -> GiveUpReasons {
    var reasons = GiveUpReasons()
    for text in texts { reasons.count(text) }
    return reasons
  }

  @Test("texts that differ in numbers count together, the most frequent first")
  func counts() {
    let reasons = Self.reasons(["no size", "view 12 is 3.5 wide", "view 7 is 0.25 wide", ""])
    let shown = reasons.mostFrequent(3).map { "\($0.count) \($0.text)" }
    #expect(shown == ["2 view N is N wide", "1 no size"])
  }

  @Test("texts are shown on one line, and long ones are cut")
  func hostile() {
    let reasons = Self.reasons(["a\nb\u{1B}[2J", String(repeating: "x", count: 10_000)])
    #expect(reasons.counts.keys.allSatisfy { $0.count <= 120 && !$0.contains("\n") })
  }

  @Test("the union of two sets has the counts of all cases, in any order, and is read as written")
  func union() {
    forAll(
      .drawn { draws in
        let lengths = (0..<draws.below(1200)).map { _ in draws.below(900) + 1 }
        return (lengths, draws.below(lengths.count + 1))
      }, count: 40
    ) { lengths, cut in
      let texts = lengths.map(Self.letters)
      var union = Self.reasons(Array(texts[cut...]))
      union += Self.reasons(Array(texts[..<cut]))
      try claim(union, is: Self.reasons(texts))
      try claim(union.counts.count <= GiveUpReasons.textsMax, is: true)
      for (text, count) in union.counts {
        try claim(texts.filter { $0 == text }.count, is: count)
      }
      return .when(try GiveUpReasons(union.json) == union, else: "another value was read")
    }
  }

  /// Returns a different text without digits for each number.
  private static func letters(_ number: Int) -> String {
    String(
      "\(number)".map {
        Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0.wholeNumberValue ?? 0)))
      })
  }

  @Test("texts that differ in quotations count together, also long ones")
  func quotations() {
    let rest = String(repeating: " and so on", count: 30)
    let texts = ["label", "a button 12"].map { "no widget '\($0)' in \"x\"\(rest)" }
    #expect(Self.reasons(texts).mostFrequent(3).map(\.count) == [2])
  }

  @Test("damaged counts are refused")
  func damaged() {
    for text in ["[]", #"{"a": -1}"#, #"{"a": "b"}"#] {
      #expect(throws: JSONError.self) { try GiveUpReasons(JSONParser.parse(Array(text.utf8))) }
    }
  }
}
