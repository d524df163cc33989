// SPDX-License-Identifier: MIT

import Testing

@testable import CampaignEngine

@Suite("Programs with and without a verdict")
struct JudgedProgramsTests {
  @Test("programs without a verdict are named, in their order")
  func unjudged() {
    let judged = JudgedPrograms(
      cases: 2,
      [
        .init("a", isJudged: false), .init("b", isJudged: true),
        .init("c", isJudged: false, check: "run c"),
      ])
    #expect(judged.anyJudged)
    #expect(!judged.allJudged)
    #expect(judged.messages.map { $0.prefix(2) } == ["a:", "c:", "  "])
    #expect(judged.messages.prefix(2).allSatisfy { $0.contains("in 2 cases") })
    #expect(judged.messages.last == "  fix: run c")
  }

  @Test("a campaign with a verdict of each program has no message")
  func judged() {
    let judged = JudgedPrograms(cases: 1, [.init("a", isJudged: true)])
    #expect(judged.allJudged)
    #expect(judged.messages.isEmpty)
  }

  @Test("a campaign without a case has no verdict, whatever its programs")
  func noCases() {
    let judged = JudgedPrograms(cases: 0, [.init("a", isJudged: true)])
    #expect(!judged.anyJudged)
    #expect(!judged.allJudged)
    #expect(judged.messages.count == 1)
  }
}
