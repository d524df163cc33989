// SPDX-License-Identifier: MIT

import Testing

@testable import CampaignEngine

@Suite("Counts of verdicts")
struct VerdictCountTests {
  @Test("an answer that is given up or undecided is no verdict")
  func strategies() {
    var counts = StrategyCounts()
    #expect(!counts.hasVerdict)
    counts.gaveUp = 9
    #expect(!counts.hasVerdict)
    (counts.optimal, counts.undecided) = (3, 3)
    #expect(!counts.hasVerdict)
    counts.infeasible = 1
    #expect(counts.hasVerdict)
    counts = StrategyCounts()
    // A process that ended gave no answer.
    counts.wrong = 1
    #expect(counts.hasVerdict)
  }

  @Test("a script that is given up or undecided is no verdict")
  func scripts() {
    var counts = ScriptCounts()
    #expect(!counts.hasVerdict)
    (counts.scripts, counts.gaveUp, counts.undecided, counts.skipped) = (5, 3, 2, 7)
    #expect(!counts.hasVerdict)
    counts.scripts = 6
    #expect(counts.hasVerdict)
  }
}
