// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension Judge {
  /// The largest ratio of two coefficients, and the largest constant or coordinate, of a system of
  /// usual numbers.
  private static let usualRatio = 1e3
  private static let usualMagnitude = 1e6

  /// The distance of a clear contradiction, in tolerances.
  ///
  /// A smaller one may be rounding for a solver, and is still more than an answer may be off.
  private static let clearDistance = 1000.0

  /// Judges an answer that claims nothing.
  ///
  /// Rounding is an excuse where it may decide the answer: the numbers are of very different
  /// orders, the problem magnifies rounding, its two readings differ, or feasibility changes within
  /// the tolerance. Anywhere else a strategy must not be in doubt. Otherwise one that has lost half
  /// of its answers would be silent. An iteration that does not settle is in doubt, too: in one of
  /// 40,000 such cases a healthy one does not. So campaigns excuse a few.
  func judgement(ofGiveUp reason: GiveUpReason) throws(OracleError) -> Judgement {
    guard reason == .numericalDoubt || reason == .noConvergence, hasUsualNumbers,
      try isFarFromDoubt()
    else { return Judgement(.gaveUp(reason)) }
    return Judgement(.needlessGiveUp, tolerance: tolerance)
  }

  /// Whether no number is far larger than another one, or than a point.
  private var hasUsualNumbers: Bool {
    var (smallest, largest) = (1.0, 1.0)
    for coefficient in system.coefficients where coefficient != 0 {
      smallest = min(smallest, abs(coefficient))
      largest = max(largest, abs(coefficient))
    }
    // The tolerance grows with the largest constant and coordinate.
    return largest <= Self.usualRatio * smallest && tolerance <= 1e-9 * Self.usualMagnitude
  }

  private func isFarFromDoubt() throws(OracleError) -> Bool {
    if case .infeasible(let proof) = answer.status {
      // Beside the conflict of a proof there may be another one that only exact numbers have.
      guard system.isExactInDoubles else { return false }
      return try system.distance(of: proof, limit) > Self.clearDistance * tolerance
    }
    if Conditioning(of: answer, in: system).isIll { return false }
    return try ReadingComparison(of: system, answer, limit: limit) != .different
  }
}
