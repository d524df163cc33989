// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import TestSupport

@testable import Solvers

extension LinearSystem {
  /// How far a constraint is from holding at the exact values of doubles, per unit of its norm.
  func exactDistance(of constraint: Int, at values: [Double]) -> Double {
    var sum = -exactConstants[constraint]
    var norm = Rational.zero
    for cell in cells(of: constraint) {
      guard let value = Rational(exactly: values[Int(columns[cell])]) else { return .infinity }
      sum += exactCoefficients[cell] * value
      norm += exactCoefficients[cell].magnitude
    }
    switch relations[constraint] {
    case .equal: sum = sum.magnitude
    case .lessThanOrEqual: sum = max(sum, .zero)
    case .greaterThanOrEqual: sum = max(-sum, .zero)
    }
    if sum.isZero { return 0 }
    return norm.isZero ? .infinity : sum.doubleValue / norm.doubleValue
  }

  /// The largest exact distance over the constraints that are, or are not, required.
  func worstDistance(required: Bool, at values: [Double]) -> Double {
    var worst = 0.0
    for row in 0..<constraintCount where strengths[row].isRequired == required {
      worst = max(worst, exactDistance(of: row, at: values))
    }
    return worst
  }

  /// The distance at which an answer is provably wrong.
  var wrongDistance: Double { 1e-6 * max(1, (constants.map { abs($0) }.max() ?? 0) / 1000) }
}

/// Checks an answer to a system whose required constraints can hold.
///
/// A claim of feasibility is checked on the exact numbers. One of optimality holds when no optional
/// constraint is violated, or else when the simplex strategy, which works in another way, finds the
/// same sums.
func claim(
  _ outcome: SolveOutcome, of name: String, holdsAbout system: LinearSystem
) -> PropertyOutcome {
  if case .infeasible = outcome { return .fails("\(name) says infeasible about a feasible system") }
  guard let values = outcome.solution?.values else { return .notApplicable }
  guard values.count == system.variableCount else { return .fails("\(values.count) values") }
  let wrong = system.wrongDistance / 3
  let distance = system.worstDistance(required: true, at: values)
  guard distance < wrong else { return .fails("\(name) breaks what is required by \(distance)") }
  guard case .optimal = outcome, system.worstDistance(required: false, at: values) >= wrong else {
    return .holds
  }
  let reference = SimplexSolver().solve(system, limit: .standard).outcome
  guard case .optimal(let other) = reference else {
    return .fails("nothing to compare \(name) with: simplex \(reference)")
  }
  let sums = system.objectives(at: values).map(\.violation)
  let others = system.objectives(at: other.values).map(\.violation)
  let difference = zip(sums, others).map { abs($0 - $1) }.max() ?? 0
  return .when(difference < 1e-5, else: "\(name) \(sums), simplex \(others)")
}

/// Checks the answer of a strategy to a system whose required constraints can hold.
func claim(of solver: some Solver, holdsAbout system: LinearSystem) -> PropertyOutcome {
  let outcome = solver.solve(system, limit: .standard).outcome
  return claim(outcome, of: solver.name, holdsAbout: system)
}

/// Whether an outcome is false about a system that can hold all its required constraints.
func isLie(_ outcome: SolveOutcome, about system: LinearSystem, optimum: [Double]) -> Bool {
  if case .infeasible = outcome { return true }
  guard let values = outcome.solution?.values else { return false }
  if system.worstDistance(required: true, at: values) > system.wrongDistance { return true }
  guard case .optimal = outcome else { return false }
  return zip(system.objectives(at: values), optimum).contains {
    abs($0.violation - $1) > 1e-3
  }
}
