// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Solvers

@Suite("The simplex strategy")
struct SimplexSolverTests {
  private func solve(_ system: LinearSystem, limit: WorkLimit = .standard) -> SolveOutcome {
    SimplexSolver().solve(system, limit: limit).outcome
  }

  /// Tiny systems with many ties, contradictions, parallel and redundant constraints.
  private func tinySystem(_ random: inout SplitMix64) -> LinearSystem {
    let variables = 1 + random.below(3)
    var builder = SystemBuilder(variables: variables)
    let numerators: [Int64] = [-16, -3, -2, -1, -1, 0, 1, 1, 1, 2, 3]
    for _ in 0..<(1 + random.below(7)) {
      var terms: [(Rational, Int)] = []
      for variable in 0..<variables where !random.isOneIn(3) {
        terms.append((Rational(random.pick(numerators), Int64(1 + random.below(3))), variable))
      }
      builder.add(
        terms, random.pick(Relation.allCases),
        Rational(Int64(random.below(9) - 4), 1 + 2 * Int64(random.below(2))),
        random.pick([1000, 1000, 751, 750, 250] as [Double]))
    }
    return builder.system
  }

  @Test("agrees with brute force on tiny systems, conflicts included")
  func bruteForce() {
    var outcomes = (optimal: 0, infeasible: 0)
    for seed in 0..<900 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = tinySystem(&random)
      let exact = BruteForce(system)
      let optimum = exact.optimum()
      switch solve(system) {
      case .optimal(let solution):
        outcomes.optimal += 1
        #expect(optimum[0].isZero, "feasible, seed \(seed)")
        let found = system.objectives(at: solution.values)
        for (level, expected) in zip(found, optimum.dropFirst()) {
          #expect(abs(level.violation - expected.doubleValue) < 1e-9, "seed \(seed)")
        }
      case .infeasible(let conflict):
        outcomes.infeasible += 1
        #expect(optimum[0].signum > 0, "infeasible, seed \(seed)")
        #expect(exact.isIrreducible(conflict), "conflict \(conflict), seed \(seed)")
      case .feasible, .gaveUp:
        Issue.record("no claim, seed \(seed)")
      }
    }
    #expect(outcomes.optimal > 300 && outcomes.infeasible > 100, "\(outcomes)")
  }
}
