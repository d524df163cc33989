// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import CorpusStore
import Foundation
import LayoutGenerators
import LayoutModel
import Testing

@testable import CampaignEngine

@Suite("Feedback")
struct FeedbackTests {
  private static func settings(
    seed: UInt64 = 5, cases: Int = 260, jobs: Int = 1, percent: Int = 50,
    seeds: [LayoutCase] = []
  ) -> CampaignSettings {
    var settings = CampaignSettings(seed: seed, caseCount: cases, jobs: jobs, minimizes: false)
    settings.feedback = FeedbackSettings(seeds: seeds, percent: percent)
    return settings
  }

  private static func run(_ settings: CampaignSettings) throws -> CampaignResult {
    try Campaign(settings, now: { 0 }).run()
  }

  @Test(
    "a campaign comes to the same for any number of jobs, and finds nothing in healthy strategies")
  func jobs() throws {
    let results = try [1, 2, 5].map { try Self.run(Self.settings(cases: 400, jobs: $0)) }
    for result in results {
      #expect(result.counts == results[0].counts)
      #expect(result.counts.cases == 400)
      #expect(result.foundNothing, "\(result.findings.map(\.summary)), seed 5")
      #expect(result.internalErrors.isEmpty, "\(result.internalErrors), seed 5")
    }
    let plain = try Self.run(CampaignSettings(seed: 5, caseCount: 400, minimizes: false))
    #expect(plain.counts.digest != results[0].counts.digest)
    #expect(plain.json["behaviours"]?["chanceOfNew"] != .null)
    #expect(results[0].json["behaviours"]?["chanceOfNew"] == .null)
  }

  @Test("without cases made of others it is the campaign without feedback")
  func none() throws {
    let plain = try Self.run(CampaignSettings(seed: 5, caseCount: 150, minimizes: false))
    let without = try Self.run(Self.settings(cases: 150, percent: 0))
    #expect(without.counts == plain.counts)
  }

  @Test("what a case showed does not depend on how cases are cut into batches")
  func traces() {
    let settings = Self.settings(cases: 64)
    let runner = BatchRunner(settings)
    let whole = runner.run(0..<64).traces
    #expect(whole.count > 50)
    #expect(whole == (0..<64).flatMap { runner.run($0..<$0 + 1).traces })
    let tagCount = CaseTrace.tagCount(
      strategyCount: settings.strategies.count, lawCount: settings.laws.count)
    for trace in whole {
      #expect(trace.tags.allSatisfy { $0 < tagCount } && trace.tags == trace.tags.sorted())
    }
    #expect(BatchRunner(CampaignSettings(seed: 5, caseCount: 64)).run(0..<16).traces.isEmpty)
  }

  /// The second round of a campaign: recipes of all kinds.
  private static func secondRound(
    _ settings: CampaignSettings
  ) -> (cases: Range<Int>, recipes: RecipeBook) {
    var loop = FeedbackLoop(settings)
    let size = FeedbackSettings.casesPerRound
    let recipes = loop.begin(0..<size)
    loop.fold(BatchRunner(settings).with(recipes).run(0..<size).traces)
    return (size..<2 * size, loop.begin(size..<2 * size))
  }

  @Test("recipes make well-formed cases, the same again, and nothing is planted in changed ones")
  func recipes() throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let settings = Self.settings(seed: seed)
      let (cases, recipes) = Self.secondRound(settings)
      var source = CaseSource(settings)
      source.recipes = recipes
      var kinds = [0, 0, 0]
      for index in cases {
        let generated = try source.generate(index)
        #expect(generated == (try source.generate(index)))
        #expect(generated.layoutCase.isValid, "seed \(seed), case \(index)")
        switch recipes[index] {
        case nil:
          kinds[0] += 1
          #expect(generated == (try CaseSource(settings).generate(index)))
        case .choices:
          kinds[1] += 1
          let sequence = try #require(source.origin(index)?.sequence)
          var replay = ChoiceSource.replay(sequence)
          #expect(
            try mixedCaseGenerator().generate(from: &replay).layoutCase == generated.layoutCase)
        case .layout(let layoutCase, _):
          kinds[2] += 1
          #expect(generated.layoutCase == layoutCase && generated.truth == .unknown)
          #expect(source.origin(index) == nil)
        }
      }
      #expect(kinds.allSatisfy { $0 > 2 }, "seed \(seed): \(kinds)")
    }
  }

  @Test("requests with recipes and what cases showed arrive as they were")
  func wire() throws {
    let settings = Self.settings()
    let (cases, recipes) = Self.secondRound(settings)
    let accusation = Accusation(.init(strategy: "naive", verdict: "hang"), index: 70)
    for work in [
      CaseWork.cases(cases, [], recipes), .origin(case: 70, accusation, recipes[70..<71]),
    ] {
      let line = JSONWriter.line(work.json)
      #expect(try CaseWork(try JSONParser.parse(line)).json == work.json)
    }
    let known = try CampaignSettings(identity: settings.identity)
    let request = try CaseWork(
      try JSONParser.parse(JSONWriter.line(CaseWork.cases(cases, [], recipes).json)))
    guard case .cases(let batch) = CaseService(known).result(of: request) else {
      Issue.record("cases came to something else")
      return
    }
    #expect(batch == BatchRunner(settings).with(recipes).run(cases))
    #expect(batch.traces.count > 50)
    let empty = BatchRunner(known).emptyBatch
    #expect(
      try CaseBatch(try JSONParser.parse(JSONWriter.line(batch.json)), empty: empty) == batch)
    for bad: JSONValue in [
      [1, 2, 3], [1, 2, 3, "wellFormed", 7, 7], [1, 2, 3, "x"], "y",
      [1, 2, 3, "wellFormed", 99, 100],
    ] {
      #expect(throws: JSONError.self) { try CaseTrace(bad, tagCount: 100) }
    }
  }

  @Test("seeds are the first cases, and become parents")
  func seeds() throws {
    let seeds = try (0..<3).map {
      try CaseSource(seed: 77, profile: .idiomatic).generate($0).layoutCase
    }
    let settings = Self.settings(cases: 128, seeds: seeds)
    var loop = FeedbackLoop(settings)
    let recipes = loop.begin(0..<64)
    var source = CaseSource(settings)
    source.recipes = recipes
    #expect(try (0..<3).map { try source.generate($0).layoutCase } == seeds)
    #expect(recipes[3] == nil)
    loop.fold(BatchRunner(settings).with(recipes).run(0..<3).traces)
    #expect(!loop.corpus.entries.isEmpty)
    #expect(loop.corpus.entries.allSatisfy { seeds.contains($0.layoutCase) && $0.choices == nil })
    let result = try Self.run(settings)
    #expect(result.counts.cases == 128 && result.foundNothing && result.internalErrors.isEmpty)
  }

  @Test("what is found is stored with all it takes to run it again")
  func findings() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("feedback-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let strategy = try #require(Strategy.named("simplex.closeStrengthsMerged"))
    var settings = Self.settings(seed: 2, cases: 1200)
    (settings.strategies, settings.laws) = ([strategy], [])
    (settings.outputFolder, settings.minimizes) = (folder, true)
    settings.scriptFrequency = .never
    let result = try Self.run(settings)
    #expect(!result.findings.isEmpty, "seed 2")
    for finding in result.findings {
      let path = (try #require(finding.path) as NSString).deletingLastPathComponent
      let loaded = try FindingStore.load(path: path)
      #expect(loaded.record?.seed == nil, "a seed and an index do not make such a case")
      let record = try CaseRunner(strategies: [strategy]).run(loaded.layoutCase)
      #expect(record.failures.first.map { $0.verdict.failureName } == finding.kind.verdict)
    }
  }

  @Test("a hidden fault shows under its condition only, and the strategy is healthy elsewhere")
  func hidden() throws {
    let mutant = try #require(Mutant.named("simplex.weightedLevels"))
    let faulty = try #require(mutant.strategy).solver
    let healthy = Strategy.healthy(.simplex).solver
    for condition in FaultCondition.allCases {
      let solver = try #require(mutant.hidden(by: condition)?.strategy).solver
      var met = 0
      for index in 0..<300 {
        let system = CaseRunner.plain(try CaseSource(seed: 6).generate(index).layoutCase).system
        let isMet = condition.isMet(by: system)
        met += isMet ? 1 : 0
        let expected = (isMet ? faulty : healthy).solve(system, limit: .standard)
        #expect(solver.solve(system, limit: .standard).isIdentical(to: expected), "case \(index)")
      }
      #expect((1...90).contains(met), "\(condition): \(met) of 300, seed 6")
    }
    #expect(Mutant.named("lowering.cellsOnlyGrow")?.hidden(by: .large) == nil)
  }

  @Test(
    "duels are the same for any number of jobs, and alike where the first round finds the fault")
  func duels() throws {
    let names = ["simplex.weightedLevels", "simplex.closeStrengthsMerged"]
    let mutants = try names.map { try #require(Mutant.named($0)) }
    let results = [1, 3].map { jobs in
      FeedbackComparison(
        mutants: mutants, seeds: [1, 2, 3], casesMax: 160, jobs: jobs, isStopped: { false }
      ).run()
    }
    #expect(results[0].map(\.runs) == results[1].map(\.runs))
    for duel in results[0] {
      #expect(duel.problems.isEmpty)
      for run in duel.runs {
        if min(run.plain.cases ?? 160, run.guided.cases ?? 160) <= FeedbackSettings.casesPerRound {
          #expect(run.plain == run.guided, "\(duel.mutant.name), seed \(run.seed)")
        }
        #expect(run.plain.run == run.plain.cases ?? 160)
      }
    }
    let result = FeedbackResult(results[0])
    #expect(result.json == FeedbackResult(results[1]).json)
    #expect(result.all?.hunts == 6)
    let blind = FeedbackComparison(
      mutants: mutants, seeds: [1], casesMax: 160, percent: 0, jobs: 1, isStopped: { false }
    ).run()
    #expect(blind.allSatisfy { $0.runs.allSatisfy { $0.plain == $0.guided } })
  }
}
