// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import TestSupport
import Testing
import Workloads

@testable import Solvers

@Suite("Quality and cost of the relaxation strategy's answers")
struct RelaxationQualityTests {
  private let solver = RelaxationSolver()

  /// The largest accepted violation sum at each strength, in points; half a point is hardly
  /// visible.
  private static let visible = 0.5

  @Test(
    "answers random layouts within half a point of the simplex strategy's sums, and proves most")
  func layouts() {
    forAll(.layout(views: 2...17), count: 750, kinds: ["near": 98, "proved": 95]) { system, kinds in
      let outcome = solver.solve(system, limit: .standard).outcome
      let best = SimplexSolver().solve(system, limit: .standard).outcome
      if let values = outcome.solution?.values, let best = best.solution?.values {
        if case .optimal = outcome { kinds.note("proved") }
        let excess = zip(system.objectives(at: values), system.objectives(at: best)).map {
          $0.violation - $1.violation
        }
        if excess.allSatisfy({ $0 <= Self.visible }) { kinds.note("near") }
      }
      return claim(outcome, of: solver.name, holdsAbout: system)
    }
  }

  @Test("proves contradictions among inequalities, as the naive strategy does")
  func contradictions() {
    forAll(.contradictoryLayout(views: 2...7), count: 60) { system in
      for solver in [solver, NaiveSolver()] as [any Solver] {
        let outcome = solver.solve(system, limit: .standard).outcome
        if outcome != .infeasible(conflict: []) { return .fails("\(solver.name): \(outcome)") }
      }
      return .holds
    }
  }

  @Test(
    "reaches the known optima of the workloads",
    arguments: [
      (Workload.chain(10), 388.0), (.chain(100), 3808), (.chain(1000), 38008),
      (.tree(10), 113901.5), (.tree(100), 401733.875), (.tree(1000), 1136083.75),
      (.tree(10, isFlexible: true), 113901.5), (.tree(100, isFlexible: true), 401733.875),
      (.tree(1000, isFlexible: true), 1136083.75),
    ])
  func workloads(workload: Workload, weak: Double) throws {
    let system = workload.system
    let outcome = solver.solve(system, limit: .standard).outcome
    let values = try #require(outcome.solution?.values, "\(outcome)")
    #expect(system.worstDistance(required: true, at: values) < system.wrongDistance / 3)
    for (strength, violation) in system.objectives(at: values) {
      #expect(violation <= (strength == Workload.weak ? weak : 0) + Self.visible)
    }
  }

  @Test("ten times the boxes cost little more than ten times the work")
  func growth() {
    for make in [{ Workload.chain($0) }, { Workload.tree($0) }] as [(Int) -> Workload] {
      let work = [100, 1000].map { solver.solve(make($0).system, limit: .standard).work }
      #expect(work[1].cellOperations < 16 * work[0].cellOperations, "\(work)")
    }
  }

  @Test("a resized window takes fewer sweeps from the previous layout")
  func resizing() {
    let before = solver.solve(Workload.chain(100).system, limit: .standard)
    let after = Workload.chain(100, isResized: true).system
    let cold = solver.solve(after, limit: .standard)
    let warm = solver.solve(
      after, limit: .standard, startingFrom: before.outcome.solution)
    #expect(warm.work.iterations < cold.work.iterations)
    let sums = [cold, warm].map { result in
      result.outcome.solution.map { after.objectives(at: $0.values).map(\.violation) } ?? []
    }
    #expect(!sums[0].isEmpty && sums[0].count == sums[1].count)
    #expect(zip(sums[0], sums[1]).allSatisfy { abs($0 - $1) < Self.visible })
  }
}

@Suite("Proofs by multipliers")
struct MultiplierProofTests {
  /// The contradicting system of `x >= 10`, `x + y <= 4` and `y >= 0`.
  private var contradiction: LinearSystem {
    var builder = SystemBuilder(variables: 2)
    builder.add([(1, 0)], .greaterThanOrEqual, 10)
    builder.add([(1, 0), (1, 1)], .lessThanOrEqual, 4)
    builder.add([(1, 1)], .greaterThanOrEqual, 0)
    return builder.system
  }

  @Test(
    "a contradiction is proved by multipliers that cancel, have the right sign and leave a rest")
  func farkas() {
    func holds(_ system: LinearSystem, _ multipliers: [(row: Int, weight: Double)]) -> Bool {
      FarkasProof(multipliers).holds(ScaledRows(system))
    }
    #expect(holds(contradiction, [(0, -1), (1, 1), (2, -1)]))
    #expect(!holds(contradiction, [(0, -1), (1, 1)]))
    #expect(!holds(contradiction, [(0, 1), (1, -1), (2, 1)]))
    #expect(!holds(contradiction, [(0, -1), (1, .nan), (2, -1)]))
    #expect(!holds(contradiction, []))
    // With more space there is no contradiction for any multipliers.
    var roomy = SystemBuilder(variables: 2)
    roomy.add([(1, 0)], .greaterThanOrEqual, 3)
    roomy.add([(1, 0), (1, 1)], .lessThanOrEqual, 4)
    roomy.add([(1, 1)], .greaterThanOrEqual, 0)
    #expect(!holds(roomy.system, [(0, -1), (1, 1), (2, -1)]))
  }

  @Test("an optimum is proved by multipliers within their bounds, at every strength")
  func optimality() {
    // The limit opposes a preference of 500; the preference of 250 follows x.
    var builder = SystemBuilder(variables: 2)
    builder.add([(1, 0)], .lessThanOrEqual, 10)
    builder.add([(1, 0)], .equal, 30, 500)
    builder.add([(1, 1), (-1, 0)], .equal, 0, 250)
    let rows = ScaledRows(builder.system)
    func holds(_ point: [Double], _ proofs: [[(row: Int, weight: Double)]]) -> Bool {
      let values = UnsafeMutablePointer<Double>.allocate(capacity: 2)
      values.initialize(from: point, count: 2)
      defer { values.deallocate() }
      var proof = OptimalityProof(rows, at: values, tolerance: 1e-9)
      return proof.holds(rows, optional: [1, 2], proofs)
    }
    #expect(holds([10, 10], [[(0, 1)]]))
    #expect(!holds([10, 10], [[]]))
    #expect(!holds([10, 10], [[(0, -1)]]))
    #expect(!holds([9, 9], [[(0, 1)]]))
    // The preference of 250 is violated without multipliers for it.
    #expect(!holds([10, 12], [[(0, 1)]]))
    // A row cannot push against itself, nor a preference beyond its own weight.
    #expect(!holds([10, 12], [[(0, 1)], [(2, -1)]]))
  }
}
