// SPDX-License-Identifier: MIT

/// A verdict with the numbers behind it.
package struct Judgement: Sendable, Hashable {
  package var verdict: Verdict
  /// A proved lower bound of the distance between the answer and every right one, in points, as far
  /// as the verdict needs it.
  ///
  /// It is 0 when the verdict is not about a distance.
  package var measured: Double
  /// The distance up to which an answer passes, in points.
  package var tolerance: Double

  package init(_ verdict: Verdict, measured: Double = 0, tolerance: Double = 0) {
    self.verdict = verdict
    self.measured = measured
    self.tolerance = tolerance
  }
}
