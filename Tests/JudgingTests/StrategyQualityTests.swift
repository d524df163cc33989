// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles
import Solvers
import Testing

@testable import Judging

@Suite("Distance of the approximate strategies from the exact optimum")
struct StrategyQualityTests {
  /// Returns the first strength, from high to low, at which the violation of a point exceeds the
  /// optimum by more than half a point; nil if there is none.
  private func worseLevel(_ solution: Solution, _ system: LinearSystem, _ optimum: ExactOptimum)
    -> Strength?
  {
    zip(system.objectives(at: solution.values), optimum.levels)
      .first { $0.violation > $1.optimum.doubleValue + 0.5 }?.0.strength
  }

  @Test(
    "generated cases: the relaxation strategy is near the optimum, and neither strategy gives up")
  func generated() throws {
    let source = CaseSource(seed: 1)
    var near = 0
    var gaveUp = [0, 0]
    let count = 160
    for index in 0..<count {
      let system = CaseRunner.plain(try source.generate(index).layoutCase).system
      let answer = try ExactOracle.solve(system)
      let outcomes = [
        RelaxationSolver().solve(system, limit: .standard).outcome,
        NaiveSolver().solve(system, limit: .standard).outcome,
      ]
      for (strategy, outcome) in outcomes.enumerated() {
        if case .gaveUp = outcome { gaveUp[strategy] += 1 }
      }
      if let optimum = answer.optimum {
        guard let solution = outcomes[0].solution else { continue }
        if worseLevel(solution, system, optimum) == nil { near += 1 }
      } else if case .infeasible = outcomes[0] {
        near += 1
      }
    }
    #expect(near * 100 >= count * 95, "\(near) of \(count)")
    #expect(gaveUp.allSatisfy { $0 * 100 <= count }, "\(gaveUp) of \(count)")
  }
}
