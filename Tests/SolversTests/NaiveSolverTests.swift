// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Solvers

@Suite("The naive strategy")
struct NaiveSolverTests {
  private func solve(_ system: LinearSystem, limit: WorkLimit = .standard) -> SolveOutcome {
    NaiveSolver().solve(system, limit: limit).outcome
  }

  @Test("never answers small random systems wrongly")
  func smallSystems() {
    forAll(.feasible, count: 4_000, floor: 80) { claim(of: NaiveSolver(), holdsAbout: $0) }
  }

  @Test("never answers layouts wrongly, and satisfies the required constraints of most")
  func layouts() {
    forAll(.layout(views: 2...21), count: 300, floor: 80) {
      claim(of: NaiveSolver(), holdsAbout: $0)
    }
  }

  @Test("a layout that its constraints determine is optimal")
  func determined() {
    var builder = SystemBuilder(variables: 3)
    builder.add([(1, 0)], .equal, 10)
    builder.add([(1, 1), (-1, 0), (-1, 2)], .equal, 0)
    builder.add([(Rational(1), 2), (Rational(-1, 3), 0)], .equal, .zero)
    builder.add([(1, 2)], .greaterThanOrEqual, 0)
    let solution = solve(builder.system).solution
    guard case .optimal = solve(builder.system), let values = solution?.values else {
      Issue.record("not optimal")
      return
    }
    #expect(abs(values[1] - 40.0 / 3) < 1e-12)
  }

  @Test("an optional constraint that contradicts a stronger one is dropped")
  func dropped() {
    var builder = SystemBuilder(variables: 1)
    builder.add([(1, 0)], .equal, 50, 250)
    builder.add([(1, 0)], .equal, 100, 750)
    builder.add([(1, 0)], .lessThanOrEqual, 80)
    #expect(solve(builder.system) == .feasible(Solution(values: [80])))
  }

  @Test("contradicting required equalities are infeasible")
  func contradiction() {
    var builder = SystemBuilder(variables: 2)
    builder.add([(1, 0), (1, 1)], .equal, 10)
    builder.add([(1, 0)], .equal, 4)
    builder.add([(3, 1)], .equal, 19)
    #expect(solve(builder.system) == .infeasible(conflict: []))
    var bounded = SystemBuilder(variables: 1)
    bounded.add([(1, 0)], .equal, 4)
    bounded.add([(1, 0)], .greaterThanOrEqual, 5)
    #expect(solve(bounded.system) == .infeasible(conflict: []))
  }

  @Test("redundant required equalities with thirds are no contradiction")
  func redundancy() {
    var builder = SystemBuilder(variables: 3)
    builder.add([(Rational(1), 0), (Rational(-1, 3), 1)], .equal, Rational(1, 7))
    builder.add([(Rational(1), 1), (Rational(-1, 3), 2)], .equal, Rational(1, 7))
    builder.add([(Rational(9), 0), (Rational(-1), 2)], .equal, Rational(12, 7))
    builder.add([(1, 2)], .equal, 5)
    guard case .optimal = solve(builder.system) else {
      Issue.record("\(solve(builder.system))")
      return
    }
  }

  @Test("small coefficients are not ignored")
  func smallCoefficients() {
    var builder = SystemBuilder(variables: 1)
    builder.add([(Rational(1, 1_000_000_000), 0)], .equal, .one)
    guard case .optimal(let solution) = solve(builder.system) else {
      Issue.record("\(solve(builder.system))")
      return
    }
    #expect(abs(solution.values[0] - 1e9) < 1e-6)
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
    let whole = NaiveSolver().solve(system, limit: .standard).work.cellOperations
    for limit in [0, 1, 100, whole / 2] {
      let result = NaiveSolver().solve(system, limit: WorkLimit(cellOperations: limit))
      #expect(result.outcome == .gaveUp(.workLimit))
      #expect(result.work.cellOperations <= limit + 1_000)
    }
  }

  @Test("the same system gives the same result every time")
  func deterministic() {
    forAll(.layout(views: 9...9), count: 100) { system in
      let results = (0..<3).map { _ in NaiveSolver().solve(system, limit: .standard) }
      return .when(results[0] == results[1] && results[1] == results[2], else: "\(results)")
    }
  }
}
