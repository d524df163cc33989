// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// Judges what an answer cost: against the envelope of its strategy, by the size and the kind of
/// the case.
///
/// Counters only, so that the same case always gets the same verdict. An answer that is wrong is
/// told as that, and nothing is said about its cost. Giving up is judged as any other answer: at a
/// work limit the count says that it cost at least so much.
package struct CostOracle: Sendable {
  /// A cost is a finding when it is more than so many times its envelope: healthy strategies stay
  /// below half of that, and what users notice is above.
  package static let ratioMax = 10.0
  /// Growth is a finding when its power is more than that above the power of its class: half a
  /// power is a factor of 1.4 for twice the size, and what fits of three sizes differ by is less.
  package static let powerMargin = 0.5
  /// Where only the excess counts, a solver may do so many times the envelope's work and is stopped
  /// then.
  private static let boundedRatio = 64.0
  /// The same for the members of a family, of which the largest has to show how steep the growth
  /// is.
  private static let boundedGrowthRatio = 1024.0

  package let table: CostTable
  /// The kind of the case, whose envelopes are used; nil for those over all kinds.
  package let profile: Profile?
  /// The ways in which the case is repeated to see how its cost grows.
  package let scalings: [CaseScaling]
  /// Whether solvers are stopped once their excess is out of the question.
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

  /// The oracle that finds failures of this kind; nil when they are not about costs.
  package init?(_ kind: FailureKind, profile: Profile?, table: CostTable = .stored) {
    guard kind.isCost else { return nil }
    self.init(
      table: table, profile: profile, scalings: kind.isGrowth ? CaseScaling.allCases : [],
      isBounded: true)
  }

  /// The oracle for a case of a kind that is repeated in some ways.
  package func looking(at profile: Profile, repeating scalings: [CaseScaling]) -> CostOracle {
    CostOracle(table: table, profile: profile, scalings: scalings, isBounded: isBounded)
  }

  /// How much work a strategy may do on a system.
  func limit(
    _ limit: WorkLimit, for strategy: Strategy, _ system: LinearSystem, growing: Bool = false
  ) -> WorkLimit {
    if !isBounded { return limit }
    // Whether the system is a conflict is not known yet.
    let envelopes = envelopes(of: strategy.name, isConflict: true)
    let size = CostEnvelope.size(of: system)
    guard let cost = envelopes.map({ $0.cost(.cellOperations, size: size) }).max() else {
      return limit
    }
    let most = (growing ? Self.boundedGrowthRatio : Self.boundedRatio) * cost
    guard most < Double(limit.cellOperations) else { return limit }
    return WorkLimit(cellOperations: Int(most))
  }

  /// What is compared with: the envelope of the kind, and for a conflict that of conflicts.
  ///
  /// Minimizing may make a conflict of any case, and finding out which constraints are one takes
  /// other work than finding an optimum.
  private func envelopes(of strategy: String, isConflict: Bool) -> [CostEnvelope] {
    let profiles = isConflict && profile != .conflicting ? [profile, .conflicting] : [profile]
    return profiles.compactMap { table.envelope(of: strategy, $0) }
  }

  /// What an answer to a system cost beside the envelope; nil for strategies without one.
  package func comparison(
    _ result: SolveResult, of strategy: String, on system: LinearSystem
  ) -> CostComparison? {
    let envelopes = envelopes(of: strategy, isConflict: result.outcome.solution == nil)
    guard !envelopes.isEmpty else { return nil }
    return CostComparison(
      result.work, size: CostEnvelope.size(of: system), envelopes,
      overAll: table.envelope(of: strategy, nil))
  }

  /// How the cost of a case grows; nil for strategies without an envelope and for cases that cannot
  /// be repeated.
  func growth(
    of strategy: Strategy, on layoutCase: LayoutCase, isConflict: Bool, limit: WorkLimit
  ) -> CostGrowth? {
    let envelopes = envelopes(of: strategy.name, isConflict: isConflict)
    var steepest: CostGrowth?
    for scaling in scalings {
      guard let power = envelopes.compactMap({ $0.power(scaling) }).max(),
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
  /// The record of an answer with its cost, and judged by that when the answer itself is not wrong.
  ///
  /// - Parameter limit: how much work a strategy may do on a member of a family.
  func judged(
    _ record: StrategyRecord, of strategy: Strategy, on lowered: LoweredCase, limit: WorkLimit
  ) -> StrategyRecord {
    guard
      let cost = comparison(record.result, of: strategy.name, on: lowered.system),
      !record.verdict.isFailure
    else { return record }
    var growth: CostGrowth?
    // What costs too much at its own size is told as that.
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

/// The counters of one answer beside their envelopes.
package struct CostComparison: Sendable, Hashable {
  /// The size of the system.
  package let size: Int
  /// By position in `WorkCounter.allCases`.
  private let costs: [Double]
  private let expected: [Double]
  /// The envelopes over all kinds of cases.
  private let overAll: [Double]

  /// - Parameter envelopes: the highest of them counts; at least one.
  init(
    _ work: WorkCounters, size: Int, _ envelopes: [CostEnvelope], overAll: CostEnvelope? = nil
  ) {
    self.size = size
    self.overAll = WorkCounter.allCases.map { overAll?.cost($0, size: size) ?? 0 }
    costs = WorkCounter.allCases.map { CostEnvelope.cost(work[$0]) }
    expected = WorkCounter.allCases.map { counter in
      envelopes.reduce(1) { max($0, $1.cost(counter, size: size)) }
    }
  }

  /// What a counter came to, and the envelope for it.
  package func cost(_ counter: WorkCounter) -> (measured: Double, expected: Double) {
    let position = WorkCounter.allCases.firstIndex(of: counter) ?? 0
    return (costs[position], expected[position])
  }

  package func ratio(_ counter: WorkCounter) -> Double {
    let (measured, expected) = cost(counter)
    return measured / expected
  }

  /// The counter that is highest beside its envelope.
  package var worst: WorkCounter {
    WorkCounter.allCases.reduce(.cellOperations) { ratio($1) > ratio($0) ? $1 : $0 }
  }

  /// The first counter that is too high: many times the envelope of its kind, and more than systems
  /// of the size take over all kinds.
  ///
  /// What is usual for another kind is the way the strategy works, as where it solves again without
  /// a presolve because rounding may have decided.
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
