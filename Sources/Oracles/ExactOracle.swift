// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// An exact solver of linear systems in their intended numbers, which proves each answer.
///
/// It reads the rationals of the system, never its doubles. One run of a rational dictionary
/// simplex serves all strengths. `CertificateChecker`, which is independent of the simplex, checks
/// every answer before it is returned. Trust in this code is therefore not needed: a bug in it
/// shows as `OracleError.certificateRejected`.
package enum ExactOracle {
  /// Returns the exact answer to a system.
  ///
  /// - Throws: `OracleError.limitReached` when the work limit is reached; `.certificateRejected`
  ///   for a bug in the oracle.
  /// - Note: Numerics: exact. Determinism: the same system gives the same answer.
  package static func solve(_ system: LinearSystem, limit: OracleLimit = .standard)
    throws(OracleError) -> ExactAnswer
  {
    try solve(system, LevelTable(system), limit: limit)
  }

  /// Returns a proof that some of the required constraints contradict each other; nil when they can
  /// hold.
  package static func contradiction(
    in system: LinearSystem, among members: [ConstraintID], limit: OracleLimit
  ) throws(OracleError) -> FarkasCertificate? {
    let answer = try solve(system, LevelTable(system, onlyRequired: members), limit: limit)
    if case .infeasible(let certificate) = answer.status { return certificate }
    return nil
  }

  /// Checks an answer once more, to measure the cost of the check.
  ///
  /// - Throws: `OracleError.certificateRejected` when the answer is not proved.
  package static func check(_ answer: ExactAnswer, to system: LinearSystem) throws(OracleError) {
    if let rejection = CertificateChecker.rejection(of: answer, for: system) {
      throw .certificateRejected(rejection)
    }
  }

  /// Returns two optimal layouts without a proof, for a caller that needs none; nil when there is
  /// only one, and where the limit ends the solution.
  ///
  /// They are the same two layouts that `solve` returns.
  package static func unprovedOptima(
    of system: LinearSystem
  ) -> (one: [Rational], other: [Rational])? {
    let table = LevelTable(system)
    guard fits(system, table, .standard), let limit = try? OracleLimit.standard.allowed else {
      return nil
    }
    let meter = DigitMeter(limit)
    var work = 0
    do throws(ArithmeticStop) {
      return optima(
        try SystemRun<Int64>.solving(system, table, limit: limit, meter, work: &work))
    } catch .overflow {
      var left = limit
      left.cellOperations -= work
      guard
        let run = try? SystemRun<BigInt>.solving(system, table, limit: left, meter, work: &work)
      else { return nil }
      return optima(run)
    } catch {
      return nil
    }
  }

  private static func optima<Number>(
    _ run: borrowing SystemRun<Number>
  ) -> (one: [Rational], other: [Rational])? {
    guard run.contradiction == nil, let second = run.secondPoint else { return nil }
    return (run.point, second)
  }

  /// Whether the multipliers of a system are within a limit: each level has one for every
  /// constraint.
  private static func fits(
    _ system: LinearSystem, _ table: LevelTable, _ limit: OracleLimit
  ) -> Bool {
    let multipliers = table.strengths.count.multipliedReportingOverflow(by: system.constraintCount)
    return table.strengths.count <= LevelTable.levelsMax && !multipliers.overflow
      && multipliers.partialValue <= limit.tableauCells
  }

  static func solve(_ system: LinearSystem, _ table: LevelTable, limit: OracleLimit)
    throws(OracleError) -> ExactAnswer
  {
    guard fits(system, table, limit) else { throw .limitReached }
    let numbers = system.variableCount + system.constraintCount + system.cellCount
    let limit = try limit.allowed
    let meter = DigitMeter(limit)
    var work = OracleLimit.costPerNumber * numbers
    // An attempt without an answer is work, too.
    defer { limit.meter?.spend(work + meter.cellOperations) }
    var answer: ExactAnswer
    let rejection: String?
    do throws(ArithmeticStop) {
      answer = try self.answer(to: system, table, limit: limit, meter, work: &work)
      rejection = try CertificateChecker.rejection(of: answer, for: system, table, meter)
    } catch {
      throw .limitReached
    }
    if let rejection { throw .certificateRejected(rejection) }
    answer.work = work + meter.cellOperations
    return answer
  }

  /// Returns the answer in the first tier that fits its numbers, not yet checked.
  private static func answer(
    to system: LinearSystem, _ table: LevelTable, limit: OracleLimit, _ meter: DigitMeter,
    work: inout Int
  ) throws(ArithmeticStop) -> ExactAnswer {
    var operations = 0
    defer { work += operations }
    do throws(ArithmeticStop) {
      return try answer(
        SystemRun<Int64>.solving(system, table, limit: limit, meter, work: &operations))
    } catch .overflow {
      var left = limit
      left.cellOperations -= operations
      var answer = try answer(
        SystemRun<BigInt>.solving(system, table, limit: left, meter, work: &operations))
      answer.usedBigIntegers = true
      return answer
    }
  }

  /// Returns the answer in one tier, not yet checked.
  static func answer<Number>(
    _ run: borrowing SystemRun<Number>
  ) throws(ArithmeticStop) -> ExactAnswer {
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
      let (closing, weights) = try builder.closing(run.sums)
      uniqueness = .unique(
        UniquenessCertificate(
          closing: closing, closingLevels: weights, live: run.live,
          liveMultipliers: run.liveMultipliers, tight: tightRows(run)))
    }
    let optimum = ExactOptimum(
      point: run.point, levels: try builder.levelCertificates(run.sums), uniqueness: uniqueness)
    return ExactAnswer(status: .feasible(optimum), pivots: run.pivots, usedBigIntegers: false)
  }

  /// Returns the eliminated equalities, then the tight residuals of each component.
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
