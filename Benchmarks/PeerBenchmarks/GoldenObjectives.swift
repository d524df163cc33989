// SPDX-License-Identifier: MIT

/// The optima of the workloads, on which all measured solvers agree.
///
/// Every strong and medium preference is satisfied, and the sum of violations of the weak ones is
/// least.
package enum GoldenObjectives {
  private static let weak: [String: (first: Double, last: Double)] = [
    "tree10": (113_901.5, 105_326.5), "tree100": (401_733.875, 378_765.125),
    "tree1000": (1_136_083.75, 1_057_683.75),
    "flex10": (113_901.5, 105_326.5), "flex100": (401_733.875, 378_765.125),
    "flex1000": (1_136_083.75, 1_057_683.75),
  ]

  /// Returns the sums of chains of `count` boxes, with at most 70 points of the window for each.
  ///
  /// A box has 62 without its gap, and the last one 8 less, while each prefers 100; at the last
  /// suggestion it has 50.7 points.
  private static func chains(_ chains: Int, of count: Int) -> (first: Double, last: Double) {
    let last = Double(573 * count) / 10 + 8
    return (Double(chains * (38 * count + 8)), Double(chains) * last)
  }

  private static func weak(_ workload: String) -> (first: Double, last: Double)? {
    if let match = workload.wholeMatch(of: /chain(\d+)/), let count = Int(match.1) {
      return chains(1, of: count)
    }
    if let match = workload.wholeMatch(of: /cols(\d+)x(\d+)/), let count = Int(match.1),
      let number = Int(match.2), number > 0
    {
      return chains(number, of: count / number)
    }
    if let match = workload.wholeMatch(of: /edges(\d+)/), let count = Int(match.1) {
      // Edges that prefer a distance of 10 points have 7 at first, and 5.07 at the last suggestion.
      return (3 * Double(count - 1), 4.93 * Double(count - 1))
    }
    return weak[workload]
  }

  /// Returns the sums at the first and at the last suggestion; nil for a workload without a known
  /// optimum.
  package static func of(
    _ workload: String
  ) -> (first: WorkloadObjectives, last: WorkloadObjectives)? {
    weak(workload).map { (WorkloadObjectives(weak: $0.first), WorkloadObjectives(weak: $0.last)) }
  }
}
