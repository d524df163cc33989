// SPDX-License-Identifier: MIT

/// When an instance has been measured enough: once the intervals of all its arms beside the first
/// are narrow.
///
/// It looks at widths only, never at where the intervals lie, so that no verdict is waited for: a
/// run that is stopped once it shows a change would show one sooner or later where there is none
/// (Anscombe, Large-sample theory of sequential estimation, Math. Proc. Camb. Philos. Soc. 48,
/// 1952).
package struct StoppingRule: Sendable, Hashable {
  /// Processes of each arm, at most.
  package var processesMax: Int
  /// Half of the width that an interval of the logarithm of a ratio may have: nearly a share of the
  /// ratio.
  package var halfWidth: Double
  package var metric: Metric

  private static let confidence = 0.95

  /// - Parameter halfWidth: a third of the metric's threshold unless given.
  package init(processesMax: Int, metric: Metric = .cpu, halfWidth: Double? = nil) {
    self.processesMax = processesMax
    self.metric = metric
    self.halfWidth = halfWidth ?? metric.threshold / 3
  }

  /// Whether more processes could tell more about an instance.
  ///
  /// - Parameters:
  ///   - samples: all of the instance so far.
  ///   - arms: the first is what the others are compared with.
  package func needsMore(
    _ samples: [Sample], of instance: String, arms: [String], processes: Int
  ) -> Bool {
    guard processes < processesMax, let baseline = arms.first else { return false }
    let table = SampleTable(samples)
    return arms.dropFirst().contains { arm in
      // What was stopped at the limit has no interval that could become narrow.
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
