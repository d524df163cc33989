// SPDX-License-Identifier: MIT

import LinearModel
import Testing
import Workloads

@testable import Solvers

/// Checks the violations on which other solvers agree; for columns, the sum over independent
/// chains.
@Suite("The simplex strategy reaches the known optimum")
struct SimplexWorkloadTests {
  private func check(_ workload: Workload, weak: Double) throws {
    let system = workload.system
    let result = SimplexSolver().solve(system, limit: .standard)
    guard case .optimal(let solution) = result.outcome else {
      Issue.record("\(workload.name): \(result.outcome)")
      return
    }
    for constraint in 0..<system.constraintCount
    where system.strengths[constraint].isRequired {
      let violation = system.violation(of: constraint, at: solution.values)
      #expect(violation < 1e-6, "\(workload.name), required constraint \(constraint)")
    }
    for (strength, violation) in system.objectives(at: solution.values) {
      let expected = strength == Workload.weak ? weak : 0
      #expect(
        abs(violation - expected) < 1e-6, "\(workload.name) at \(strength.value): \(violation)")
    }
  }

  @Test(
    "of a chain of boxes",
    arguments: [(10, 388.0, 581.0), (100, 3808, 5738), (1000, 38008, 57308)])
  func chains(count: Int, first: Double, last: Double) throws {
    try check(.chain(count), weak: first)
    try check(.chain(count, isResized: true), weak: last)
  }

  @Test(
    "of a tree of rows and columns, stiff or flexible",
    arguments: [
      (10, 113901.5, 105326.5), (100, 401733.875, 378765.125), (1000, 1136083.75, 1057683.75),
    ])
  func trees(count: Int, first: Double, last: Double) throws {
    try check(.tree(count), weak: first)
    try check(.tree(count, isResized: true), weak: last)
    try check(.tree(count, isFlexible: true), weak: first)
    try check(.tree(count, isFlexible: true, isResized: true), weak: last)
  }

  @Test("of columns that share only the window, which is the sum over the chains")
  func columns() throws {
    // Each chain of 20 boxes has 70 * 20 points, and needs 28 * 20 + 8 for gaps and minimal widths.
    try check(.columns(200, 10), weak: 10 * (20 * 100 + 8 * 21 - 70 * 20))
    try check(.columns(40, 4, isResized: true), weak: 4 * (10 * 100 + 8 * 11 - 507))
  }
}
