// SPDX-License-Identifier: MIT

import Digests
import Judging
import LayoutGenerators
import Oracles

/// How often a strategy answered what.
package struct StrategyCounts: Sendable, Hashable {
  package var optimal = 0
  package var feasible = 0
  package var infeasible = 0
  /// Answers that claim nothing; a process that ended without one is `wrong` alone.
  package var gaveUp = 0
  /// Answers with a failing verdict, which are counted under what they claim, too, and processes
  /// that ended.
  package var wrong = 0
  /// Answers that the oracle made no claim about.
  package var undecided = 0

  package init() {}

  /// Whether an answer came to a verdict.
  package var hasVerdict: Bool { wrong > 0 || optimal + feasible + infeasible > undecided }

  mutating func count(_ record: StrategyRecord) {
    switch (record.answer, record.verdict) {
    case (_, .processFailed): break
    case (.optimal, _): optimal += 1
    case (.feasible, _): feasible += 1
    case (.infeasible, _): infeasible += 1
    case (.gaveUp, _): gaveUp += 1
    }
    if record.verdict.isFailure, !record.verdict.isSlower { wrong += 1 }
    if case .undecided = record.verdict { undecided += 1 }
  }

  static func += (lhs: inout StrategyCounts, rhs: StrategyCounts) {
    lhs.optimal += rhs.optimal
    lhs.feasible += rhs.feasible
    lhs.infeasible += rhs.infeasible
    lhs.gaveUp += rhs.gaveUp
    lhs.wrong += rhs.wrong
    lhs.undecided += rhs.undecided
  }
}

/// What some cases of a campaign came to, in numbers.
///
/// Counts of disjoint sets of cases add up.
package struct CampaignCounts: Sendable, Hashable {
  package var cases = 0
  /// By position in `Profile.allCases`.
  package var profiles = [Int](repeating: 0, count: Profile.allCases.count)
  /// By position in the campaign's list of strategies.
  package var strategies: [StrategyCounts]
  /// Answers that the oracle made no claim about, over all strategies.
  package var undecided = 0
  /// The same by position in `Verdict.UndecidedReason.allCases`.
  package var undecidedReasons = [Int](
    repeating: 0, count: Verdict.UndecidedReason.allCases.count)
  /// Feasible cases in which violations within the tolerance may show (`Conditioning`).
  package var illConditioned = 0
  package var planted = PlantedCounts()
  package var readings = ReadingCounts()
  /// How many cases the canary solved.
  package var canaryCases = 0
  /// By position in the campaign's list of laws.
  package var laws: [LawCounts]
  /// By position in the campaign's list of strategies.
  package var costs: [CostCounts]
  package var scripts = ScriptCounts()
  package var generators = GeneratorCounts()
  package var behaviours: BehaviourCounts
  package var digest = CampaignDigest()

  package init(strategyCount: Int, lawCount: Int = 0) {
    behaviours = BehaviourCounts(strategyCount: strategyCount, lawCount: lawCount)
    laws = [LawCounts](repeating: LawCounts(), count: lawCount)
    strategies = [StrategyCounts](repeating: StrategyCounts(), count: strategyCount)
    costs = [CostCounts](repeating: CostCounts(), count: strategyCount)
  }

  /// Counts one case.
  mutating func count(
    _ profile: Profile, _ records: ArraySlice<StrategyRecord>, hash: UInt64, case index: Int
  ) {
    cases += 1
    if let position = Profile.allCases.firstIndex(of: profile) { profiles[position] += 1 }
    for (position, record) in records.enumerated() {
      strategies[position].count(record)
      costs[position].count(record, case: index)
      if case .undecided(let reason) = record.verdict {
        undecided += 1
        if let kind = Verdict.UndecidedReason.allCases.firstIndex(of: reason) {
          undecidedReasons[kind] += 1
        }
      }
    }
    digest.add(case: index, hash: hash)
  }

  static func += (lhs: inout CampaignCounts, rhs: CampaignCounts) {
    lhs.cases += rhs.cases
    for index in lhs.profiles.indices { lhs.profiles[index] += rhs.profiles[index] }
    for index in lhs.strategies.indices { lhs.strategies[index] += rhs.strategies[index] }
    lhs.undecided += rhs.undecided
    for index in lhs.undecidedReasons.indices {
      lhs.undecidedReasons[index] += rhs.undecidedReasons[index]
    }
    lhs.illConditioned += rhs.illConditioned
    lhs.planted += rhs.planted
    lhs.readings += rhs.readings
    lhs.canaryCases += rhs.canaryCases
    for index in lhs.laws.indices { lhs.laws[index] += rhs.laws[index] }
    for index in lhs.costs.indices { lhs.costs[index] += rhs.costs[index] }
    lhs.scripts += rhs.scripts
    lhs.generators += rhs.generators
    lhs.behaviours += rhs.behaviours
    lhs.digest += rhs.digest
  }
}
