// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Statistics

/// The growth of a strategy's work when a case is repeated.
package struct CostGrowth: Sendable, Hashable {
  package let scaling: CaseScaling
  /// The smallest power of the size by which the work grows when the family doubles.
  package let power: Double
  /// The power of the class of the case.
  package let expected: Double

  package init(_ scaling: CaseScaling, power: Double, expected: Double) {
    self.scaling = scaling
    self.power = power
    self.expected = expected
  }

  /// Measures the growth of a solver; nil when the case is too large or cannot be repeated, or a
  /// member was given up.
  ///
  /// - Parameters:
  ///   - solver: the solver whose work is measured.
  ///   - layoutCase: the case to repeat.
  ///   - scaling: the way to repeat it.
  ///   - expected: the power of the class of the case.
  ///   - limit: the work limit of a system. A member that is given up shows nothing about growth:
  ///     when rounding leaves a doubt, a strategy solves again in a slower way before it gives up.
  ///     The cost model judges whether that is too expensive.
  init?(
    of solver: any Solver, on layoutCase: LayoutCase, _ scaling: CaseScaling, expected: Double,
    limit: (LinearSystem) -> WorkLimit
  ) {
    guard let family = Self.family(of: layoutCase, scaling),
      let power = Self.power(of: solver, on: family, withGiveUps: false, limit: limit)
    else { return nil }
    self.init(scaling, power: power, expected: expected)
  }

  /// The difference of the power to the power of the class.
  package var excess: Double { power - expected }

  /// The excess as a finding; nil when the excess is within the margin.
  package var finding: CostExcess? {
    guard excess > CostOracle.powerMargin else { return nil }
    return CostExcess(
      .growth(scaling.rawValue), .cellOperations, measured: power, expected: expected)
  }

  /// Returns the members of a case's family, from small to large; nil when the case has no family.
  static func family(of layoutCase: LayoutCase, _ scaling: CaseScaling) -> [LinearSystem]? {
    guard layoutCase.constraints.count <= CaseScaling.constraintsMax else { return nil }
    var systems: [LinearSystem] = []
    for copies in CaseScaling.copyCounts {
      guard let image = scaling.image(of: layoutCase, copies: copies) else { return nil }
      systems.append(lower(image).system)
    }
    return systems
  }

  /// Returns the power by which the work grows over a family.
  ///
  /// - Parameters:
  ///   - solver: the solver whose work is measured.
  ///   - family: the members, from small to large.
  ///   - withGiveUps: whether members that are given up in doubt count like others. The power of a
  ///     class is fitted with them, so it is rather too high than too low.
  ///   - limit: the work limit of a system.
  /// - Returns: nil when a member reached the work limit, or was given up and does not count.
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
          size: Double(CostModel.size(of: system)),
          costs: [CostModel.cost(result.work.cellOperations)]))
    }
    return power(points)
  }

  /// Returns the smallest power by which single costs grow from one size to the next.
  ///
  /// A cost that jumps once, when a strategy changes its method, does not grow by a power.
  static func power(_ points: [ScalingFit.Point]) -> Double? {
    // One cost for each size has no interval, so nothing is drawn from the generator.
    var unused = SplitMix64(seed: 0)
    return ScalingFit.fit(points, using: &unused)?.localSlopes.min()
  }
}
