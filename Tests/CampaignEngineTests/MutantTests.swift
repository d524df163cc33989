// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CampaignEngine

@Suite("Mutants")
struct MutantTests {
  @Test("there are at least twelve, over all strategies, each with a name of its own")
  func catalog() {
    let names = MutantCatalog.all.map(\.name)
    #expect(names.count >= 12)
    #expect(Set(names).count == names.count)
    for strategy in Strategy.healthy {
      #expect(names.contains { $0.hasPrefix("\(strategy.name).") })
    }
    #expect(MutantCatalog.all.allSatisfy { !$0.origin.isEmpty })
  }

  @Test(
    "a mutant is wrong on its hand-made case, and its healthy strategy is not",
    arguments: MutantCatalog.all.filter { $0.loweringFault == nil }.map(\.name)
      .filter { !SlowdownCatalog.contains($0) })
  func handMade(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    #expect(mutant.handMade.validate().isEmpty)
    #expect(mutant.handMade.constraints.count <= 4)
    let family = try #require(name.split(separator: ".").first.map(String.init))
    let healthy = try #require(Strategy.named(family))
    let record = try CaseRunner(strategies: [mutant.strategy, healthy]).run(mutant.handMade)
    #expect(record.strategies[0].verdict.isFailure, "\(record.strategies[0].result)")
    #expect(!record.strategies[1].verdict.isFailure, "\(record.strategies[1].result)")
  }

  @Test(
    "a hunt finds a mutant and makes its case as small as by hand, or nearly",
    arguments: [
      "simplex.basicErrorsForgotten", "simplex.levelsNotHeld", "relaxation.singlePrecision",
      "naive.redundancyRefused",
    ])
  func hunt(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let hunt = MutantHunt(
      mutants: [mutant], seed: 1, nanosecondsMax: .max, jobs: 1, failuresMax: 2, now: { 0 },
      isStopped: { false })
    let outcome = try #require(hunt.run().first)
    let found = try #require(outcome.found)
    #expect(found.smallest.constraints.count <= 4)
    #expect(found.signature.hasPrefix("\(name)-"))
    let predicate = FailurePredicate(mutant.strategy, found.kind)
    #expect(predicate.failure(on: found.smallest) != nil)
    let json = MutantHunt.json([outcome])["mutants"]?.array?.first
    #expect(json?["found"]?.bool == true)
    #expect(json?["minimizedConstraints"]?.int == found.smallest.constraints.count)
  }
}
