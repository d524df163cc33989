// SPDX-License-Identifier: MIT

import Reporting
import Statistics

/// The comparison of a side with the baseline on one instance.
package struct ComparisonRow: Sendable, Hashable {
  /// A ratio with its verdict.
  package struct Judged: Sendable, Hashable {
    package var estimate: RatioEstimate
    package var verdict: ChangeVerdict

    package init(estimate: RatioEstimate, verdict: ChangeVerdict) {
      self.estimate = estimate
      self.verdict = verdict
    }
  }

  package var instance: String
  package var side: String
  /// The CPU time of one iteration in nanoseconds; nil when it was stopped.
  package var baselineCost: Double?
  package var cost: Double?
  /// The judged ratio; nil when one of the two was stopped or not measured.
  package var cpu: Judged?
  package var wall: Judged?
  /// The reason for a missing ratio, or an explanation of it; may be empty.
  package var note: String

  package init(
    instance: String, side: String, baselineCost: Double?, cost: Double?, cpu: Judged?,
    wall: Judged? = nil, note: String = ""
  ) {
    self.instance = instance
    self.side = side
    self.baselineCost = baselineCost
    self.cost = cost
    self.cpu = cpu
    self.wall = wall
    self.note = note
  }

  /// The size of the change in either direction; infinite without a ratio.
  package var effect: Double {
    guard let ratio = cpu?.estimate.ratio, ratio > 0, ratio.isFinite else { return .infinity }
    return ratio >= 1 ? ratio : 1 / ratio
  }

  /// Returns the rows with the largest changes first, equal ones in their order.
  static func sorted(_ rows: [ComparisonRow]) -> [ComparisonRow] {
    rows.enumerated().sorted { one, two in
      let (first, second) = (one.element.effect, two.element.effect)
      return first == second ? one.offset < two.offset : first > second
    }.map(\.element)
  }
}

/// The distance of a side from the optimum at the first priority that differs.
package struct ComparisonGap: Sendable, Hashable {
  package var side: String
  package var priority: Double
  /// The largest excess over the least possible sum of violations, in points.
  package var points: Double
  /// The number of instances with such an excess.
  package var instances: Int

  package init(side: String, priority: Double, points: Double, instances: Int) {
    self.side = side
    self.priority = priority
    self.points = points
    self.instances = instances
  }
}

/// The growth of a side's cost over the instances of a series.
package struct ComparisonGrowth: Sendable, Hashable {
  package var series: String
  package var side: String
  /// The measure: `cpu`, or the name of a count.
  package var measure: String
  package var fit: ScalingPlot.Fit
  /// The slope between each size and the next.
  package var localSlopes: [Double]
  /// Whether `n log n` fits the costs as well; nil if it was not examined.
  package var isLinearithmic: Bool?
  package var points: [ScalingPlot.Point]

  package init(
    series: String, side: String, measure: String, fit: ScalingPlot.Fit, localSlopes: [Double],
    isLinearithmic: Bool?, points: [ScalingPlot.Point]
  ) {
    self.series = series
    self.side = side
    self.measure = measure
    self.fit = fit
    self.localSlopes = localSlopes
    self.isLinearithmic = isLinearithmic
    self.points = points
  }

  package static let cpu = "cpu"

  /// The measure as text for people.
  var measureText: String { measure == Self.cpu ? "CPU time" : measure }
  var unit: ChartUnit { measure == Self.cpu ? .nanoseconds : .number }
}

/// The memory of a side in megabytes above that of the same program without work.
package struct ComparisonMemory: Sendable, Hashable {
  package var instance: String
  package var side: String
  package var baseline: Double
  package var candidate: Double?

  package init(instance: String, side: String, baseline: Double, candidate: Double?) {
    self.instance = instance
    self.side = side
    self.baseline = baseline
    self.candidate = candidate
  }
}

/// The comparison of the baseline with a copy of itself: the noise of the machine.
package struct ComparisonControl: Sendable, Hashable {
  package var cpu: RatioEstimate
  package var wall: RatioEstimate
  package var isCPUNoisy: Bool
  package var isWallNoisy: Bool
  /// The number of instances with a reported change although there is none.
  package var falseChanges: Int
  package var instances: Int

  package init(
    cpu: RatioEstimate, wall: RatioEstimate, isCPUNoisy: Bool, isWallNoisy: Bool,
    falseChanges: Int, instances: Int
  ) {
    self.cpu = cpu
    self.wall = wall
    self.isCPUNoisy = isCPUNoisy
    self.isWallNoisy = isWallNoisy
    self.falseChanges = falseChanges
    self.instances = instances
  }
}
