// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// How the answer to a system as it was meant (`1/3`) and the one to the doubles that strategies
/// see relate.
package enum ReadingComparison: Sendable, Hashable, CaseIterable {
  /// Every number is a double: there is one reading.
  case single
  /// Both are feasible with the same optima and the same unique layout, within the tolerance, or
  /// neither is feasible.
  case same
  /// Nothing can be claimed about an answer, whatever it says.
  case different

  /// Solves the second reading, and compares.
  ///
  /// - Parameters:
  ///   - system: the system as meant.
  ///   - answer: the exact answer to `system` as meant.
  ///   - limit: of the second solution.
  /// - Throws: `.limitReached`; `.certificateRejected` for a bug in the oracle.
  package init(
    of system: LinearSystem, _ answer: ExactAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) {
    if system.isExactInDoubles {
      self = .single
    } else if let literal = system.dyadicReading() {
      let other = try ExactOracle.solve(literal, limit: limit)
      let agree = try limit.counting { (meter) throws(Interruption) in
        try Self.agree(answer, other, in: system, meter)
      }
      self = agree ? .same : .different
    } else {
      self = .different
    }
  }

  private static func agree(
    _ meant: ExactAnswer, _ literal: ExactAnswer, in system: LinearSystem, _ meter: DigitMeter
  ) throws(Interruption) -> Bool {
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
