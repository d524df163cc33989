// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Solvers
import TestSupport
import Testing

@Suite("The rules that every strategy keeps")
struct ConformanceTests {
  @Test("built-in strategies keep them", arguments: StrategyName.allCases)
  func builtIn(name: StrategyName) {
    switch name {
    case .simplex:
      checkSolverConformance(SimplexSolver(), promises: [.decides, .explains])
    case .relaxation: checkSolverConformance(RelaxationSolver())
    case .naive: checkSolverConformance(NaiveSolver())
    }
  }

  @Test(
    "simplex gives up on a coefficient that a double does not hold",
    arguments: [-400, -320, -310])
  func lostCoefficient(exponent: Int) {
    var builder = SystemBuilder(variables: 1)
    builder.add([(.powerOfTen(exponent), 0)], .equal, .powerOfTen(exponent))
    let outcome = SimplexSolver().solve(builder.system, limit: .standard).outcome
    #expect(outcome == .gaveUp(.numericalDoubt))
  }

  @Test("relaxation claims only numbers, also for variables that no required row contains")
  func noNumber() {
    var builder = SystemBuilder(variables: 2)
    builder.add([(1, 1)], .lessThanOrEqual, 1)
    builder.add(
      [(.powerOfTen(-9), 0), (.powerOfTen(9), 1)], .equal, .powerOfTen(308), 750)
    let outcome = RelaxationSolver().solve(builder.system, limit: .standard).outcome
    let values: [Double] = outcome.solution?.values ?? []
    let isFinite = values.allSatisfy { $0.isFinite }
    #expect(isFinite, "\(outcome)")
  }
}
