// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing
import Workloads

@testable import Solvers

@Suite("The simplex strategy")
struct SimplexSolverTests {
  private func solve(_ system: LinearSystem, limit: WorkLimit = .standard) -> SolveOutcome {
    SimplexSolver().solve(system, limit: limit).outcome
  }

  @Test("agrees with brute force on tiny systems, conflicts included")
  func bruteForce() {
    forAll(.tiny, count: 900, floor: 99, kinds: ["optimal": 33, "infeasible": 11]) {
      system, kinds in
      let exact = BruteForce(system)
      let optimum = exact.optimum()
      let outcome = solve(system)
      switch outcome {
      case .optimal(let solution):
        kinds.note("optimal")
        let sums = [0] + system.objectives(at: solution.values).map(\.violation)
        let differences = zip(sums, optimum).map { abs($0 - $1.doubleValue) }
        return .when(
          optimum[0].isZero && differences.allSatisfy { $0 < 1e-9 },
          else: "\(sums) at \(outcome), \(optimum) by brute force")
      case .infeasible(let conflict):
        kinds.note("infeasible")
        return .when(
          optimum[0].signum > 0 && exact.isIrreducible(conflict),
          else: "\(outcome), \(optimum) by brute force")
      // Thirds may be parallel as they were meant, and not as doubles.
      case .gaveUp(.numericalDoubt) where system.isRounded: return .notApplicable
      case .feasible, .gaveUp: return .fails("no claim: \(outcome)")
      }
    }
  }

  @Test("the order of the constraints does not change the optima")
  func permutations() {
    forAll(.reordered(.layout(views: 3...8)), count: 60) { pair in
      let systems = [pair.first, pair.second]
      let sums = systems.compactMap { system in
        solve(system).solution.map { system.objectives(at: $0.values).map(\.violation) }
      }
      guard sums.count == 2 else { return .fails("gave up") }
      return .when(
        zip(sums[0], sums[1]).allSatisfy { abs($0 - $1) < 1e-6 },
        else: "\(sums[0]), in another order \(sums[1])")
    }
  }

  @Test("the same system gives the same result, bit for bit")
  func determinism() throws {
    let system = try #require(Generator.layout(views: 30...30).value(seed: 7))
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

  @Test("sums that cancel in between raise no doubt: large layouts are solved only once")
  func solvedOnce() throws {
    for seed in [1, 300, 301] as [UInt64] {
      let system = try #require(Generator.layout(views: 300...300).value(seed: seed))
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
    forAll(.extreme, count: 300, floor: 10) { system in
      guard let values = solve(system).solution?.values else { return .notApplicable }
      return .when(values.allSatisfy(\.isFinite), else: "\(values)")
    }
    var builder = SystemBuilder(variables: 1)
    builder.add([(.powerOfTen(400), 0)], .equal, Rational(1))
    #expect(solve(builder.system) == .gaveUp(.numericalDoubt))
  }

  @Test("doubles describe a system unless a coefficient vanishes or a right side overflows")
  func faithfulDoubles() {
    func isFaithful(_ coefficient: Rational, _ constant: Rational) -> Bool {
      var builder = SystemBuilder(variables: 1)
      builder.add([(coefficient, 0)], .equal, constant)
      return builder.system.hasFaithfulDoubles
    }
    let tiny = Rational.one / .powerOfTen(400)
    let subnormal = Rational.one / .powerOfTen(310)
    #expect(isFaithful(.one, .zero) && isFaithful(-.powerOfTen(300), tiny))
    #expect(!isFaithful(tiny, .one) && !isFaithful(subnormal, .one))
    #expect(!isFaithful(.powerOfTen(400), .one) && !isFaithful(.one, -.powerOfTen(400)))
    var builder = SystemBuilder(variables: 1)
    builder.add([(.one, 0)], .equal, .powerOfTen(400))
    builder.system.setConstant(.one, of: 0)
    #expect(builder.system.hasFaithfulDoubles)
  }
}
