// SPDX-License-Identifier: MIT

import Digests
import Judging
import LayoutGenerators
import Oracles

/// The number of answers of a strategy by kind.
package struct StrategyCounts: Sendable, Hashable {
  package var optimal = 0
  package var feasible = 0
  package var infeasible = 0
  /// Answers without a claim; a process that ended without an answer counts only as `wrong`.
  package var gaveUp = 0
  /// Wrong answers, which also count under their claim, and processes that ended.
  package var wrong = 0
  /// Answers without a verdict, since the oracle makes no claim about them.
  package var undecided = 0

  package init() {}

  /// Whether at least one answer has a verdict.
  package var hasVerdict: Bool { wrong > 0 || optimal + feasible + infeasible > undecided }

  mutating func count(_ record: StrategyRecord) {
    switch (record.answer, record.verdict) {
    case (_, .processFailed): break
    case (.optimal, _): optimal += 1
    case (.feasible, _): feasible += 1
    case (.infeasible, _): infeasible += 1
    case (.gaveUp, _): gaveUp += 1
    }
    if record.verdict.isWrongAnswer { wrong += 1 }
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

/// The results of some cases of a campaign, as counts.
///
/// Counts of disjoint sets of cases add up.
package struct CampaignCounts: Sendable, Hashable {
  package var cases = 0
  /// The number of cases by position in `Profile.allCases`.
  package var profiles = [Int](repeating: 0, count: Profile.allCases.count)
  /// The counts by position in the campaign's list of strategies.
  package var strategies: [StrategyCounts]
  /// Answers of all strategies without a verdict, since the oracle makes no claim about them.
  package var undecided = 0
  /// The undecided answers by position in `Verdict.UndecidedReason.allCases`.
  package var undecidedReasons = [Int](
    repeating: 0, count: Verdict.UndecidedReason.allCases.count)
  /// Feasible cases in which violations within the tolerance may be visible (`Conditioning`).
  package var illConditioned = 0
  package var planted = PlantedCounts()
  package var readings = ReadingCounts()
  /// The number of cases that the canary solved.
  package var canaryCases = 0
  /// The counts by position in the campaign's list of laws.
  package var laws: [LawCounts]
  /// The costs by position in the campaign's list of strategies.
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
