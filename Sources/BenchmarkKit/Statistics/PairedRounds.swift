// SPDX-License-Identifier: MIT

/// A ratio candidate / baseline with an interval; below 1 the candidate is cheaper.
package struct RatioEstimate: Sendable, Hashable, Codable {
  package let ratio: Double
  /// The ends of the interval; nil when there is a single process, which says nothing about the next one.
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
/// A process is the unit: its rounds share its place in memory and its moment, so that more of them do not make
/// it know more about other processes (Kalibera and Jones, Rigorous benchmarking in reasonable time, ISMM 2013).
package struct PairedRounds: Sendable {
  /// By process, then by round.
  package let logRatios: [[Double]]

  /// - Parameter pairs: what baseline and candidate took in each round of each process.
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

  /// The rounds of several comparisons together, process by process.
  ///
  /// - Returns: nil without comparisons.
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

  package var processMeans: [Double] { logRatios.map(Summary.mean) }

  /// The logarithm of the ratio: the median of the means of the processes.
  package var estimate: Double { Summary.median(processMeans) }

  /// The ratio with its bootstrap interval.
  ///
  /// Processes are drawn first, rounds inside each drawn process second. With few processes plain percentiles
  /// are too narrow, so they are taken further out, as a t interval would be (Hesterberg, What teachers should
  /// know about the bootstrap, The American Statistician 69(4), 2015). A median never leaves the range of what it is
  /// of, which holds the true one with a probability of only `1 - 2^(1 - n)`: with so few processes that this
  /// is less than the confidence, the interval holds the t interval of their means, too.
  ///
  /// - Parameter confidence: as 0.95.
  /// - Complexity: O(resamples * all rounds).
  package func ratio<Source: RandomNumberGenerator>(
    confidence: Double, resamples: Int, using source: inout Source
  ) -> RatioEstimate {
    let ratio = ElementaryFunctions.exponential(estimate)
    guard logRatios.count > 1 else { return RatioEstimate(ratio: ratio, low: nil, high: nil) }
    let drawn = Bootstrap.estimates(count: resamples, using: &source) { source in
      Summary.median(Self.redraw(logRatios, using: &source))
    }
    let tail = Bootstrap.expandedTail(confidence: confidence, units: logRatios.count)
    var low = Summary.quantile(tail, ofSorted: drawn)
    var high = Summary.quantile(1 - tail, ofSorted: drawn)
    let means = processMeans
    if 1 / Double(1 << min(means.count - 1, 60)) > 1 - confidence {
      let error = Summary.deviation(means) / ElementaryFunctions.squareRoot(Double(means.count))
      let reach =
        error
        * StudentDistribution(freedom: means.count - 1)
        .value(withShareAbove: (1 - confidence) / 2)
      low = min(low, Summary.mean(means) - reach)
      high = max(high, Summary.mean(means) + reach)
    }
    return RatioEstimate(
      ratio: ratio, low: ElementaryFunctions.exponential(low),
      high: ElementaryFunctions.exponential(high))
  }

  /// The means of as many processes, drawn with repeats, of rounds drawn with repeats.
  private static func redraw<Source: RandomNumberGenerator>(
    _ processes: [[Double]], using source: inout Source
  ) -> [Double] {
    (0..<processes.count).map { _ in
      let rounds = processes[Bootstrap.index(below: processes.count, using: &source)]
      var sum = 0.0
      for _ in 0..<rounds.count {
        sum += rounds[Bootstrap.index(below: rounds.count, using: &source)]
      }
      return sum / Double(rounds.count)
    }
  }

  /// The probability to see so large a change if the true one were within the threshold: two-sided t test of
  /// the means of the processes against the nearer end of `[1 / (1 + threshold), 1 + threshold]`; 1 when
  /// there is a single process.
  package func changeProbability(threshold: Double) -> Double {
    let means = processMeans
    guard means.count > 1 else { return 1 }
    let excess = abs(Summary.mean(means)) - ElementaryFunctions.logarithm(1 + threshold)
    if excess <= 0 { return 1 }
    let error =
      Summary.deviation(means) / ElementaryFunctions.squareRoot(Double(means.count))
    if error == 0 { return 0 }
    return min(1, 2 * StudentDistribution(freedom: means.count - 1).share(above: excess / error))
  }
}
