// SPDX-License-Identifier: MIT

import BenchmarkKit

/// A side beside the baseline on one instance.
package struct ComparisonRow: Sendable, Hashable {
  /// A ratio with what it was judged to be.
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
  /// Nanoseconds of CPU time of one iteration; nil when it was stopped.
  package var baselineCost: Double?
  package var cost: Double?
  /// Nil when one of the two was stopped, or not measured.
  package var cpu: Judged?
  package var wall: Judged?
  /// Why there is no ratio, or how it is to be read; may be empty.
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

  /// How large the change is, in either direction; what has no ratio comes first.
  package var effect: Double {
    guard let ratio = cpu?.estimate.ratio, ratio > 0, ratio.isFinite else { return .infinity }
    return ratio >= 1 ? ratio : 1 / ratio
  }

  /// The largest changes first, equal ones in their order.
  static func sorted(_ rows: [ComparisonRow]) -> [ComparisonRow] {
    rows.enumerated().sorted { one, two in
      let (first, second) = (one.element.effect, two.element.effect)
      return first == second ? one.offset < two.offset : first > second
    }.map(\.element)
  }
}

/// How far a side is from the optimum at a priority that is the first to differ.
package struct ComparisonGap: Sendable, Hashable {
  package var side: String
  package var priority: Double
  /// The largest excess over the least possible sum of violations.
  package var points: Double
  /// On how many instances there is one.
  package var instances: Int

  package init(side: String, priority: Double, points: Double, instances: Int) {
    self.side = side
    self.priority = priority
    self.points = points
    self.instances = instances
  }
}

/// How the cost of a side grows over the instances of a series.
package struct ComparisonGrowth: Sendable, Hashable {
  package var series: String
  package var side: String
  /// `cpu`, or the name of a count.
  package var measure: String
  package var fit: ScalingPlot.Fit
  /// The slope between each size and the next.
  package var localSlopes: [Double]
  /// Whether `n log n` explains the costs as well; nil where that was not asked.
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

  /// What is measured, for people.
  var measureText: String { measure == Self.cpu ? "CPU time" : measure }
  var unit: ChartUnit { measure == Self.cpu ? .nanoseconds : .number }
}

/// Megabytes over those of the same program with nothing to do.
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

/// The baseline beside a copy of itself: how noisy the machine was.
package struct ComparisonControl: Sendable, Hashable {
  package var cpu: RatioEstimate
  package var wall: RatioEstimate
  package var isCPUNoisy: Bool
  package var isWallNoisy: Bool
  /// On how many instances a change would have been called although nothing changed.
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
