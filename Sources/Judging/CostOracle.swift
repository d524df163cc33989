// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A judge of the cost of an answer, by its strategy's cost model for the size and kind of the
/// case.
///
/// It uses counters only, so the same case always gets the same verdict. A wrong answer is reported
/// as wrong, and its cost is not judged. Giving up is judged like any other answer: at a work limit
/// the count is a lower bound of the cost.
package struct CostOracle: Sendable {
  /// The smallest ratio of a cost to its expected cost that is a finding.
  ///
  /// Healthy strategies stay below half of it, and users notice costs above it.
  package static let ratioMax = 10.0
  /// The smallest excess of a growth power over the power of its class that is a finding.
  ///
  /// Half a power is a factor of 1.4 for twice the size. Fits over three sizes differ by less.
  package static let powerMargin = 0.5
  /// The ratio to the expected cost at which a solver is stopped, where only the excess counts.
  private static let boundedRatio = 64.0
  /// The ratio to the expected cost at which a solver is stopped on a member of a family.
  ///
  /// The largest member has to show how steep the growth is.
  private static let boundedGrowthRatio = 1024.0

  package let table: CostTable
  /// The kind of the case, which selects the cost models; nil for those over all kinds.
  package let profile: Profile?
  /// The ways in which the case is repeated to see how its cost grows.
  package let scalings: [CaseScaling]
  /// Whether solvers are stopped once their excess is certain.
  package let isBounded: Bool

  package init(
    table: CostTable = .stored, profile: Profile? = nil, scalings: [CaseScaling] = [],
    isBounded: Bool = false
  ) {
    self.table = table
    self.profile = profile
    self.scalings = scalings
    self.isBounded = isBounded
  }

  /// Creates the oracle that finds failures of this kind; nil when the kind is not about costs.
  package init?(_ kind: FailureKind, profile: Profile?, table: CostTable = .stored) {
    guard kind.isCost else { return nil }
    self.init(
      table: table, profile: profile, scalings: kind.isGrowth ? CaseScaling.allCases : [],
      isBounded: true)
  }

  /// Returns the oracle for a case of a kind that is repeated in the given ways.
  package func looking(at profile: Profile, repeating scalings: [CaseScaling]) -> CostOracle {
    CostOracle(table: table, profile: profile, scalings: scalings, isBounded: isBounded)
  }

  /// Returns the work limit of a strategy on a system.
  func limit(
    _ limit: WorkLimit, for strategy: Strategy, _ system: LinearSystem, growing: Bool = false
  ) -> WorkLimit {
    if !isBounded { return limit }
    // Whether the system is a conflict is not known yet.
    let models = models(of: strategy.name, isConflict: true)
    let size = CostModel.size(of: system)
    guard let cost = models.map({ $0.cost(.cellOperations, size: size) }).max() else {
      return limit
    }
    let most = (growing ? Self.boundedGrowthRatio : Self.boundedRatio) * cost
    guard most < Double(limit.cellOperations) else { return limit }
    return WorkLimit(cellOperations: Int(most))
  }

  /// Returns the cost models to compare with: that of the kind, and for a conflict that of
  /// conflicts.
  ///
  /// Minimization may turn any case into a conflict. Finding the constraints of a conflict is
  /// different work than finding an optimum.
  private func models(of strategy: String, isConflict: Bool) -> [CostModel] {
    let profiles = isConflict && profile != .conflicting ? [profile, .conflicting] : [profile]
    return profiles.compactMap { table.model(of: strategy, $0) }
  }

  /// Returns the cost of an answer to a system relative to its cost model; nil for strategies
  /// without one.
  package func comparison(
    _ result: SolveResult, of strategy: String, on system: LinearSystem
  ) -> CostComparison? {
    let models = models(of: strategy, isConflict: result.outcome.solution == nil)
    guard !models.isEmpty else { return nil }
    return CostComparison(
      result.work, size: CostModel.size(of: system), models,
      overAll: table.model(of: strategy, nil))
  }

  /// Returns the growth of the cost of a case; nil for strategies without a cost model and for
  /// cases that cannot be repeated.
  func growth(
    of strategy: Strategy, on layoutCase: LayoutCase, isConflict: Bool, limit: WorkLimit
  ) -> CostGrowth? {
    let models = models(of: strategy.name, isConflict: isConflict)
    var steepest: CostGrowth?
    for scaling in scalings {
      guard let power = models.compactMap({ $0.power(scaling) }).max(),
        let growth = CostGrowth(
          of: strategy.solver, on: layoutCase, scaling, expected: power,
          limit: { self.limit(limit, for: strategy, $0, growing: true) })
      else { continue }
      if growth.excess > steepest?.excess ?? -.infinity { steepest = growth }
    }
    return steepest
  }
}

extension CostOracle {
  /// Returns the record of an answer with its cost, and with the verdict on the cost if the answer
  /// itself is not wrong.
  ///
  /// - Parameters:
  ///   - record: the record of the answer.
  ///   - strategy: the strategy that answered.
  ///   - lowered: the case, lowered.
  ///   - limit: the work limit of a strategy on a member of a family.
  /// - Returns: the record with the cost; unchanged for a failure or a strategy without a cost
  ///   model.
  func judged(
    _ record: StrategyRecord, of strategy: Strategy, on lowered: LoweredCase, limit: WorkLimit
  ) -> StrategyRecord {
    guard
      let cost = comparison(record.result, of: strategy.name, on: lowered.system),
      !record.verdict.isFailure || record.verdict == .needlessGiveUp
    else { return record }
    var growth: CostGrowth?
    // An excess at the case's own size is reported first; growth is not examined then.
    if cost.excess == nil {
      growth = self.growth(
        of: strategy, on: lowered.layoutCase, isConflict: record.result.outcome.solution == nil,
        limit: limit)
    }
    let excess = cost.excess ?? growth?.finding
    return StrategyRecord(
      strategy: record.strategy, result: record.result,
      judgement: excess.map { Judgement(.slowerByCounter($0)) } ?? record.judgement,
      cost: cost, growth: growth)
  }
}

/// The counters of one answer relative to their cost models.
package struct CostComparison: Sendable, Hashable {
  /// The size of the system.
  package let size: Int
  /// The measured costs, by position in `WorkCounter.allCases`.
  private let costs: [Double]
  private let expected: [Double]
  /// The expected costs over all kinds of cases.
  private let overAll: [Double]

  /// - Parameters:
  ///   - work: the counters of the answer.
  ///   - size: the size of the system.
  ///   - models: the cost models, at least one; the highest expected cost counts.
  ///   - overAll: the cost model over all kinds of cases; nil without one.
  init(
    _ work: WorkCounters, size: Int, _ models: [CostModel], overAll: CostModel? = nil
  ) {
    self.size = size
    self.overAll = WorkCounter.allCases.map { overAll?.cost($0, size: size) ?? 0 }
    costs = WorkCounter.allCases.map { CostModel.cost(work[$0]) }
    expected = WorkCounter.allCases.map { counter in
      models.reduce(1) { max($0, $1.cost(counter, size: size)) }
    }
  }

  /// Returns the measured cost of a counter, and the cost that its model expects.
  package func cost(_ counter: WorkCounter) -> (measured: Double, expected: Double) {
    let position = WorkCounter.allCases.firstIndex(of: counter) ?? 0
    return (costs[position], expected[position])
  }

  /// Returns the measured cost as a multiple of the expected one; above 1 for more work than
  /// expected.
  package func ratio(_ counter: WorkCounter) -> Double {
    let (measured, expected) = cost(counter)
    return measured / expected
  }

  /// The counter with the highest ratio of measured to expected cost.
  package var worst: WorkCounter {
    WorkCounter.allCases.reduce(.cellOperations) { ratio($1) > ratio($0) ? $1 : $0 }
  }

  /// The first counter that is too high: far above the cost model of its kind, and above the cost
  /// of systems of the size over all kinds.
  ///
  /// A cost that is usual for another kind is a property of the method. An example is a strategy
  /// that solves again without a presolve because rounding may have decided.
  package var excess: CostExcess? {
    for (position, counter) in WorkCounter.allCases.enumerated()
    where ratio(counter) > CostOracle.ratioMax {
      let (measured, expected) = cost(counter)
      guard measured > overAll[position] else { continue }
      return CostExcess(.size(size), counter, measured: measured, expected: expected)
    }
    return nil
  }
}
