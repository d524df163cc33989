// SPDX-License-Identifier: MIT

import Judging
import LinearModel
import Oracles

/// The cost of a strategy's answers in some cases of a campaign.
///
/// Counts of disjoint sets of cases add up.
package struct CostCounts: Sendable, Hashable {
  /// The highest ratio of a cost to its expected cost.
  package struct Worst: Sendable, Hashable {
    package let ratio: Double
    package let counter: WorkCounter
    /// The index of the case.
    package let index: Int
  }

  /// The steepest growth relative to the expected growth.
  package struct Steepest: Sendable, Hashable {
    package let growth: CostGrowth
    /// The index of the case.
    package let index: Int
  }

  /// The number of answers whose cost was compared with the cost model.
  package var compared = 0
  /// The number of cases that were repeated to measure the growth of the cost.
  package var grown = 0
  /// The number of correct answers that cost too much, or whose cost grows too fast.
  package var slower = 0
  package var worst: Worst?
  package var steepest: Steepest?

  package init() {}

  /// Counts the verdict and the costs of one strategy on a case.
  package mutating func count(_ record: StrategyRecord, case index: Int) {
    if record.verdict.isSlower { slower += 1 }
    if let cost = record.cost {
      compared += 1
      worst = Self.worse(
        worst, Worst(ratio: cost.ratio(cost.worst), counter: cost.worst, index: index))
    }
    if let growth = record.growth {
      grown += 1
      steepest = Self.steeper(steepest, Steepest(growth: growth, index: index))
    }
  }

  static func += (lhs: inout CostCounts, rhs: CostCounts) {
    lhs.compared += rhs.compared
    lhs.grown += rhs.grown
    lhs.slower += rhs.slower
    if let worst = rhs.worst { lhs.worst = worse(lhs.worst, worst) }
    if let steepest = rhs.steepest { lhs.steepest = steeper(lhs.steepest, steepest) }
  }

  /// Returns the worse of two; of equal ones that of the earlier case, so that the order of
  /// addition does not matter.
  private static func worse(_ old: Worst?, _ new: Worst) -> Worst {
    guard let old else { return new }
    if old.ratio != new.ratio { return old.ratio > new.ratio ? old : new }
    return old.index <= new.index ? old : new
  }

  private static func steeper(_ old: Steepest?, _ new: Steepest) -> Steepest {
    guard let old else { return new }
    if old.growth.excess != new.growth.excess {
      return old.growth.excess > new.growth.excess ? old : new
    }
    return old.index <= new.index ? old : new
  }
}

extension Verdict {
  /// Whether the answer is correct and only its cost is too high.
  package var isSlower: Bool {
    if case .slowerByCounter = self { return true }
    return false
  }

  /// Whether the verdict is a failure, and not about work or the lack of an answer.
  var isWrongAnswer: Bool {
    if case .needlessGiveUp = self { return false }
    return isFailure && !isSlower
  }
}
