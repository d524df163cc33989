// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import Oracles
import StoredRuns
import Testing

@Suite("Verdicts of replayed cases")
struct ReplayVerdictsTests {
  /// Returns a replay with the given verdicts; with `isFinding` that of a finding about the first
  /// solver.
  private static func replay(
    _ answers: [(solver: String, verdict: VerdictKind)], isFinding: Bool
  ) -> Replay {
    Replay(
      path: "case.json",
      stored: isFinding ? FailureIdentity(.strategy(answers[0].solver), .wrongValue) : nil,
      answers.map { ReplayedAnswer($0.solver, $0.verdict, "a sentence") })
  }

  @Test("a solver without a verdict on any case is named, and its cases are counted")
  func without() {
    var verdicts = ReplayVerdicts()
    verdicts.take(Self.replay([("a", .pass), ("b", .gaveUp)], isFinding: false))
    verdicts.take(Self.replay([("b", .undecided)], isFinding: true))
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
    let wrong = VerdictKind.failure(.wrongValue)
    verdicts.take(Self.replay([("a", wrong), ("b", wrong)], isFinding: true))
    #expect(verdicts.wrong == 1)
    #expect(
      verdicts.summary(replayed: 1, left: 3, isStopped: true)
        == "1 case replayed: 1 still open, 0 fixed, stopped before the end, 3 scripts not replayed")
  }

  @Test("when nothing has a verdict, nothing is called right")
  func none() {
    var verdicts = ReplayVerdicts()
    verdicts.take(Self.replay([("a", .gaveUp)], isFinding: true))
    #expect(
      verdicts.summary(replayed: 1, left: 0, isStopped: false)
        == "1 case replayed: 1 without a verdict")
  }
}
