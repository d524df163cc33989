// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Solvers

@Suite("The relaxation strategy")
struct RelaxationSolverTests {
  private let solver = RelaxationSolver()

  private func solve(_ system: LinearSystem) -> SolveOutcome {
    solver.solve(system, limit: .standard).outcome
  }

  @Test("never answers small random systems wrongly")
  func smallSystems() {
    for seed in 0..<3_000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      checkClaim(of: solver, about: RandomSystems.small(&random), seed: seed)
    }
  }

  @Test("never answers layouts wrongly, and satisfies the required constraints of most")
  func layouts() {
    var answered = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 2 + random.below(20))
      if checkClaim(of: solver, about: system, seed: seed).solution != nil { answered += 1 }
    }
    #expect(answered > 180, "answered \(answered) of 200 layouts")
  }

  @Test("an answer with violated preferences is called optimal only if it is proved so")
  func proofs() {
    var proved = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.small(&random)
      guard case .optimal(let solution) = checkClaim(of: solver, about: system, seed: seed) else {
        continue
      }
      if system.worstDistance(required: false, at: solution.values) > 1e-3 { proved += 1 }
    }
    #expect(proved > 100, "proved \(proved) of 300")
    // Between two equal preferences every x is optimal; the weakest preference decides for x = 0.
    var builder = SystemBuilder(variables: 2)
    for wish in [0, 10] { builder.add([(1, 0)], .equal, wish, 500) }
    builder.add([(1, 0), (1, 1)], .equal, 4, 250)
    builder.add([(1, 1)], .equal, 100, 100)
    let outcome = solve(builder.system)
    guard case .optimal(let solution) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(abs(solution.values[0]) < 1e-9 && abs(solution.values[1] - 4) < 1e-9)
  }

  @Test("many preferences that meet in one point end in a proof after few pivots")
  func degenerate() {
    let seed: UInt64 = 77
    var random = SplitMix64(seed: seed)
    for index in 0..<300 {
      let variables = 1 + random.below(3)
      var builder = SystemBuilder(variables: variables)
      // Few different rows, each several times: most steps from such a point have length 0.
      for _ in 0..<(2 + random.below(3)) {
        let first = random.below(variables)
        var terms = [(1, first)]
        if variables > 1, random.below(2) == 0 { terms.append((-1, (first + 1) % variables)) }
        let constant = 100 * random.below(2)
        let relation = [Relation.equal, .lessThanOrEqual, .greaterThanOrEqual][random.below(3)]
        for _ in 0..<(1 + random.below(4)) { builder.add(terms, relation, constant, 500) }
      }
      let result = solver.solve(builder.system, limit: .standard)
      let comment = Comment("seed \(seed), system \(index)")
      guard case .optimal = result.outcome else {
        Issue.record("\(result.outcome): \(comment)")
        continue
      }
      #expect(result.work.pivots <= 60, comment)
      checkClaim(of: solver, about: builder.system, seed: UInt64(index))
    }
  }

  @Test("within a strength the sum of violations is minimized, not the number of violations")
  func sums() {
    // Satisfying the first constraint of a strength gives 0 and a sum of 300; the median gives 100.
    var builder = SystemBuilder(variables: 1)
    for wish in [0, 100, 100, 100, 200] { builder.add([(1, 0)], .equal, wish, 500) }
    let values = solve(builder.system).solution?.values ?? []
    #expect(builder.system.objectives(at: values).first?.violation == 200)
  }

  @Test("a stronger constraint is not traded against weaker ones")
  func strengths() {
    var builder = SystemBuilder(variables: 1)
    builder.add([(1, 0)], .equal, 0, 500)
    for _ in 0..<1_001 { builder.add([(1, 0)], .equal, 10, 499) }
    #expect(solve(builder.system).solution?.values == [0])
  }

  @Test("the order of the constraints does not decide whether the required ones hold")
  func permutation() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 6)
      var order = Array(0..<system.constraintCount)
      for index in order.indices { order.swapAt(index, random.below(index + 1)) }
      let shuffled = system.reordered(order)
      let outcome = checkClaim(of: solver, about: shuffled, seed: seed)
      #expect((outcome.solution == nil) == (solve(system).solution == nil), "seed \(seed)")
    }
  }

  @Test("a start near the answer saves sweeps")
  func warmStart() {
    var cold = 0
    var warm = 0
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 4)
      let first = solver.solve(system, limit: .standard)
      guard let solution = first.outcome.solution else { continue }
      let second = solver.solve(system, limit: .standard, startingFrom: solution)
      cold += first.work.iterations
      warm += second.work.iterations
      #expect(second.outcome.solution != nil, "seed \(seed)")
    }
    #expect(warm < cold, "\(warm) sweeps with a start, \(cold) without")
  }

  @Test("contradictory required constraints are never called feasible")
  func contradictions() {
    for seed in 0..<120 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var builder = SystemBuilder()
      builder.system = RandomSystems.layout(&random, views: 2 + random.below(6))
      let variable = random.below(builder.system.variableCount)
      builder.add([(1, variable)], .greaterThanOrEqual, 11, 1000)
      builder.add([(2, variable)], .lessThanOrEqual, 21, 1000)
      #expect(solve(builder.system).solution == nil, "seed \(seed)")
      #expect(NaiveSolver().solve(builder.system, limit: .standard).outcome.solution == nil)
    }
  }

  @Test("hostile systems neither trap nor hang, and give no wrong values")
  func hostile() throws {
    for system in HostileSystems.all() {
      guard let values = solve(system).solution?.values else { continue }
      #expect(values.first { !$0.isFinite } == nil)
      #expect(system.worstDistance(required: true, at: values) < system.wrongDistance)
    }
    let values = try #require(solve(HostileSystems.longChain()).solution?.values)
    #expect(HostileSystems.longChain().worstDistance(required: true, at: values) < 1e-6)
  }

  @Test("gives up at the work limit, and never exceeds it by much")
  func workLimit() {
    var random = SplitMix64(seed: 5)
    let system = RandomSystems.layout(&random, views: 12)
    let whole = solver.solve(system, limit: .standard).work.cellOperations
    for limit in [0, 1, 1_000, whole / 2] {
      let result = solver.solve(system, limit: WorkLimit(cellOperations: limit))
      #expect(result.outcome == .gaveUp(.workLimit))
      #expect(result.work.cellOperations <= limit + 1_500)
    }
  }

  @Test("the same system gives the same result every time")
  func deterministic() {
    for seed in 0..<50 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let system = RandomSystems.layout(&random, views: 9)
      let results = (0..<3).map { _ in solver.solve(system, limit: .standard) }
      #expect(results[0] == results[1] && results[1] == results[2], "seed \(seed)")
    }
  }
}

extension LinearSystem {
  /// Returns the same constraints in another order.
  fileprivate func reordered(_ order: [Int]) -> LinearSystem {
    var system = LinearSystem()
    for _ in 0..<variableCount { system.addVariable() }
    for row in order {
      let terms = cells(of: row).map {
        Term(exactCoefficients[$0], VariableID(Int(columns[$0])))
      }
      system.addConstraint(terms, relations[row], exactConstants[row], strength: strengths[row])
    }
    return system
  }
}
