// SPDX-License-Identifier: MIT

/// A test of several comparisons of times, corrected for their number.
package struct ChangeTest: Sendable {
  /// One comparison, not yet judged.
  package struct Question: Sendable {
    package let rounds: PairedRounds
    package let metric: Metric
    /// The comparison of the baseline with a copy of itself in the same rounds; nil when there is
    /// none.
    package let control: PairedRounds?
    /// Whether the control of the whole run is beyond the threshold; then every verdict is
    /// inconclusive.
    package let isNoisy: Bool

    package init(
      _ rounds: PairedRounds, _ metric: Metric, control: PairedRounds? = nil, isNoisy: Bool = false
    ) {
      self.rounds = rounds
      self.metric = metric
      self.control = control
      self.isNoisy = isNoisy
    }
  }

  /// One comparison with its verdict.
  package struct Row: Sendable {
    package let estimate: RatioEstimate
    /// The probability, corrected for the number of rows.
    package let probability: Double
    package let verdict: ChangeVerdict
  }

  /// The accepted chance, over all rows together, of a change reported where there is none.
  package let level: Double

  package init(level: Double = 0.05) { self.level = level }

  /// Judges comparisons together.
  package func judge(_ questions: [Question]) -> [Row] {
    func interval(_ rounds: PairedRounds) -> RatioEstimate { rounds.ratio(confidence: 1 - level) }
    let margins = questions.map { question in
      margin(question.control.map(interval), question.metric)
    }
    let probabilities = HolmCorrection.adjusted(
      zip(questions, margins).map { $0.rounds.changeProbability(threshold: $1) })
    return questions.indices.map { index in
      let question = questions[index]
      let estimate = interval(question.rounds)
      var verdict = ChangeVerdict(
        estimate, threshold: margins[index], adjustedProbability: probabilities[index],
        level: level)
      // If the control itself is beyond the threshold, no row can be equivalent within it.
      let isBlurred = margins[index] > question.metric.threshold && verdict == .equivalent
      if question.isNoisy || isBlurred { verdict = .inconclusive }
      return Row(estimate: estimate, probability: probabilities[index], verdict: verdict)
    }
  }

  /// Returns the least relative change that matters: the threshold, or the reach of the control on
  /// the same instance if that is larger.
  private func margin(_ control: RatioEstimate?, _ metric: Metric) -> Double {
    guard let low = control?.low, let high = control?.high else { return metric.threshold }
    return max(metric.threshold, high - 1, 1 / low - 1)
  }

  /// Whether the control shows that this run cannot distinguish times: the interval of all its
  /// rounds together leaves `[1 / (1 + threshold), 1 + threshold]`.
  package func isNoisy(_ control: RatioEstimate, metric: Metric) -> Bool {
    guard let low = control.low, let high = control.high else { return true }
    return low < 1 / (1 + metric.threshold) || high > 1 + metric.threshold
  }
}
