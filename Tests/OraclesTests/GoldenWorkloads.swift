// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles
import Testing
import Workloads

/// Checks workloads on which several solvers agree on the least violation of the weak constraints.
@Suite("The exact oracle on the published workloads")
struct GoldenWorkloads {
  private func weakError(_ workload: Workload, width: Int) throws -> Double {
    let system = workload.system(width: Rational(width))
    let optimum = try #require(try ExactOracle.solve(system).optimum)
    for level in optimum.levels.dropLast() { #expect(level.optimum.isZero) }
    return try #require(optimum.levels.last).optimum.doubleValue
  }

  @Test(
    "the optima of chains are the published ones",
    arguments: [(10, 700, 388.0), (10, 507, 581), (100, 7000, 3808), (100, 5070, 5738)])
  func chain(count: Int, width: Int, expected: Double) throws {
    #expect(try weakError(.chain(count), width: width) == expected)
  }

  @Test(
    "the optima of trees, rigid and flexible, are the published ones",
    arguments: [
      (10, 20000, 113901.5), (10, 15100, 105326.5), (100, 20000, 401733.875),
      (100, 15100, 378765.125),
    ], [false, true])
  func tree(_ example: (count: Int, width: Int, expected: Double), isFlexible: Bool) throws {
    let workload = Workload.tree(example.count, isFlexible: isFlexible)
    #expect(try weakError(workload, width: example.width) == example.expected)
  }
}
