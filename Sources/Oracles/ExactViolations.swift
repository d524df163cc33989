// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// How far given values are from satisfying a system, in exact numbers: doubles are read as the dyadic
/// fractions they are, coefficients as they were meant.
package struct ExactViolations: Sendable, Hashable {
  /// The required constraint with the largest violation per unit of its coefficients, if any is violated.
  package var worstRequired: ConstraintID?
  /// Its violation divided by the sum of its absolute coefficients: a lower bound of the distance to every
  /// point that satisfies it.
  package var requiredDistance: Rational
  /// The sum of violations at each optional strength, highest first.
  package var levels: [Level]

  /// One strength with the sum of its violations.
  package struct Level: Sendable, Hashable {
    package var strength: Strength
    package var violation: Rational
    /// The sum of all absolute coefficients at this strength: how much one point of distance may change
    /// the violation.
    package var sensitivity: Rational
  }

  /// - Precondition: one finite value for each variable.
  package init(of solution: Solution, in system: LinearSystem) {
    let table = LevelTable(system)
    let point = solution.values.map { value -> Rational in
      guard let exact = Rational(exactly: value) else {
        preconditionFailure("\(value) is no number")
      }
      return exact
    }
    precondition(point.count == system.variableCount, "\(point.count) values")
    worstRequired = nil
    requiredDistance = .zero
    levels = table.strengths.map { Level(strength: $0, violation: .zero, sensitivity: .zero) }
    for constraint in 0..<system.constraintCount {
      let violation = system.exactViolation(of: constraint, at: point)
      let norm = system.exactNorm(of: constraint)
      let level = Int(table.levels[constraint])
      if level > 0 {
        levels[level - 1].violation += violation
        levels[level - 1].sensitivity += norm
      } else if !violation.isZero, !norm.isZero {
        let distance = violation / norm
        if distance > requiredDistance {
          requiredDistance = distance
          worstRequired = ConstraintID(constraint)
        }
      }
    }
  }
}

extension LinearSystem {
  /// The exact violation of a constraint: 0 when it holds.
  package func exactViolation(of constraint: Int, at point: [Rational]) -> Rational {
    var residual = -exactConstants[constraint]
    for cell in cells(of: constraint) {
      residual += exactCoefficients[cell] * point[Int(columns[cell])]
    }
    switch relations[constraint] {
    case .equal: return residual.magnitude
    case .greaterThanOrEqual: return residual.signum < 0 ? -residual : .zero
    case .lessThanOrEqual: return residual.signum > 0 ? residual : .zero
    }
  }

  /// The sum of the absolute coefficients of a constraint.
  func exactNorm(of constraint: Int) -> Rational {
    var norm = Rational.zero
    for cell in cells(of: constraint) { norm += exactCoefficients[cell].magnitude }
    return norm
  }
}
