// SPDX-License-Identifier: MIT

import StoredRuns
import Testing

@Suite("Verdicts of replayed cases")
struct ReplayVerdictsTests {
  @Test("a solver without a verdict on any case is named, and its cases are counted")
  func without() {
    var verdicts = ReplayVerdicts()
    verdicts.take([("a", "pass", false), ("b", "gaveUp", false)], isFinding: false)
    verdicts.take([("b", "undecided", false)], isFinding: true)
    #expect(verdicts.without == ["b"])
    #expect(verdicts.casesWithout == 1)
    #expect(verdicts.wrong == 0)
    #expect(
      verdicts.summary(replayed: 2, left: 0, isStopped: false)
        == "2 cases replayed: 0 wrong, 1 right, 1 without a verdict")
  }

  @Test("a case with a wrong answer counts once, and left scripts are not called right")
  func wrong() {
    var verdicts = ReplayVerdicts()
    verdicts.take([("a", "wrongValue", true), ("b", "wrongValue", true)], isFinding: true)
    #expect(verdicts.wrong == 1)
    #expect(
      verdicts.summary(replayed: 1, left: 3, isStopped: true)
        == "1 case replayed: 1 still open, 0 fixed, stopped before the end, 3 scripts not replayed")
  }

  @Test("when nothing has a verdict, nothing is called right")
  func none() {
    var verdicts = ReplayVerdicts()
    verdicts.take([("a", "gaveUp", false)], isFinding: true)
    #expect(
      verdicts.summary(replayed: 1, left: 0, isStopped: false)
        == "1 case replayed: 1 without a verdict")
  }
}
