// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Judges one strategy's answer to a system by the exact one.
///
/// A strategy fails only when its answer is provably farther than the tolerance from *every* right
/// answer. Let `S_p` be the sum of all absolute coefficients at strength `p`, and let some optimal
/// layout be within `d` of the answer. Then each required constraint is violated by at most
/// `d |a_i|`, and each level's sum of violations is within `d S_p` of its optimum. So the largest
/// of these quotients is a lower bound of the distance, also when the layout is ambiguous. There
/// are two exceptions without a claim. In one, the strategies' doubles have another answer than the
/// intended numbers. In the other, the optimum reacts violently to rounding.
///
/// - Parameters:
///   - result: the strategy's result.
///   - system: the system given to the strategy.
///   - answer: the exact answer to the same system.
///   - limit: the limit of each exact solution for doubtful cases and conflict sets; all of them
///     are one question (`OracleLimit.ofQuestion`).
/// - Returns: the verdict with the numbers behind it.
/// - Throws: `OracleError.certificateRejected` for a bug in the oracle; never `.limitReached`,
///   which is the verdict `.undecided(.oracleLimit)`.
package func judge(
  _ result: SolveResult, of system: LinearSystem, against answer: ExactAnswer,
  limit: OracleLimit = .standard
) throws(OracleError) -> Judgement {
  do {
    return try Judge(system: system, answer: answer, limit: limit).judgement(of: result.outcome)
  } catch .limitReached {
    return Judgement(.undecided(.oracleLimit))
  }
}

/// The state of one judgement.
struct Judge {
  let system: LinearSystem
  let answer: ExactAnswer
  /// The limit of each exact solution, with the meter of the judgement.
  let limit: OracleLimit
  let tolerance: Double

  init(system: LinearSystem, answer: ExactAnswer, limit: OracleLimit) {
    self.system = system
    self.answer = answer
    self.limit = limit.ofQuestion
    tolerance = Judge.tolerance(for: system, answer)
  }

  /// Returns the accepted distance from every right answer, in points.
  static func tolerance(for system: LinearSystem, _ answer: ExactAnswer) -> Double {
    system.acceptedDistance(at: (answer.optimum?.point ?? []).lazy.map(\.doubleValue))
  }

  func judgement(of outcome: SolveOutcome) throws(OracleError) -> Judgement {
    switch outcome {
    case .gaveUp(.processFailed(let failure)): return Judgement(.processFailed(failure))
    case .gaveUp(let reason): return try judgement(ofGiveUp: reason)
    case .infeasible(let conflict): return try judgement(ofConflict: conflict)
    case .feasible(let solution):
      return try judgement(of: solution, claimsOptimal: false)
    case .optimal(let solution):
      return try judgement(of: solution, claimsOptimal: true)
    }
  }

  // MARK: - Solutions

  private func judgement(
    of solution: Solution, claimsOptimal: Bool
  ) throws(OracleError) -> Judgement {
    guard solution.values.count == system.variableCount,
      solution.values.allSatisfy(\.isFinite)
    else { return Judgement(.malformed) }
    let screening = SolutionScreening(
      system: system, values: solution.values, tolerance: tolerance)
    if let optimum = answer.optimum {
      if claimsOptimal ? screening.isOptimal(optimum) : screening.requiredHold() {
        return Judgement(.pass, tolerance: tolerance)
      }
    }
    let violations = try ExactViolations(of: solution, in: system, limit: limit)
    let required = requiredDistance(violations, at: solution)
    guard let optimum = answer.optimum else {
      // Any answer must violate some required constraint; the question is whether visibly.
      return required > tolerance
        ? Judgement(.wrongFeasible, measured: required, tolerance: tolerance)
        : Judgement(.undecided(.knifeEdge), measured: required, tolerance: tolerance)
    }
    if required > tolerance, let worst = violations.worstRequired {
      return Judgement(.requiredViolated(worst), measured: required, tolerance: tolerance)
    }
    if !claimsOptimal { return Judgement(.pass, measured: required, tolerance: tolerance) }
    return try judgement(of: solution, violations, optimum)
  }

  /// Returns the distance from the required constraints, minus the part that reading the numbers as
  /// doubles explains.
  private func requiredDistance(_ violations: ExactViolations, at solution: Solution) -> Double {
    guard let worst = violations.worstRequired else { return 0 }
    let explained = distance(explainedBy: CollectionOfOne(worst.index), at: solution)
    return max(0, violations.requiredDistance.doubleValue - explained)
  }

  /// Returns the distance that the rounding of doubles explains, a part of 2^-40 of the summands.
  ///
  /// It counts only for coordinates of millions of points and more.
  private func distance(
    explainedBy constraints: some Sequence<Int>, at solution: Solution
  ) -> Double {
    var (size, norm) = (0.0, 0.0)
    for constraint in constraints {
      size += abs(system.constants[constraint])
      for cell in system.cells(of: constraint) {
        let coefficient = system.coefficients[cell]
        size += abs(coefficient * solution.values[Int(system.columns[cell])])
        norm += abs(coefficient)
      }
    }
    return norm > 0 && size.isFinite ? size / norm * 0x1p-40 : 0
  }

  /// Judges a solution whose required constraints hold: the levels from high to low, then the
  /// coordinates of a unique layout.
  private func judgement(
    of solution: Solution, _ violations: ExactViolations, _ optimum: ExactOptimum
  ) throws(OracleError) -> Judgement {
    var largest = violations.requiredDistance.doubleValue
    for (level, measured) in violations.levels.enumerated() where !measured.sensitivity.isZero {
      let excess = measured.violation - optimum.levels[level].optimum
      let distance = (excess / measured.sensitivity).doubleValue
      largest = max(largest, abs(distance))
      if abs(distance) <= tolerance { continue }
      // Where several layouts are right, the answer may be far beyond the exact one's numbers.
      let rows = (0..<system.constraintCount).filter { system.strengths[$0] == measured.strength }
      if abs(distance) <= tolerance + self.distance(explainedBy: rows, at: solution) { continue }
      // Weak duality allows a gain below the optimum for violations above, all of them within the
      // tolerance. Such an answer is inconsistent with its own condition, not with the problem.
      let price = try 1 + (price(of: optimum.levels[level]) / measured.sensitivity).doubleValue
      if excess.signum < 0 || distance <= tolerance * price {
        return Judgement(
          .undecided(.illConditioned), measured: abs(distance), tolerance: tolerance)
      }
      return try confirmed(.worseThanOptimal(measured.strength), measured: distance)
    }
    guard optimum.isUnique, let (variable, distance) = farthest(solution, from: optimum.point)
    else { return Judgement(.pass, measured: largest, tolerance: tolerance) }
    if distance <= tolerance { return Judgement(.pass, measured: distance, tolerance: tolerance) }
    // By all constraints the answer is right, to `largest`. If its coordinates differ by far more
    // than that, the problem magnifies rounding.
    if distance > largest * Judge.magnificationMax {
      return Judgement(.undecided(.illConditioned), measured: distance, tolerance: tolerance)
    }
    return try confirmed(.wrongValue(variable), measured: distance)
  }

  /// The largest accepted magnification of a layout's error over that of its constraints; a problem
  /// beyond it is ill-conditioned.
  private static let magnificationMax = 10_000.0

  private func farthest(
    _ solution: Solution, from point: [Rational]
  ) -> (VariableID, Double)? {
    var best: (VariableID, Double)?
    for (index, value) in solution.values.enumerated() {
      guard let exact = Rational(exactly: value) else { continue }
      let distance = (exact - point[index]).magnitude.doubleValue
      if distance > best?.1 ?? -1 { best = (VariableID(index), distance) }
    }
    return best
  }

  /// Returns the part of a level's violation that one point of distance at all higher levels can
  /// change.
  private func price(of certificate: LevelCertificate) throws(OracleError) -> Rational {
    try limit.counting { (meter) throws(ArithmeticStop) in
      var price = Rational.zero
      for entry in certificate.multipliers.entries {
        let norm = try system.exactNorm(of: entry.constraint, meter)
        try meter.add(entry.value.magnitude, times: norm, to: &price)
      }
      return price
    }
  }

  /// Returns the failure, unless the doubles taken literally have another answer than the intended
  /// numbers.
  private func confirmed(
    _ verdict: Verdict, measured: Double
  ) throws(OracleError) -> Judgement {
    if try ReadingComparison(of: system, answer, limit: limit) == .different {
      return Judgement(.undecided(.readingsDiffer), measured: measured, tolerance: tolerance)
    }
    return Judgement(verdict, measured: measured, tolerance: tolerance)
  }
}

extension LinearSystem {
  /// Returns the distance between an answer and the right one that the judge accepts, in points:
  /// 1e-6 pt for layouts of usual size; beyond, 1e-9 times the largest number.
  ///
  /// `values` are the right values of the variables, and none for a system without any.
  ///
  /// - Complexity: O(constraints + values).
  package func acceptedDistance(at values: some Sequence<Double>) -> Double {
    var scale = 1000.0
    for constant in constants { scale = max(scale, abs(constant)) }
    for value in values { scale = max(scale, abs(value)) }
    return 1e-6 * (scale / 1000)
  }
}
