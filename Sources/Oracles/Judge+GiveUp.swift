// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension Judge {
  /// The largest ratio of two coefficients, one of them perhaps 1, and the largest constant or
  /// coordinate in points, of a system of usual numbers.
  ///
  /// Both are choices: the multipliers of cases outside of the profile `extreme` are between 0.1
  /// and 49.
  private static let usualRatio = 1e3
  private static let usualMagnitude = 1e6

  /// The distance of a clear contradiction, in tolerances.
  ///
  /// A smaller one may be rounding for a solver, and is still more than an answer may be off. It is
  /// a choice: healthy sessions doubted no clearer one in 125,000 scripts.
  private static let clearDistance = 1e3

  /// Judges an answer that claims nothing.
  ///
  /// Rounding is an excuse where it may decide the answer: the numbers are of very different
  /// orders, the problem magnifies rounding, its two readings differ, or the contradiction is
  /// within rounding. Without this, a strategy that gave up all conflicts would never be blamed. A
  /// healthy strategy gives up a few of 100,000 cases without an excuse, so campaigns tolerate
  /// some.
  ///
  /// - Throws: `OracleError.certificateRejected` for a bug in the oracle.
  func judgement(ofGiveUp reason: GiveUpReason) throws(OracleError) -> Judgement {
    guard reason == .numericalDoubt || reason == .noConvergence, hasUsualNumbers else {
      return Judgement(.gaveUp(reason))
    }
    do throws(OracleError) {
      return try isFarFromDoubt()
        ? Judgement(.needlessGiveUp, tolerance: tolerance) : Judgement(.gaveUp(reason))
    } catch .limitReached {
      return Judgement(.gaveUp(reason))
    }
  }

  /// Whether no number is far larger than another one, or than a point.
  private var hasUsualNumbers: Bool {
    var (smallest, largest) = (1.0, 1.0)
    for coefficient in system.coefficients where coefficient != 0 {
      smallest = min(smallest, abs(coefficient))
      largest = max(largest, abs(coefficient))
    }
    // The tolerance grows with the largest constant and coordinate.
    return largest <= Self.usualRatio * smallest
      && tolerance <= system.acceptedDistance(at: CollectionOfOne(Self.usualMagnitude))
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
