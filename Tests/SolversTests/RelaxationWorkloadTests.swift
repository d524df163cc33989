// SPDX-License-Identifier: MIT

import LinearModel
import Testing
import Workloads

@testable import Solvers

@Suite("The relaxation and naive strategies on workloads with known optima")
struct RelaxationWorkloadTests {
  /// Checks that the required constraints hold, and that the weak violation is the known one if the
  /// claim is optimal.
  private func check(_ solver: some Solver, _ workload: Workload, weak: Double) {
    let system = workload.system
    let outcome = solver.solve(system, limit: .standard).outcome
    guard let values = outcome.solution?.values else {
      Issue.record("\(solver.name) on \(workload.name): \(outcome)")
      return
    }
    #expect(system.worstDistance(required: true, at: values) < system.wrongDistance / 3)
    for (strength, violation) in system.objectives(at: values) {
      let expected = strength == Workload.weak ? weak : 0
      if case .optimal = outcome {
        #expect(abs(violation - expected) < 1e-6, "\(solver.name) on \(workload.name)")
      }
    }
  }

  @Test("a chain of boxes", arguments: [(10, 388.0, 581.0), (30, 1148, 1727)])
  func chains(count: Int, first: Double, last: Double) {
    for solver in [NaiveSolver(), RelaxationSolver()] as [any Solver] {
      check(solver, .chain(count), weak: first)
      check(solver, .chain(count, isResized: true), weak: last)
    }
  }

  @Test(
    "a tree of rows and columns, stiff or flexible",
    arguments: [(10, 113901.5, 105326.5), (100, 401733.875, 378765.125)])
  func trees(count: Int, first: Double, last: Double) {
    for solver in [NaiveSolver(), RelaxationSolver()] as [any Solver] {
      check(solver, .tree(count), weak: first)
      check(solver, .tree(count, isResized: true), weak: last)
      check(solver, .tree(count, isFlexible: true), weak: first)
      check(solver, .tree(count, isFlexible: true, isResized: true), weak: last)
    }
  }

  @Test("a stiff tree is proved optimal by the relaxation strategy")
  func proof() {
    let outcome = RelaxationSolver().solve(Workload.tree(10).system, limit: .standard).outcome
    guard case .optimal = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }
}
