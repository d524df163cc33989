// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Scripts

/// What a step of a script must come to, as reproducers say it.
package enum StepTruth: Sendable {
  /// It is done.
  case done
  /// It is refused: it contradicts this, which has no answer; nil where a number is none. In a
  /// session it is all that was done since the last reading.
  case refused(RightAnswer?)
  /// It is done or refused.
  case either
  /// What it is about is not there.
  case skipped
  /// Reading gives this.
  case answer(RightAnswer)
  /// Reading gives anything: a number of no screen is in force.
  case anything
}

/// The exact answer to what is in force at a step.
package struct RightAnswer: Sendable {
  /// The best there is.
  package struct Optimum: Sendable {
    /// The least sum of violations of each optional strength that occurs, highest first.
    package let levels: [(strength: Strength, least: Rational)]
    /// By variable; one of several right ones where it is not unique.
    package let point: [Rational]
    package let isUnique: Bool

    package init(
      levels: [(strength: Strength, least: Rational)], point: [Rational], isUnique: Bool
    ) {
      self.levels = levels
      self.point = point
      self.isUnique = isUnique
    }
  }

  /// The constraints in force, and a row for each suggestion.
  package let rows: [SolverScript.Constraint]
  /// Nil where the required ones contradict each other.
  package let optimum: Optimum?
  /// How far from it an answer may be, in points, as verdicts have it.
  package let tolerance: Double

  package init(rows: [SolverScript.Constraint], optimum: Optimum?, tolerance: Double) {
    self.rows = rows
    self.optimum = optimum
    self.tolerance = tolerance
  }
}
