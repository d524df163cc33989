// SPDX-License-Identifier: MIT

import Oracles
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import MutantHunts

@Suite("Planted slowdowns")
struct SlowdownTests {
  static let names = SlowdownCatalog.all.map(\.name)

  @Test(
    "a slow mutant is slow but right on its hand-made case; its healthy strategy is also quick",
    arguments: names)
  func handMade(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let handMade = try #require(mutant.handMade)
    #expect(handMade.validate().isEmpty)
    let healthy = try #require(Strategy.named(String(name.prefix { $0 != "." })))
    let strategies = try [#require(mutant.strategy), healthy]
    let costs = CostOracle(scalings: CaseScaling.allCases)
    let record = try CaseRunner(strategies: strategies).run(handMade, costs: costs)
    #expect(record.strategies[0].verdict.isSlower, "\(record.strategies[0].verdict)")
    #expect(!record.strategies[1].verdict.isFailure, "\(record.strategies[1].verdict)")
    // No other oracle reports a failure.
    let others = try CaseRunner(strategies: strategies).run(handMade, repeats: true)
    #expect(others.failures.isEmpty, "\(others.failures.map(\.verdict))")
  }

  @Test("only the cost oracle finds a slow mutant", arguments: names)
  func nothingElse(name: String) throws {
    let strategy = try #require(Mutant.named(name)?.strategy)
    let settings = CampaignSettings(
      seed: 2, caseCount: 48, strategies: [strategy], laws: [])
    let result = try Campaign(settings, now: { 0 }).run()
    #expect(result.findings.isEmpty, "\(result.findings.map(\.summary))")
    #expect(result.counts.costs.allSatisfy { $0.compared == 0 })
  }

  @Test(
    "a hunt finds a slow mutant, and its minimized case is slow for its size",
    arguments: ["relaxation.neverSettles"])
  func hunt(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let caught = mutant.trial.run(
      MutantPlan(seed: 1, seenBy: mutant.seenBy, failuresMax: 1, isOver: { false }))
    let found = try #require(caught.specimen)
    #expect(found.kind.isCost)
    #expect(found.size <= mutant.handMadeSize)
    #expect(caught.trueFailures == caught.failures)
  }
}
