// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing
import Workloads

@testable import Solvers

@Suite("The simplex strategy")
struct SimplexSolverTests {
  private func solve(_ system: LinearSystem, limit: WorkLimit = .standard) -> SolveOutcome {
    SimplexSolver().solve(system, limit: limit).outcome
  }

  /// Returns a tiny system with many ties, contradictions, parallel and redundant constraints.
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

  @Test("the order of the constraints does not change the optima")
  func permutations() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 3 + random.below(6))
      let all = (0..<system.constraintCount).map { ConstraintID($0) }
      let shuffled = system.keeping(all.shuffled(using: &random))
      guard let first = solve(system).solution, let second = solve(shuffled).solution else {
        Issue.record("gave up, seed \(seed)")
        continue
      }
      let reached = shuffled.objectives(at: second.values)
      for (level, other) in zip(system.objectives(at: first.values), reached) {
        #expect(abs(level.violation - other.violation) < 1e-6, "seed \(seed)")
      }
    }
  }

  @Test("the same system gives the same result, bit for bit")
  func determinism() {
    var random = SplitMix64(seed: 7)
    let system = RandomSystems.layout(&random, views: 30)
    let solver = SimplexSolver()
    #expect(
      solver.solve(system, limit: .standard) == solver.solve(system, limit: .standard))
  }

  @Test("a work limit is kept, and no more work is done")
  func workLimit() {
    let system = Workload.tree(100, isFlexible: true).system
    let full = SimplexSolver().solve(system, limit: .standard)
    for limit in stride(from: 0, to: full.work.cellOperations - 1, by: 1500) {
      let result = SimplexSolver().solve(system, limit: WorkLimit(cellOperations: limit))
      #expect(result.outcome == .gaveUp(.workLimit), "limit \(limit)")
      #expect(result.work.cellOperations < limit + 10_000, "limit \(limit)")
    }
  }

  @Test("intermediate cancellation causes no doubt: large layouts are solved only once")
  func solvedOnce() {
    for seed in [1, 300, 301] as [UInt64] {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 300)
      let result = SimplexSolver().solve(system, limit: .standard)
      #expect(result.outcome.solution != nil, "seed \(seed)")
      // Each variable is eliminated or enters a basis about once; an earlier version took half as
      // much again.
      #expect(result.work.pivots < system.variableCount, "seed \(seed)")
    }
  }

  @Test("systems without variables, constraints or terms have an answer")
  func degenerateShapes() {
    #expect(solve(LinearSystem()) == .optimal(Solution(values: [])))
    var builder = SystemBuilder(variables: 2)
    #expect(solve(builder.system) == .optimal(Solution(values: [0, 0])))
    builder.add([] as [(Int, Int)], .lessThanOrEqual, -1, 250)
    #expect(solve(builder.system) == .optimal(Solution(values: [0, 0])))
    builder.add([] as [(Int, Int)], .lessThanOrEqual, -1)
    #expect(solve(builder.system) == .infeasible(conflict: [ConstraintID(1)]))
  }

  @Test("no number makes it trap, and no huge number makes it answer wrongly")
  func hostileNumbers() {
    let powers = [-400, -308, -160, -20, -9, 0, 9, 20, 160, 308, 400]
    let ten = Rational(10)
    func power(_ exponent: Int) -> Rational {
      var value = Rational(1)
      for _ in 0..<abs(exponent) { value *= ten }
      return exponent < 0 ? Rational(1) / value : value
    }
    let numbers = powers.map(power)
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var builder = SystemBuilder(variables: 3)
      for _ in 0..<6 {
        let terms = (0..<3).map { (random.pick(numbers), $0) }
        builder.add(
          terms, random.pick(Relation.allCases), random.pick(numbers),
          random.pick([1000, 750, 250] as [Double]))
      }
      let outcome = solve(builder.system)
      if let values = outcome.solution?.values {
        #expect(values.allSatisfy { $0.isFinite }, "seed \(seed)")
      }
    }
    var builder = SystemBuilder(variables: 1)
    builder.add([(power(400), 0)], .equal, Rational(1))
    #expect(solve(builder.system) == .gaveUp(.numericalDoubt))
  }
}
