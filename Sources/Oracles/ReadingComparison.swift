// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The comparison of the answer to a system in intended numbers (`1/3`) with the one in the doubles
/// that strategies see.
package enum ReadingComparison: Sendable, Hashable, CaseIterable {
  /// Every number is a double: there is one reading.
  case single
  /// Both are feasible with the same optima and the same unique layout, within the tolerance, or
  /// neither is feasible.
  case same
  /// No claim can be made about any answer.
  case different

  /// Solves the second reading, and compares both.
  ///
  /// - Parameters:
  ///   - system: the system in intended numbers.
  ///   - answer: the exact answer to `system`.
  ///   - limit: the limit of the second solution.
  /// - Throws: `.limitReached`; `.certificateRejected` for a bug in the oracle.
  package init(
    of system: LinearSystem, _ answer: ExactAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) {
    if system.isExactInDoubles {
      self = .single
    } else if let literal = system.dyadicReading() {
      let other = try ExactOracle.solve(literal, limit: limit)
      let agree = try limit.counting { (meter) throws(ArithmeticStop) in
        try Self.agree(answer, other, in: system, meter)
      }
      self = agree ? .same : .different
    } else {
      self = .different
    }
  }

  private static func agree(
    _ meant: ExactAnswer, _ literal: ExactAnswer, in system: LinearSystem, _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Bool {
    guard let first = meant.optimum, let second = literal.optimum else {
      return meant.isFeasible == literal.isFeasible
    }
    let tolerance = Judge.tolerance(for: system, meant)
    for (level, certificate) in first.levels.enumerated() {
      var sensitivity = 0.0
      for constraint in 0..<system.constraintCount
      where system.strengths[constraint] == certificate.strength {
        sensitivity += try system.exactNorm(of: constraint, meter).doubleValue
      }
      let optimum = second.levels[level].optimum
      try meter.charge(optimum, certificate.optimum)
      let difference = (optimum - certificate.optimum).magnitude.doubleValue
      if difference > tolerance * sensitivity { return false }
    }
    guard first.isUnique == second.isUnique else { return false }
    guard first.isUnique else { return true }
    for (one, other) in zip(second.point, first.point) {
      try meter.charge(one, other)
      if (one - other).magnitude.doubleValue > tolerance { return false }
    }
    return true
  }
}
