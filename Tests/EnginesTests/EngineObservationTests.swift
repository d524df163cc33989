// SPDX-License-Identifier: MIT

import Engines
import Testing

@Suite("Runs of one script for a layout engine")
struct EngineObservationTests {
  private struct Refusal: Error {}

  @Test("the first failing run is shown, and all are counted")
  func shown() throws {
    var judgements = [
      EngineJudgement(.gaveUp("first")), EngineJudgement(.gaveUp("second")), Self.failing(1),
      Self.failing(2), EngineJudgement(.gaveUp("last")),
    ]
    let observation = try #require(EngineObservation(runs: 5) { judgements.removeFirst() })
    #expect(observation.judgement == Self.failing(1))
    #expect(observation.rate.runs == 5 && observation.rate.failures == 2)
  }

  @Test("the first run is shown when none fails")
  func right() throws {
    var number = 0
    let observation = try #require(
      EngineObservation(runs: 3) {
        number += 1
        return EngineJudgement(.gaveUp("\(number)"))
      })
    #expect(observation.judgement == EngineJudgement(.gaveUp("1")))
    #expect(observation.rate.failures == 0)
  }

  @Test("a stop leaves no observation, and an error ends the runs")
  func ends() {
    var runs = 0
    #expect(
      EngineObservation(runs: 3) {
        runs += 1
        return runs < 2 ? Self.failing(1) : nil
      } == nil)
    #expect(runs == 2)
    #expect(throws: Refusal.self) {
      try EngineObservation(runs: 3) { () throws(Refusal) in throw Refusal() }
    }
  }

  private static func failing(_ step: Int) -> EngineJudgement {
    EngineJudgement(.processFailed(.hung), step: step)
  }
}
