// SPDX-License-Identifier: MIT

import ExactNumerics
import Foundation
import LayoutGenerators
import LinearModel
import Oracles
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging
import Statistics

@Suite("Costs")
struct CostOracleTests {
  @Test("the table has a cost model for every strategy and kind of case, and equals its file")
  func table() throws {
    for strategy in Strategy.healthy {
      for profile in [nil] + Profile.allCases.map(Optional.some) {
        let model = try #require(CostTable.stored.model(of: strategy.name, profile))
        #expect(CaseScaling.allCases.allSatisfy { model.power($0) != nil })
      }
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Judging/Costs/CostTable+Stored.swift")
    #expect(try String(contentsOf: file, encoding: .utf8) == CostTable.stored.sourceText)
    #expect(CostTable.stored.model(of: "kiwi", nil) == nil)
    #expect(
      CostTable.stored.model(of: "simplex.weightedLevels", .extreme)
        == CostTable.stored.model(of: "simplex", .extreme))
  }

  /// A solver whose work grows by the third power, and that gives up in doubt from one size on.
  private struct Doubtful: Solver {
    let name = "simplex"
    let certainBelow: Int

    func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
      var work = WorkCounters()
      work.cellOperations = system.cellCount * system.cellCount * system.cellCount
      let isCertain = system.cellCount < certainBelow
      return SolveResult(
        isCertain ? .infeasible(conflict: []) : .gaveUp(.numericalDoubt), work: work)
    }
  }

  @Test("growth is a finding unless the solver gives up in doubt at a smaller size")
  func doubtfulGrowth() throws {
    let layoutCase = try #require(caseGenerator(profile: .conflicting).value(seed: 3)).layoutCase
    func growth(_ certainBelow: Int) -> CostGrowth? {
      CostGrowth(
        of: Doubtful(certainBelow: certainBelow), on: CaseRunner.plain(layoutCase).layoutCase,
        .columns, expected: 2, limit: { _ in .standard })
    }
    #expect(try #require(growth(.max)).finding != nil)
    #expect(growth(1) == nil)
  }

  @Test("cost models fitted to a small share of the cases agree with the stored ones", .exhaustive)
  func refit() throws {
    let share = try CostTraining(seed: CostTable.stored.seed, cases: 250, jobs: 2).run()
    let inTurn = try CostTraining(seed: CostTable.stored.seed, cases: 250, jobs: 1).run()
    #expect(inTurn == share)
    for strategy in Strategy.healthy {
      let stored = try #require(CostTable.stored.model(of: strategy.name, nil))
      let fitted = try #require(share.model(of: strategy.name, nil))
      #expect(stored.sizes.contains(fitted.sizes.lowerBound))
      #expect(stored.sizes.contains(fitted.sizes.upperBound))
      for counter in WorkCounter.allCases {
        let ratio = fitted.cost(counter, size: 150) / stored.cost(counter, size: 150)
        #expect(
          // The rare expensive cases among thousands are missing in so few.
          ratio > 1.0 / 50 && ratio < 4, "\(strategy.name) \(counter.rawValue): \(ratio)")
      }
    }
  }

  @Test("more than ten times the expected cost is an excess, ten times is not")
  func threshold() throws {
    let model = try #require(CostTable.stored.model(of: "simplex", nil))
    let most = CostOracle.ratioMax * model.cost(.cellOperations, size: 300)
    func excess(_ count: Double) -> CostExcess? {
      var work = WorkCounters()
      work.cellOperations = Int(count)
      return CostComparison(work, size: 300, [model]).excess
    }
    #expect(excess(most - 2) == nil)
    #expect(excess(most + 1)?.counter == .cellOperations)
    #expect(excess(most + 1)?.basis == .size(300))
    // No excess: the work expected for systems of this size over all kinds, even for a cheap kind.
    var work = WorkCounters()
    work.cellOperations = Int(most) + 1
    let dear = CostModel(
      sizes: model.sizes,
      lines: WorkCounter.allCases.map { _ in QuantileLine(intercept: 40_000, slope: 0) },
      powers: model.powers)
    #expect(CostComparison(work, size: 300, [model], overAll: dear).excess == nil)
  }

  @Test("a solver is stopped far above the expected cost, but only if the excess alone counts")
  func bound() throws {
    let lowered = CaseRunner.plain(try CaseSource(seed: 9).generate(0).layoutCase)
    let strategy = try #require(Strategy.named("relaxation"))
    let free = CostOracle().limit(.standard, for: strategy, lowered.system)
    #expect(free == .standard)
    let bounded = CostOracle(isBounded: true)
    let stopped = bounded.limit(.standard, for: strategy, lowered.system)
    let expected = [nil, Profile.conflicting].compactMap {
      CostTable.stored.model(of: "relaxation", $0)?
        .cost(.cellOperations, size: CostModel.size(of: lowered.system))
    }.max()
    #expect(Double(stopped.cellOperations) > 60 * (expected ?? .infinity))
    #expect(stopped.cellOperations < WorkLimit.standard.cellOperations)
    // A lower limit is kept.
    let low = WorkLimit(cellOperations: 5)
    #expect(bounded.limit(low, for: strategy, lowered.system) == low)
  }

  @Test("the name of a cost finding is enough to judge it again, and no other name is")
  func names() {
    let size = CostExcess(.size(10), .pivots, measured: 200, expected: 10)
    let growth = CostExcess(.growth("nested"), .cellOperations, measured: 2, expected: 1)
    let kinds = [size, growth].compactMap { Verdict.slowerByCounter($0).failureKind }
    #expect(kinds == [.slower(.pivots), .growsFaster(.cellOperations)])
    #expect(CostOracle(kinds[0], profile: nil)?.scalings == [])
    #expect(CostOracle(kinds[1], profile: nil)?.scalings == CaseScaling.allCases)
    #expect(CostOracle(.wrongValue, profile: nil) == nil)
  }

  @Test("a repeated case has the properties of the case", arguments: [5, 6])
  func scalings(seed: UInt64) throws {
    let source = CaseSource(seed: seed)
    let runner = CaseRunner(strategies: [])
    var tried = 0
    for index in 0..<60 {
      let lowered = CaseRunner.plain(try source.generate(index).layoutCase)
      guard lowered.layoutCase.constraints.count <= 40 else { continue }
      let answer = try #require(try runner.run(lowered.layoutCase).answer)
      for scaling in CaseScaling.allCases {
        guard let image = scaling.image(of: lowered.layoutCase, copies: 2),
          let scaled = try runner.run(image).answer
        else { continue }
        tried += 1
        #expect(scaled.isFeasible == answer.isFeasible, "seed \(seed), case \(index)")
        #expect(
          scaled.optimum?.isUnique == answer.optimum?.isUnique,
          "seed \(seed), case \(index), \(scaling)")
        for level in answer.optimum?.levels ?? [] where level.strength != Strength(1) {
          let own = scaled.optimum?.levels.first { $0.strength == level.strength }
          #expect(own?.optimum == level.optimum + level.optimum, "seed \(seed), case \(index)")
        }
      }
    }
    #expect(tried > 60)
  }

  @Test("costs of healthy strategies are compared and counted, the same for any number of workers")
  func healthy() throws {
    func counts(jobs: Int) throws -> CampaignCounts {
      var settings = CampaignSettings(seed: 3, caseCount: 160, jobs: jobs, laws: [])
      settings.costs = CostOracle()
      settings.growthPeriod = 8
      return try Campaign(settings, now: { 0 }).run().counts
    }
    let one = try counts(jobs: 1)
    #expect(try counts(jobs: 3) == one)
    for costs in one.costs {
      #expect(costs.compared == 160)
      #expect(costs.grown > 5)
      // A healthy strategy may be slow on a rare case, which is counted as slow.
      #expect((costs.worst.map { $0.ratio > CostOracle.ratioMax } == true) == (costs.slower > 0))
      #expect(costs.steepest != nil)
    }
  }
}
