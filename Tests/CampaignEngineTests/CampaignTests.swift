// SPDX-License-Identifier: MIT

import LayoutGenerators
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Runs a campaign with a clock that stands at 0: no result may depend on time.
private func runCampaign(_ settings: CampaignSettings) throws -> CampaignResult {
  try Campaign(settings, now: { 0 }).run()
}

@Suite("Campaign")
struct CampaignTests {
  @Test("has the same result for any number of workers, and no finding about healthy strategies")
  func workers() throws {
    let results = try TestLength.choose(quick: [1, 8], full: [1, 2, 8]).map {
      try runCampaign(CampaignSettings(seed: 7, caseCount: 150, jobs: $0))
    }
    for result in results {
      #expect(result.counts == results[0].counts)
      #expect(result.counts.cases == 150)
      #expect(result.findings.isEmpty, "\(result.findings.map(\.summary)), seed 7")
      #expect(result.internalErrors.isEmpty, "\(result.internalErrors), seed 7")
    }
    let answers = results[0].counts.strategies.map {
      $0.optimal + $0.feasible + $0.infeasible + $0.gaveUp
    }
    #expect(answers == [150, 150, 150])
  }

  @Test("has another digest for another seed, case count or strategy")
  func digests() throws {
    let settings = [
      CampaignSettings(seed: 1, caseCount: 20), CampaignSettings(seed: 2, caseCount: 20),
      CampaignSettings(seed: 1, caseCount: 21),
      CampaignSettings(seed: 1, caseCount: 20, strategies: [Strategy.healthy[0]]),
    ]
    let digests = try settings.map { try runCampaign($0).counts.digest.text }
    #expect(Set(digests).count == settings.count)
  }

  @Test(
    "what a generator plants agrees with the oracle, and no strategy is wrong",
    arguments: Profile.allCases)
  func plantedTruth(profile: Profile) throws {
    let result = try runCampaign(
      CampaignSettings(seed: 3, caseCount: 60, profile: profile))
    #expect(result.internalErrors.isEmpty, "\(result.internalErrors), seed 3, \(profile)")
    #expect(result.findings.isEmpty, "\(result.findings.map(\.summary)), seed 3, \(profile)")
    #expect(result.counts.profiles[Profile.allCases.firstIndex(of: profile) ?? 0] == 60)
  }

  @Test("catches a canary, which changes no other result")
  func canary() throws {
    let mutant = try #require(Mutant.named("simplex.basicErrorsForgotten"))
    let plain = try runCampaign(CampaignSettings(seed: 8, caseCount: 64))
    let guarded = try runCampaign(CampaignSettings(seed: 8, caseCount: 64, canary: mutant))
    #expect(guarded.canary?.caughtBy != nil)
    #expect(!guarded.missedCanary)
    #expect(guarded.counts.canaryCases == 4)
    #expect(guarded.findings.isEmpty)
    #expect(guarded.counts.digest == plain.counts.digest)
    #expect(guarded.json["canary"]?["caught"]?.bool == true)
  }

  @Test("reports that a canary without a suitable case was not caught")
  func missedCanary() throws {
    let simplex = Strategy.healthy(.simplex)
    let harmless = Mutant(
      name: simplex.name, origin: .invented("no fault at all"), seenBy: [.worseThanOptimal],
      subject: .strategy(
        simplex, healthy: simplex, handMade: HandMadeCase(views: 0).layoutCase))
    let result = try runCampaign(CampaignSettings(seed: 5, caseCount: 32, canary: harmless))
    #expect(result.missedCanary)
  }

  @Test("completes a prefix of its cases after a stop request")
  func stop() throws {
    let settings = CampaignSettings(seed: 9, caseCount: 100_000, jobs: 2)
    let stopped = try Campaign(settings, now: { 0 }, isStopped: { true }).run()
    #expect(stopped.counts.cases == 0)
    let clock = TickingClock()
    var limited = settings
    limited.nanosecondsMax = 5
    let result = try Campaign(limited, now: clock.tick).run()
    #expect(result.counts.cases % BatchRunner.casesPerBatch == 0)
    let again = try runCampaign(CampaignSettings(seed: 9, caseCount: result.counts.cases))
    #expect(again.counts == result.counts)
  }

  @Test("minimizes the findings of a mutant to the same cases for any number of workers")
  func findings() throws {
    let mutant = try #require(Mutant.named("simplex.conflictNotMinimal"))
    let strategy = try #require(mutant.strategy)
    let results = try [1, 4].map { jobs in
      var settings = CampaignSettings(
        seed: 1, caseCount: nil, jobs: jobs, strategies: [strategy], profile: .conflicting)
      settings.failuresMax = 2
      return try runCampaign(settings)
    }
    let first = try #require(results[0].findings.first)
    #expect(first.smallest.constraints.count <= 4)
    #expect(first.failure.verdict == .wrongConflict)
    #expect(results[0].findings.map(\.signature) == results[1].findings.map(\.signature))
    #expect(results[0].findings.map(\.smallest) == results[1].findings.map(\.smallest))
  }
}
