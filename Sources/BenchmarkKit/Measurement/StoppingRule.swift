// SPDX-License-Identifier: MIT

import Statistics

/// The rule that stops the measurement of an instance once the intervals of all its comparisons are
/// narrow.
///
/// It uses only the widths, never the positions of intervals, so that it does not wait for a
/// verdict. A run that stops once it shows a change would eventually show one where there is none
/// (Anscombe, Large-sample theory of sequential estimation, Math. Proc. Camb. Philos. Soc. 48,
/// 1952).
package struct StoppingRule: Sendable, Hashable {
  /// The largest number of processes of each arm.
  package var processesMax: Int
  /// The largest accepted half width of an interval of the logarithm of a ratio: nearly a share of
  /// the ratio.
  package var halfWidth: Double
  package var metric: Metric

  private static let confidence = 0.95

  /// Makes the rule; the half width is a third of the metric's threshold unless given.
  package init(processesMax: Int, metric: Metric = .cpu, halfWidth: Double? = nil) {
    self.processesMax = processesMax
    self.metric = metric
    self.halfWidth = halfWidth ?? metric.threshold / 3
  }

  /// Whether more processes could narrow the intervals of an instance.
  ///
  /// `samples` are all samples of the instance so far. The first of `arms` is the baseline of the
  /// others.
  package func needsMore(
    _ samples: [Sample], of instance: String, arms: [String], processes: Int
  ) -> Bool {
    guard processes < processesMax, let baseline = arms.first else { return false }
    let table = SampleTable(samples)
    return arms.dropFirst().contains { arm in
      // An arm that was stopped at the limit has no interval that could become narrow.
      table.pairs(instance, baseline: baseline, candidate: arm, metric: metric)
        .map(isWide) ?? false
    }
  }

  /// Whether the interval of a comparison is wider than wanted.
  package func isWide(_ rounds: PairedRounds) -> Bool {
    let estimate = rounds.ratio(confidence: Self.confidence)
    guard let low = estimate.low, let high = estimate.high else { return true }
    return ElementaryFunctions.logarithm(high / low) / 2 > halfWidth
  }
}
