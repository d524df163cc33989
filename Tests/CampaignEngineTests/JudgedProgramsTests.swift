// SPDX-License-Identifier: MIT

import Testing

@testable import CampaignEngine

@Suite("Programs with and without a verdict")
struct JudgedProgramsTests {
  @Test("programs without a verdict are named, in their order")
  func unjudged() {
    let judged = JudgedPrograms(cases: 2, [("a", false), ("b", true), ("c", false)])
    #expect(judged.anyJudged)
    #expect(!judged.allJudged)
    #expect(judged.messages.map { $0.prefix(2) } == ["a:", "c:"])
    #expect(judged.messages.allSatisfy { $0.contains("in 2 cases") })
  }

  @Test("a campaign with a verdict of each program has no message")
  func judged() {
    let judged = JudgedPrograms(cases: 1, [("a", true)])
    #expect(judged.allJudged)
    #expect(judged.messages.isEmpty)
  }

  @Test("a campaign without a case has no verdict, whatever its programs")
  func noCases() {
    let judged = JudgedPrograms(cases: 0, [("a", true)])
    #expect(!judged.anyJudged)
    #expect(!judged.allJudged)
    #expect(judged.messages.count == 1)
  }
}
