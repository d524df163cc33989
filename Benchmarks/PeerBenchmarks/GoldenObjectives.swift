// SPDX-License-Identifier: MIT

/// The optima of the workloads, on which all solvers that were ever measured agree: every strong and medium
/// preference is met, and the weak ones cannot be nearer in sum.
package enum GoldenObjectives {
  private static let weak: [String: (first: Double, last: Double)] = [
    "chain10": (388, 581), "chain100": (3808, 5738), "chain1000": (38008, 57308),
    "edges10": (27, 44.37), "edges100": (297, 488.07), "edges1000": (2997, 4925.07),
    "tree10": (113_901.5, 105_326.5), "tree100": (401_733.875, 378_765.125),
    "tree1000": (1_136_083.75, 1_057_683.75),
    "flex10": (113_901.5, 105_326.5), "flex100": (401_733.875, 378_765.125),
    "flex1000": (1_136_083.75, 1_057_683.75),
    // Ten chains of 100 that share nothing but the window.
    "cols1000x10": (38080, 57380),
  ]

  /// The sums at the first suggestion and at the last one; nil for a workload without a known optimum.
  package static func of(
    _ workload: String
  ) -> (first: WorkloadObjectives, last: WorkloadObjectives)? {
    weak[workload].map { (WorkloadObjectives(weak: $0.first), WorkloadObjectives(weak: $0.last)) }
  }
}
