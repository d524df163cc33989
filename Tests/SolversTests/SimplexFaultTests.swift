// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutSolving
import LinearModel
import TestSupport
import Testing

@testable import Solvers

/// Checks each planted fault on a small system that the healthy solver answers correctly and the
/// faulted one wrongly.
@Suite("The faults planted in the simplex strategy")
struct SimplexFaultTests {
  /// Returns a hand-made system of at most four constraints.
  private func example(of fault: SimplexFault) -> LinearSystem {
    var builder = SystemBuilder(variables: 2)
    switch fault {
    case .weightedLevels:
      builder.add([(1, 0)], .equal, 0, 750)
      builder.add([(1, 0)], .equal, 10, 500)
      builder.add([(1, 0)], .equal, 10, 499)
    case .failedPhaseIgnored:
      builder.add([(1, 0), (1, 1)], .greaterThanOrEqual, 10)
      builder.add([(1, 0), (1, 1)], .lessThanOrEqual, 5)
    case .smallCoefficientsDropped:
      builder.add([(Rational(1, 1_000_000_000), 0)], .equal, Rational(1, 1_000_000))
    case .invertedRepairGuard:
      builder.add([(1, 0), (1, 1)], .greaterThanOrEqual, 10)
    case .redundantEqualityRejected:
      builder.add([(Rational(1, 3), 0)], .equal, Rational(1))
      builder.add([(Rational(7, 10), 0), (Rational(-1), 1)], .equal, .zero)
      builder.add([(Rational(1, 10), 0), (Rational(1), 1)], .equal, Rational(24, 10))
    case .goodRowsDropped:
      builder.add([(1, 0), (1, 1)], .lessThanOrEqual, 10)
      builder.add([(1, 0), (-1, 1)], .greaterThanOrEqual, 20)
      builder.add([(1, 1)], .greaterThanOrEqual, 0)
    case .basicErrorsForgotten:
      builder.add([(1, 0), (1, 1)], .equal, 10, 750)
    case .oneSidedEqualities:
      builder.add([(1, 0)], .equal, 10, 750)
    case .fallingRowsIgnored:
      builder.add([(1, 0), (1, 1)], .greaterThanOrEqual, 0)
      builder.add([(1, 0), (2, 1)], .lessThanOrEqual, -10, 750)
      builder.add([(1, 0)], .lessThanOrEqual, 5)
    case .relationNotFlipped:
      builder.add([(-1, 0)], .lessThanOrEqual, -10)
    case .conflictNotMinimal:
      builder.add([(1, 0)], .greaterThanOrEqual, 10)
      builder.add([(1, 0)], .lessThanOrEqual, 5)
      builder.add([(1, 1)], .equal, 0)
    case .closeStrengthsMerged:
      builder.add([(1, 0)], .equal, 0, 751)
      builder.add([(2, 0)], .equal, 20, 750)
    case .staleObjective:
      builder.add([(1, 0), (1, 1)], .equal, 10, 751)
      builder.add([(1, 0), (-1, 1)], .equal, 4, 750)
    case .levelsNotHeld:
      builder.add([(1, 0)], .equal, 0, 751)
      builder.add([(2, 0)], .equal, 20, 750)
    }
    return builder.system
  }

  /// Whether an outcome is correct, by brute force.
  private func isRight(_ outcome: SolveOutcome, _ system: LinearSystem) -> Bool {
    let exact = BruteForce(system)
    let optimum = exact.optimum()
    switch outcome {
    case .optimal(let solution):
      guard optimum[0].isZero else { return false }
      for constraint in 0..<system.constraintCount
      where system.strengths[constraint].isRequired {
        if system.violation(of: constraint, at: solution.values) > 1e-6 { return false }
      }
      return zip(system.objectives(at: solution.values), optimum.dropFirst()).allSatisfy {
        abs($0.violation - $1.doubleValue) < 1e-6
      }
    case .infeasible(let conflict):
      return optimum[0].signum > 0 && exact.isIrreducible(conflict)
    case .feasible, .gaveUp:
      return false
    }
  }

  @Test(
    "show on a small system, which the healthy solver answers correctly",
    arguments: SimplexFault.allCases)
  func showsOnExample(fault: SimplexFault) {
    let system = example(of: fault)
    let healthy = SimplexSolver().solve(system, limit: .standard).outcome
    #expect(isRight(healthy, system), "healthy: \(healthy)")
    let faulted = SimplexSolver(fault: fault).solve(system, limit: .standard).outcome
    #expect(!isRight(faulted, system), "faulted: \(faulted)")
    if case .gaveUp = faulted { Issue.record("the fault gives up instead of answering") }
  }

  @Test("always end in an answer or in giving up", arguments: SimplexFault.allCases)
  func ends(fault: SimplexFault) {
    forAll(.layout(views: 2...9), count: 40) { system in
      let result = SimplexSolver(fault: fault).solve(
        system, limit: WorkLimit(cellOperations: 2_000_000))
      return .when(result.work.cellOperations < 3_000_000, else: "\(result.work)")
    }
  }
}
