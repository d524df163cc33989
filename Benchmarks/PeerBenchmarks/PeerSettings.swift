// SPDX-License-Identifier: MIT

import BenchmarkKit

/// The selection and the amount of a comparison.
package struct PeerSettings: Sendable {
  package var peers: [PeerName] = [.kiwi]
  /// The number of pairs of fresh processes of each workload.
  package var rounds = 9
  /// The selected workloads and growth curves.
  package var filter = NameFilter([])
  /// Whether peers also get workloads that are known to exceed their time limit.
  package var runsSlow = false
  /// The seed of the resampling for the exponents' intervals.
  package var seed: UInt64 = 1

  package init() {}

  /// The compared workloads, in the order of the report.
  package static let workloads = [
    "chain10", "edges10", "tree10", "flex10", "chain100", "edges100", "tree100", "flex100",
    "chain1000", "edges1000", "tree1000", "flex1000", "cols1000x10",
  ]

  /// Whether a peer is known not to build a workload within the limit; such workloads take part
  /// only on request.
  package static func isSlow(_ workload: String, for peer: PeerName) -> Bool {
    peer == .kiwi && workload == "cols1000x10"
  }

  package var chosenWorkloads: [String] {
    let chosen = chosenNames
    return PeerSettings.workloads.filter(chosen.contains)
  }

  package var chosenGrowths: [GrowthFamily] {
    let chosen = chosenNames
    return GrowthFamily.allCases.filter { chosen.contains($0.name) }
  }

  private var chosenNames: Set<String> {
    let names = PeerSettings.workloads + GrowthFamily.allCases.map(\.name)
    return Set(zip(names, filter.selects(from: names)).filter(\.1).map(\.0))
  }
}

/// A family of workloads in several sizes.
package enum GrowthFamily: String, Sendable, CaseIterable {
  case chain, edges, tree, cols

  /// The name of the growth curve.
  var name: String { "growth:\(rawValue)" }

  package static let sizes = [100, 200, 500, 1000, 2000, 5000, 10_000]

  package func workload(_ size: Int) -> String {
    self == .cols ? "cols\(size)x10" : "\(rawValue)\(size)"
  }
}
