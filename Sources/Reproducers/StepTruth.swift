// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Scripts

/// The expected result of a step of a script, for reproducers.
package enum StepTruth: Sendable {
  /// The step succeeds.
  case done
  /// The step is refused, because it contradicts these constraints; nil where a number is not
  /// finite or has no double.
  ///
  /// In a session it refuses all changes since the last reading.
  case refused(RightAnswer?)
  /// The step succeeds or is refused.
  case either
  /// The constraint or edit of the step does not exist.
  case skipped
  /// The reading gives this answer.
  case answer(RightAnswer)
  /// The reading may give anything: a number outside the range of screens is in force.
  case anything
}

/// The exact answer to the constraints in force at a step.
package struct RightAnswer: Sendable {
  /// The best layout and its violations.
  package struct Optimum: Sendable {
    /// The least sum of violations of each optional strength that occurs, highest first.
    package let levels: [(strength: Strength, least: Rational)]
    /// The values by variable; one of several optima where it is not unique.
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
  /// The optimum; nil where the required constraints contradict each other.
  package let optimum: Optimum?
  /// The largest accepted difference of an answer from the optimum, in points, as in verdicts.
  package let tolerance: Double

  package init(rows: [SolverScript.Constraint], optimum: Optimum?, tolerance: Double) {
    self.rows = rows
    self.optimum = optimum
    self.tolerance = tolerance
  }
}
