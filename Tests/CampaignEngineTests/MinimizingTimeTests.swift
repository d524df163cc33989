// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("The time limit of minimization")
struct MinimizingTimeTests {
  @Test(
    "after the time limit of minimization, the first finding of each kind is stored as it is",
    .exhaustive)
  func minimizingTime() throws {
    let clock = TickingClock()
    let strategies = try ["simplex.weightedLevels", "naive.flippedConstant"].map {
      try #require(Strategy.named($0))
    }
    func result(limit: UInt64?) throws -> (CampaignResult, MinimizingTime) {
      let time = MinimizingTime(limit: limit, now: { clock.tick() })
      let settings = CampaignSettings(
        seed: 6, caseCount: 48, strategies: strategies, laws: [], scriptFrequency: .never)
      return (try Campaign(settings, minimizing: time, now: { clock.tick() }).run(), time)
    }
    let (whole, spent) = try result(limit: nil)
    let (cut, none) = try result(limit: 0)
    #expect(spent.nanoseconds > 0 && !spent.isOver && none.isOver)
    #expect(Set(cut.findings.map(\.failure)) == Set(whole.findings.map(\.failure)))
    #expect(cut.findings.allSatisfy { $0.smallest == $0.original })
    #expect(cut.counts.digest.text == whole.counts.digest.text)
    let kinds = cut.findings.map { "\($0.failure.accused.name) \($0.failure.verdict)" }
    #expect(Set(kinds).count == kinds.count, "one of each kind")
  }
}
