// SPDX-License-Identifier: MIT

/// A ratio candidate / baseline with an interval; below 1 the candidate is cheaper.
package struct RatioEstimate: Sendable, Hashable, Codable {
  package let ratio: Double
  /// The ends of the interval; nil with a single process, which does not show the variation between
  /// processes.
  package let low: Double?
  package let high: Double?

  package init(ratio: Double, low: Double?, high: Double?) {
    self.ratio = ratio
    self.low = low
    self.high = high
  }
}

/// The logarithms of candidate / baseline, round by round, in several processes.
///
/// A process is the unit: its rounds share addresses and time, so more of them do not reveal the
/// variation between processes.
///
/// Reference: Kalibera and Jones, Rigorous benchmarking in reasonable time, ISMM 2013.
package struct PairedRounds: Sendable {
  /// The logarithms by process, then by round.
  package let logRatios: [[Double]]

  /// - Parameter pairs: the costs of baseline and candidate in each round of each process.
  /// - Precondition: there is a process, each has a round, and all costs are positive.
  package init(_ pairs: [[(baseline: Double, candidate: Double)]]) {
    precondition(!pairs.isEmpty, "there is no process")
    logRatios = pairs.map { rounds in
      precondition(!rounds.isEmpty, "a process has no round")
      return rounds.map { pair in
        precondition(
          pair.baseline > 0 && pair.candidate > 0,
          "costs must be positive, not \(pair.baseline) and \(pair.candidate)")
        return ElementaryFunctions.logarithm(pair.candidate / pair.baseline)
      }
    }
  }

  /// Returns the rounds of several comparisons together, process by process; nil without
  /// comparisons.
  package static func pooled(_ comparisons: [PairedRounds]) -> PairedRounds? {
    let count = comparisons.map(\.logRatios.count).max() ?? 0
    if count == 0 { return nil }
    return PairedRounds(
      logRatios: (0..<count).map { process in
        comparisons.flatMap { process < $0.logRatios.count ? $0.logRatios[process] : [] }
      })
  }

  /// - Precondition: there is a process, and each has a round.
  package init(logRatios: [[Double]]) {
    precondition(!logRatios.isEmpty && logRatios.allSatisfy { !$0.isEmpty }, "rounds are missing")
    self.logRatios = logRatios
  }

  /// The median of the rounds of each process: a round disturbed by other programs does not count
  /// for more.
  package var processMedians: [Double] { logRatios.map(Summary.median) }

  /// Returns the ratio with its interval: the trimmed mean of the processes' logarithms and its
  /// error.
  ///
  /// `confidence` is a fraction, as 0.95.
  ///
  /// - Complexity: O(n log n) for n rounds in all.
  package func ratio(confidence: Double) -> RatioEstimate {
    let center = TrimmedMean(processMedians)
    let ratio = ElementaryFunctions.exponential(center.mean)
    guard let reach = center.reach(confidence: confidence) else {
      return RatioEstimate(ratio: ratio, low: nil, high: nil)
    }
    return RatioEstimate(
      ratio: ratio, low: ElementaryFunctions.exponential(center.mean - reach),
      high: ElementaryFunctions.exponential(center.mean + reach))
  }

  /// Returns the probability of so large a change if the true one were within the threshold, that
  /// is, in `[1 / (1 + threshold), 1 + threshold]`; 1 with a single process.
  package func changeProbability(threshold: Double) -> Double {
    TrimmedMean(processMedians)
      .probability(beyond: ElementaryFunctions.logarithm(1 + threshold))
  }
}
