// SPDX-License-Identifier: MIT

/// What a comparison of a cost came to.
package enum ChangeVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// The candidate costs less, by more than the threshold.
  case faster
  /// The candidate costs more, by more than the threshold.
  case slower
  /// The costs agree within the threshold.
  case equivalent
  /// The samples do not tell.
  case inconclusive

  package var isChange: Bool { self == .faster || self == .slower }

  /// The verdict of an interval: a change only if it lies wholly outside
  /// `[1 / (1 + threshold), 1 + threshold]`, equivalent only if it lies wholly inside.
  ///
  /// - Parameter adjustedProbability: of so large a change by chance, corrected for the number of
  ///   rows; a change whose probability is above the level is none. Equivalence is claimed row by
  ///   row, without correction: it accuses nobody, and a wrong one needs an interval that misses.
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

  /// The verdict of two numbers that are the same in every run: any difference beyond the threshold
  /// is a change.
  package init(baseline: Double, candidate: Double, threshold: Double) {
    let difference = candidate - baseline
    if abs(difference) <= threshold * abs(baseline) {
      self = .equivalent
    } else {
      self = difference > 0 ? .slower : .faster
    }
  }
}
