// SPDX-License-Identifier: MIT

import LinearModel
import Solvers
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// The healthy simplex strategy, which gives up on some systems.
private struct Hesitant: Solver {
  let name = "simplex"
  /// One of so many systems, by their numbers of coefficients, is given up.
  let period: Int
  let reason: GiveUpReason

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    let right = SimplexSolver().solve(system, limit: limit)
    return system.cellCount.isMultiple(of: period)
      ? SolveResult(.gaveUp(reason), work: right.work) : right
  }
}

@Suite("Strategies that give up")
struct GiveUpTests {
  private func result(
    _ cases: Int, period: Int, _ reason: GiveUpReason, minimizes: Bool = true
  ) throws -> CampaignResult {
    let strategy = Strategy(name: "simplex", solver: Hesitant(period: period, reason: reason))
    let settings = CampaignSettings(
      seed: 4, caseCount: cases, jobs: 1, strategies: [strategy], profile: .wellFormed,
      minimizes: minimizes)
    return try Campaign(settings, now: { 0 }).run()
  }

  @Test(
    "giving up again and again is one minimized finding, whatever the doubt",
    arguments: [GiveUpReason.numericalDoubt, .noConvergence])
  func again(reason: GiveUpReason) throws {
    let result = try result(100, period: 2, reason)
    #expect(result.findings.map(\.failure.verdict) == [.needlessGiveUp])
    #expect(result.findings[0].occurrences > 20 && result.findings[0].smallest.views.count <= 2)
    #expect(result.counts.strategies[0].wrong == 0)
  }

  @Test("the first three, and one more for each 4,000 cases, are excused")
  func excused() throws {
    let excused = [0, 3999, 4000, 28_000].map(CampaignTally.giveUpsExcused)
    #expect(excused == [3, 3, 4, 10])
    // The period is that of the cases of one size, of which there are a few.
    let few = try result(100, period: 61, .numericalDoubt)
    #expect((1...3).contains(few.counts.strategies[0].gaveUp))
    #expect(few.findings.isEmpty)
  }

  @Test("a give-up beyond the excused ones is a finding without minimization, too")
  func unminimized() throws {
    let result = try result(100, period: 2, .numericalDoubt, minimizes: false)
    #expect(result.findings.map(\.failure.verdict) == [.needlessGiveUp])
    #expect(result.findings[0].members == 1)
  }

  @Test("giving up at the work limit, or on unsupported systems, is allowed")
  func allowed() throws {
    for reason in [GiveUpReason.workLimit, .unsupported("equations")] {
      let result = try result(60, period: 1, reason)
      #expect(result.counts.strategies[0].gaveUp == 60)
      #expect(result.findings.isEmpty)
    }
  }
}
