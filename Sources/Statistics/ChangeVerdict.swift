// SPDX-License-Identifier: MIT

/// The verdict of comparing one cost of a baseline and a candidate.
package enum ChangeVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// The candidate costs less, by more than the threshold.
  case faster
  /// The candidate costs more, by more than the threshold.
  case slower
  /// The costs agree within the threshold.
  case equivalent
  /// The samples do not decide.
  case inconclusive

  package var isChange: Bool { self == .faster || self == .slower }

  /// Makes the verdict of an interval: a change only if it is wholly outside
  /// `[1 / (1 + threshold), 1 + threshold]`, equivalent only if it is wholly inside.
  ///
  /// `adjustedProbability` is the probability of so large a change by chance, corrected for the
  /// number of rows. Above `level` there is no change. Equivalence is decided row by row without
  /// correction: it accuses no arm, and a wrong one needs an interval that misses.
  package init(
    _ estimate: RatioEstimate, threshold: Double, adjustedProbability: Double, level: Double
  ) {
    guard let low = estimate.low, let high = estimate.high else {
      self = .inconclusive
      return
    }
    if low > 1 + threshold {
      self = adjustedProbability <= level ? .slower : .inconclusive
    } else if high < 1 / (1 + threshold) {
      self = adjustedProbability <= level ? .faster : .inconclusive
    } else if low >= 1 / (1 + threshold), high <= 1 + threshold {
      self = .equivalent
    } else {
      self = .inconclusive
    }
  }

  /// Makes the verdict of two deterministic numbers: any difference beyond the threshold is a
  /// change.
  package init(baseline: Double, candidate: Double, threshold: Double) {
    let difference = candidate - baseline
    if abs(difference) <= threshold * abs(baseline) {
      self = .equivalent
    } else {
      self = difference > 0 ? .slower : .faster
    }
  }
}
