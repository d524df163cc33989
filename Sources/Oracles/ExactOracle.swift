// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Solves linear systems exactly, as they were meant, and proves each answer.
///
/// Reads the rationals of the system, never its doubles. One run of a rational dictionary simplex serves all
/// strengths; every answer passes `CertificateChecker`, which knows nothing of the simplex, before anybody
/// sees it. So nobody has to trust this code: a bug in it shows as `OracleError.certificateRejected`.
package enum ExactOracle {
  /// The exact answer to a system.
  ///
  /// - Throws: `OracleError.limitReached` when the work limit is reached; `.certificateRejected` for
  ///   a bug in the oracle.
  /// - Note: Numerics: exact. Determinism: the same system gives the same answer.
  package static func solve(_ system: LinearSystem, limit: OracleLimit = .standard)
    throws(OracleError) -> ExactAnswer
  {
    try solve(system, LevelTable(system), limit: limit)
  }

  /// Whether some of the required constraints contradict each other, with the proof.
  package static func contradiction(
    in system: LinearSystem, among members: [ConstraintID], limit: OracleLimit
  ) throws(OracleError) -> FarkasCertificate? {
    let answer = try solve(system, LevelTable(system, onlyRequired: members), limit: limit)
    if case .infeasible(let certificate) = answer.status { return certificate }
    return nil
  }

  /// Checks an answer once more, for whoever wants to know what that takes.
  ///
  /// - Throws: `OracleError.certificateRejected` when the answer is not proved.
  package static func check(_ answer: ExactAnswer, to system: LinearSystem) throws(OracleError) {
    if let rejection = CertificateChecker.rejection(of: answer, for: system) {
      throw .certificateRejected(rejection)
    }
  }

  static func solve(_ system: LinearSystem, _ table: LevelTable, limit: OracleLimit)
    throws(OracleError) -> ExactAnswer
  {
    // Each level has a multiplier for every constraint.
    let multipliers = table.strengths.count.multipliedReportingOverflow(by: system.constraintCount)
    guard table.strengths.count <= LevelTable.levelsMax, !multipliers.overflow,
      multipliers.partialValue <= limit.tableauCells
    else { throw .limitReached }
    var answer: ExactAnswer
    do {
      answer = self.answer(try SystemRun<Int64>.solving(system, table, limit: limit))
    } catch .overflow {
      do {
        answer = self.answer(try SystemRun<BigInt>.solving(system, table, limit: limit))
        answer.usedBigIntegers = true
      } catch {
        throw .limitReached
      }
    } catch {
      throw .limitReached
    }
    if let rejection = CertificateChecker.rejection(of: answer, for: system, table) {
      throw .certificateRejected(rejection)
    }
    return answer
  }

  /// The answer in one tier, not yet checked.
  static func answer<Number>(_ run: borrowing SystemRun<Number>) -> ExactAnswer {
    if let multipliers = run.contradiction {
      return ExactAnswer(
        status: .infeasible(FarkasCertificate(multipliers: multipliers)),
        pivots: run.pivots, usedBigIntegers: false)
    }
    let builder = CertificateBuilder(run)
    let uniqueness: ExactOptimum.Uniqueness
    if let second = run.secondPoint {
      uniqueness = .ambiguous(second)
    } else {
      let (closing, weights) = builder.closing()
      uniqueness = .unique(
        UniquenessCertificate(
          closing: closing, closingLevels: weights, live: run.live,
          liveMultipliers: run.liveMultipliers, tight: tightRows(run)))
    }
    let optimum = ExactOptimum(
      point: run.point, levels: builder.levelCertificates(), uniqueness: uniqueness)
    return ExactAnswer(status: .feasible(optimum), pivots: run.pivots, usedBigIntegers: false)
  }

  /// The eliminated equalities, then the residuals that hold each component.
  private static func tightRows<Number>(
    _ run: borrowing SystemRun<Number>
  ) -> [UniquenessCertificate.TightRow] {
    var rows: [UniquenessCertificate.TightRow] = []
    let count = run.elimination.pivots.count
    rows.reserveCapacity(count + run.tight.count)
    for pivot in 0..<count {
      rows.append(
        .init(
          constraint: Int(run.elimination.pivots.constraints[pivot]),
          pivotHint: Int(run.elimination.pivotColumns[pivot])))
    }
    rows += run.tight
    return rows
  }
}
