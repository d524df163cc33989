// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
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
    forAll(.feasible, count: 3_000) { claim(of: solver, holdsAbout: $0) }
  }

  @Test("never answers layouts wrongly, and satisfies the required constraints of most")
  func layouts() {
    forAll(.layout(views: 2...21), count: 200) { claim(of: solver, holdsAbout: $0) }
  }

  @Test("an answer with violated preferences is called optimal only if it is proved so")
  func proofs() {
    forAll(.feasible, count: 300, kinds: ["proved": 33]) { system, kinds in
      let outcome = solve(system)
      if case .optimal(let solution) = outcome,
        system.worstDistance(required: false, at: solution.values) > 1e-3
      {
        kinds.note("proved")
      }
      return claim(outcome, of: solver.name, holdsAbout: system)
    }
    // Between two equal wishes every x is optimal; the weakest wish decides for x = 0.
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

  /// Few different rows, each several times: most steps from such a point have length 0.
  private static let meetingWishes = Generator<LinearSystem> { (source) throws(GenerationStop) in
    let variables = try source.integer(in: 1...3)
    var builder = SystemBuilder(variables: variables)
    for _ in 0..<(try source.integer(in: 2...4)) {
      source.beginSpan(.element)
      let first = try source.index(below: variables)
      var terms = [(1, first)]
      if variables > 1, try source.bool() { terms.append((-1, (first + 1) % variables)) }
      let constant = 100 * (try source.index(below: 2))
      let relation = try source.relation()
      for _ in 0..<(try source.integer(in: 1...4)) { builder.add(terms, relation, constant, 500) }
      source.endSpan()
    }
    return builder.system
  }

  @Test("many wishes that meet in one point end in a proof after few pivots")
  func degenerate() {
    forAll(Self.meetingWishes, count: 300) { system in
      let result = solver.solve(system, limit: .standard)
      guard case .optimal = result.outcome else { return .fails("\(result.outcome)") }
      guard result.work.pivots <= 60 else { return .fails("\(result.work.pivots) pivots") }
      return claim(result.outcome, of: solver.name, holdsAbout: system)
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
    forAll(.reordered(.layout(views: 6...6)), count: 60) { pair in
      let outcome = solve(pair.second)
      let first = solve(pair.first)
      guard (outcome.solution == nil) == (first.solution == nil) else {
        return .fails("\(first), in another order \(outcome)")
      }
      return claim(outcome, of: solver.name, holdsAbout: pair.second)
    }
  }

  @Test("a start near the answer saves sweeps")
  func warmStart() {
    var cold = 0
    var warm = 0
    forAll(.layout(views: 4...4), count: 200) { system in
      let first = solver.solve(system, limit: .standard)
      guard let solution = first.outcome.solution else { return .notApplicable }
      let second = solver.solve(system, limit: .standard, startingFrom: solution)
      cold += first.work.iterations
      warm += second.work.iterations
      return .when(second.outcome.solution != nil, else: "\(second.outcome)")
    }
    #expect(warm < cold, "\(warm) sweeps with a start, \(cold) without")
  }

  @Test("contradictory required constraints are never called feasible")
  func contradictions() {
    forAll(.contradictoryLayout(views: 2...7), count: 120) { system in
      let outcomes = [solve(system), NaiveSolver().solve(system, limit: .standard).outcome]
      return .when(outcomes.allSatisfy { $0.solution == nil }, else: "\(outcomes)")
    }
  }

  @Test("hostile systems neither trap nor hang, and give no wrong values")
  func hostile() throws {
    var compared = 0
    for system in HostileSystems.all() {
      guard let values = solve(system).solution?.values else { continue }
      compared += 1
      #expect(values.first { !$0.isFinite } == nil)
      #expect(system.worstDistance(required: true, at: values) < system.wrongDistance)
    }
    #expect(compared >= 5)
    let values = try #require(solve(HostileSystems.longChain()).solution?.values)
    #expect(HostileSystems.longChain().worstDistance(required: true, at: values) < 1e-6)
  }

  @Test("gives up at the work limit, and never does much more than it")
  func workLimit() throws {
    let system = try #require(Generator.layout(views: 12...12).value(seed: 5))
    let whole = solver.solve(system, limit: .standard).work.cellOperations
    for limit in [0, 1, 1_000, whole / 2] {
      let result = solver.solve(system, limit: WorkLimit(cellOperations: limit))
      #expect(result.outcome == .gaveUp(.workLimit))
      #expect(result.work.cellOperations <= limit + 1_500)
    }
  }

  @Test("the same system gives the same result every time")
  func deterministic() {
    forAll(.layout(views: 9...9), count: 50) { system in
      let results = (0..<3).map { _ in solver.solve(system, limit: .standard) }
      return .when(results[0] == results[1] && results[1] == results[2], else: "\(results)")
    }
  }
}
