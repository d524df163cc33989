// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The violations of a system by given values, in exact numbers.
///
/// Doubles are read as dyadic fractions, coefficients in their intended form.
package struct ExactViolations: Sendable, Hashable {
  /// The required constraint with the largest violation per unit of its coefficients; nil when none
  /// is violated.
  package var worstRequired: ConstraintID?
  /// Its violation divided by the sum of its absolute coefficients: a lower bound of the distance
  /// to every point that satisfies it.
  package var requiredDistance: Rational
  /// The sums of violations at each optional strength, highest first.
  package var levels: [Level]

  /// One strength with the sum of its violations.
  package struct Level: Sendable, Hashable {
    package var strength: Strength
    package var violation: Rational
    /// The sum of all absolute coefficients at this strength: the largest change of the violation
    /// for one point of distance.
    package var sensitivity: Rational
  }

  /// - Precondition: one finite value for each variable.
  /// - Throws: `.limitReached` when adding up takes too many digits.
  package init(
    of solution: Solution, in system: LinearSystem, limit: OracleLimit = .standard
  ) throws(OracleError) {
    self = try limit.counting { (meter) throws(ArithmeticStop) in
      try Self(of: solution, in: system, meter)
    }
  }

  private init(
    of solution: Solution, in system: LinearSystem, _ meter: DigitMeter
  ) throws(ArithmeticStop) {
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
      let violation = try system.exactViolation(of: constraint, at: point, meter)
      let norm = try system.exactNorm(of: constraint, meter)
      let level = Int(table.levels[constraint])
      if level > 0 {
        try meter.add(violation, to: &levels[level - 1].violation)
        try meter.add(norm, to: &levels[level - 1].sensitivity)
      } else if !violation.isZero, !norm.isZero {
        try meter.charge(violation, norm)
        let distance = violation / norm
        try meter.charge(distance, requiredDistance)
        if distance > requiredDistance {
          requiredDistance = distance
          worstRequired = ConstraintID(constraint)
        }
      }
    }
  }
}

extension LinearSystem {
  /// Returns the exact violation of a constraint of a system that is bounded by limits already,
  /// such as a solved one.
  package func exactViolation(of constraint: Int, at point: [Rational]) -> Rational {
    do throws(ArithmeticStop) {
      return try exactViolation(of: constraint, at: point, DigitMeter(limit: .max))
    } catch {
      preconditionFailure("no limit, and nothing that overflows")
    }
  }

  /// Returns the exact violation of a constraint: 0 when it holds.
  ///
  /// - Throws: `.limit` when adding up takes too many digits.
  package func exactViolation(
    of constraint: Int, at point: [Rational], _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Rational {
    violation(try exactResidual(of: constraint, at: point, meter), of: constraint)
  }

  /// Returns the left side of a constraint minus its right side.
  package func exactResidual(
    of constraint: Int, at point: [Rational], _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Rational {
    var residual = -exactConstants[constraint]
    for cell in cells(of: constraint) {
      try meter.add(
        exactCoefficients[cell], times: point[Int(columns[cell])], to: &residual)
    }
    return residual
  }

  /// Returns the violation of a constraint with a residual.
  package func violation(_ residual: Rational, of constraint: Int) -> Rational {
    switch relations[constraint] {
    case .equal: return residual.magnitude
    case .greaterThanOrEqual: return residual.signum < 0 ? -residual : .zero
    case .lessThanOrEqual: return residual.signum > 0 ? residual : .zero
    }
  }

  /// Returns the sum of the absolute coefficients of a constraint.
  func exactNorm(of constraint: Int, _ meter: DigitMeter) throws(ArithmeticStop) -> Rational {
    var norm = Rational.zero
    for cell in cells(of: constraint) {
      try meter.add(exactCoefficients[cell].magnitude, to: &norm)
    }
    return norm
  }
}
