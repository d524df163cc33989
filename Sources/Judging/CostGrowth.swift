// SPDX-License-Identifier: MIT

import BenchmarkKit
import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// How the work of a strategy grows when a case is repeated.
package struct CostGrowth: Sendable, Hashable {
  package let scaling: CaseScaling
  /// The power of the size by which the work grows each time that the family doubles: the least of
  /// them.
  package let power: Double
  /// The power of the class that the case is of.
  package let expected: Double

  package init(_ scaling: CaseScaling, power: Double, expected: Double) {
    self.scaling = scaling
    self.power = power
    self.expected = expected
  }

  /// - Parameter limit: how much work may be done on a system. A member that is given up tells
  ///   nothing about growth: where rounding leaves a doubt, a strategy solves again in a slower way
  ///   before it gives up. That it costs too much is for the envelope to say.
  /// - Returns: nil when the case is too large or cannot be repeated, or a member was given up.
  init?(
    of solver: any Solver, on layoutCase: LayoutCase, _ scaling: CaseScaling, expected: Double,
    limit: (LinearSystem) -> WorkLimit
  ) {
    guard let family = Self.family(of: layoutCase, scaling),
      let power = Self.power(of: solver, on: family, withGiveUps: false, limit: limit)
    else { return nil }
    self.init(scaling, power: power, expected: expected)
  }

  /// How far the power is above that of the class.
  package var excess: Double { power - expected }

  /// The excess as a finding, when it is one.
  package var finding: CostExcess? {
    guard excess > CostOracle.powerMargin else { return nil }
    return CostExcess(
      .growth(scaling.rawValue), .cellOperations, measured: power, expected: expected)
  }

  /// The members of a case's family, from small to large; nil when there is none.
  static func family(of layoutCase: LayoutCase, _ scaling: CaseScaling) -> [LinearSystem]? {
    guard layoutCase.constraints.count <= CaseScaling.constraintsMax else { return nil }
    var systems: [LinearSystem] = []
    for copies in CaseScaling.copyCounts {
      guard let image = scaling.image(of: layoutCase, copies: copies) else { return nil }
      systems.append(lower(image).system)
    }
    return systems
  }

  /// The power with which the work grows over a family.
  ///
  /// - Parameter withGiveUps: whether members that are given up in doubt count as others do: the
  ///   power of a class is fitted with them, and so rather too high than too low.
  static func power(
    of solver: any Solver, on family: [LinearSystem], withGiveUps: Bool,
    limit: (LinearSystem) -> WorkLimit
  ) -> Double? {
    var points: [ScalingFit.Point] = []
    for system in family {
      let result = solver.solve(system, limit: limit(system))
      switch result.outcome {
      case .gaveUp(.workLimit): return nil
      case .gaveUp where !withGiveUps: return nil
      default: break
      }
      points.append(
        ScalingFit.Point(
          size: Double(CostEnvelope.size(of: system)),
          costs: [CostEnvelope.cost(result.work.cellOperations)]))
    }
    return power(points)
  }

  /// The power by which single costs grow from each size to the next: the least of them, since a
  /// cost that jumps once, where a strategy takes another way, does not grow by a power.
  static func power(_ points: [ScalingFit.Point]) -> Double? {
    // One cost for each size has no interval, so nothing is drawn from the generator.
    var unused = SplitMix64(seed: 0)
    return ScalingFit.fit(points, using: &unused)?.localSlopes.min()
  }
}
