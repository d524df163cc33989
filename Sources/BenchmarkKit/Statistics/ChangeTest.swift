// SPDX-License-Identifier: MIT

/// All comparisons of times of a run, judged together.
package struct ChangeTest: Sendable {
  /// One comparison with its verdict.
  package struct Row: Sendable {
    package let estimate: RatioEstimate
    /// Corrected for the number of rows.
    package let probability: Double
    package let verdict: ChangeVerdict
  }

  /// The chance, over all rows together, to call a change where there is none.
  package let level: Double
  package let resamples: Int
  package let seed: UInt64

  package init(level: Double = 0.05, resamples: Int = 4000, seed: UInt64) {
    self.level = level
    self.resamples = resamples
    self.seed = seed
  }

  /// Judges comparisons of one metric.
  ///
  /// - Parameters:
  ///   - rows: the rounds of each comparison.
  ///   - isNoisy: whether the control of the run has left the threshold; then nothing is decided.
  ///   - makeSource: makes the generator of a row from its seed, so that a row does not depend on its place.
  package func judge<Source: RandomNumberGenerator>(
    _ rows: [PairedRounds], metric: Metric, isNoisy: Bool = false, makeSource: (UInt64) -> Source
  ) -> [Row] {
    let probabilities = HolmCorrection.adjusted(
      rows.map { $0.changeProbability(threshold: metric.threshold) })
    return zip(rows, probabilities).map { rounds, probability in
      var source = makeSource(seed)
      let estimate = rounds.ratio(
        confidence: 1 - level, resamples: resamples, using: &source)
      let verdict = ChangeVerdict(
        estimate, threshold: metric.threshold, adjustedProbability: probability, level: level)
      return Row(
        estimate: estimate, probability: probability, verdict: isNoisy ? .inconclusive : verdict)
    }
  }

  /// Whether a comparison of a strategy with a copy of itself shows that this run cannot tell times apart: the
  /// interval of all its rounds together leaves `[1 / (1 + threshold), 1 + threshold]`.
  package func isNoisy(_ control: RatioEstimate, metric: Metric) -> Bool {
    guard let low = control.low, let high = control.high else { return true }
    return low < 1 / (1 + metric.threshold) || high > 1 + metric.threshold
  }
}
