// SPDX-License-Identifier: MIT

import LayoutGenerators
import LinearModel
import Lowering
import Oracles
import Testing

@testable import CampaignEngine
@testable import Diagnosis
@testable import Judging

@Suite("Planted faults of layouts are found and counted")
struct PlantedCountsTests {
  private func planted(_ profile: Profile, cases: Int) throws -> PlantedCounts {
    let result = try Campaign(
      CampaignSettings(seed: 31, caseCount: cases, strategies: [], profile: profile), now: { 0 }
    ).run()
    #expect(result.internalErrors.isEmpty, "\(result.internalErrors), seed 31")
    return result.counts.planted
  }

  @Test("every planted conflict is found, with a minimal set that names only its constraints")
  func conflicts() throws {
    let counts = try planted(.conflicting, cases: 80)
    #expect(counts.conflicts == 80)
    #expect(counts.conflictsFound == 80)
    #expect(counts.conflictsMinimal == 80)
    #expect(counts.conflictsExact == 80)
    #expect(counts.feasible == 0)
  }

  @Test("every planted ambiguity is found, with exactly the free views")
  func ambiguities() throws {
    let counts = try planted(.ambiguous, cases: 80)
    #expect(counts.ambiguous == 80)
    #expect(counts.ambiguousFound == 80)
    #expect(counts.feasibleFound == 80)
    #expect(counts.namingsChecked == 80 / BatchRunner.namingPeriod)
    #expect(counts.namingsExact == counts.namingsChecked)
    #expect(counts.conflicts == 0)
  }

  @Test("no conflict is found where none was planted")
  func wellFormed() throws {
    let counts = try planted(.wellFormed, cases: 40)
    #expect(counts.feasible == 40)
    #expect(counts.feasibleFound == 40)
  }

  @Test("a wrongly reported conflict and an unnamed view are noticed")
  func disagreements() throws {
    let source = CaseSource(seed: 32, profile: .ambiguous)
    for index in 0..<10 {
      let generated = try source.generate(index)
      let lowered = CaseRunner.plain(generated.layoutCase)
      let answer = try ExactOracle.solve(lowered.system)
      let optimum = try #require(answer.optimum)
      let space = try FreedomSpace(of: optimum, in: lowered.system)
      let parts = FramePart.all(of: lowered)
      let free = AmbiguousViews.entries(parts.filter { !space.isSettled($0) })
      #expect(!free.isEmpty, "seed 32, case \(index)")
      // The free parts by another method: a search in every part.
      let search = try FreedomSearch(
        lowered.system, at: optimum.point, among: parts, limit: .standard)
      #expect(AmbiguousViews.entries(search.moved) == free, "seed 32, case \(index)")
      // There are as many directions as dimensions, and none is a linear combination of others.
      #expect(space.directions.allSatisfy { $0.contains { !$0.isZero } })
    }
    // A set that is not minimal has a member without a point.
    var system = LinearSystem()
    let x = system.addVariable()
    system.addConstraint([.init(.one, x)], .equal, .zero)
    system.addConstraint([.init(.one, x)], .equal, .one)
    system.addConstraint([.init(.one, x)], .greaterThanOrEqual, .zero)
    let all = (0..<3).map { ConstraintID($0) }
    #expect(try ExactOracle.witnesses(ofConflict: all, in: system) == nil)
    #expect(
      try ExactOracle.witnesses(ofConflict: Array(all[..<2]), in: system) == [[.one], [.zero]])
  }

  @Test(
    "answers without a claim are counted by their reason, and listed with the seed of their case")
  func undecided() throws {
    let gaveUp = SolveResult(.gaveUp(.workLimit), work: WorkCounters())
    let records = [Verdict.UndecidedReason.readingsDiffer, .knifeEdge, .readingsDiffer].map {
      StrategyRecord(strategy: "simplex", result: gaveUp, judgement: Judgement(.undecided($0)))
    }
    var counts = CampaignCounts(strategyCount: 3)
    counts.count(.competing, records[...], hash: 1, case: 0)
    var twice = counts
    twice += counts
    #expect(twice.undecided == 6)
    let reasons = Verdict.UndecidedReason.allCases
    #expect(
      twice.undecidedReasons == reasons.map { $0 == .readingsDiffer ? 4 : $0 == .knifeEdge ? 2 : 0 }
    )

    let settings = CampaignSettings(seed: 9, caseCount: 1)
    var tally = CampaignTally(settings, CaseService(settings), isStopped: { false })
    var batch = CaseBatch(strategyCount: 3, lawCount: settings.laws.count)
    let answer = UndecidedAnswer(
      index: 4, seed: caseSeed(campaign: 9, index: 4), strategy: "naive", reason: .knifeEdge)
    batch.undecided = Array(repeating: answer, count: 600)
    _ = try tally.fold(batch, elapsed: { 0 })
    _ = try tally.fold(batch, elapsed: { 0 })
    let result = tally.result(nanoseconds: 1)
    #expect(result.undecided.count == UndecidedAnswer.listedMax)
    let listed = try #require(result.json["undecidedAnswers"]?.array?.first)
    #expect(listed["case"]?.int == 4)
    #expect(listed["seed"]?.string == "\(caseSeed(campaign: 9, index: 4))")
    #expect(listed["reason"]?.string == "knifeEdge")
  }
}
