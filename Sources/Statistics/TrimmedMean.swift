// SPDX-License-Identifier: MIT

/// The mean without the largest and the smallest fifth of the values, with its standard error.
///
/// On a shared machine one process in ten is off by many times the variation of the others. A mean
/// follows it, and a median uses less than half of the information of the others. The error is that
/// of the values with the outer ones replaced by the last that count. Fewer than ten values are all
/// used, and the error is that of a plain mean.
///
/// Reference: Yuen, The two-sample trimmed t for unequal population variances, Biometrika 61(1),
/// 1974.
package struct TrimmedMean: Sendable, Hashable {
  package let mean: Double
  /// The standard error; 0 for a single value, whose error is unknown.
  package let standardError: Double
  /// The degrees of freedom of `(mean - truth) / standardError` under Student's t distribution; 0
  /// for a single value.
  package let freedom: Int

  private static let share = 0.2
  private static let fewest = 10

  /// - Precondition: `values` is not empty.
  /// - Complexity: O(n log n).
  package init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing has no mean")
    let sorted = values.sorted()
    let count = sorted.count
    let trimmed = count < Self.fewest ? 0 : Int(Self.share * Double(count))
    let kept = count - 2 * trimmed
    let (low, high) = (sorted[trimmed], sorted[count - 1 - trimmed])
    mean = Summary.mean(Array(sorted[trimmed..<count - trimmed]))
    freedom = kept - 1
    guard kept > 1 else {
      standardError = 0
      return
    }
    let movedIn = sorted.map { min(max($0, low), high) }
    standardError =
      Summary.deviation(movedIn)
      * ElementaryFunctions.squareRoot(Double(count - 1) / Double(kept * (kept - 1)))
  }

  /// Returns the half width of the interval around `mean`; nil for a single value.
  package func reach(confidence: Double) -> Double? {
    guard freedom > 0 else { return nil }
    return standardError
      * StudentDistribution(freedom: freedom).value(withShareAbove: (1 - confidence) / 2)
  }

  /// Returns the probability of a mean so far from 0, if the true one were within `threshold` of
  /// it.
  ///
  /// This is a two-sided t test against the nearer end; 1 for a single value.
  package func probability(beyond threshold: Double) -> Double {
    let excess = abs(mean) - threshold
    if freedom == 0 || excess <= 0 { return 1 }
    if standardError == 0 { return 0 }
    return min(1, 2 * StudentDistribution(freedom: freedom).share(above: excess / standardError))
  }
}
