// SPDX-License-Identifier: MIT

import Choices
import Foundation
import Statistics
import Workloads

/// The growth of this solver's time with size.
///
/// Fresh processes of all sizes alternate, so that a slow period of the machine does not look like
/// growth.
struct GrowthRun {
  /// The milliseconds by size and phase, one for each process.
  private var costs: [PeerPhase: [[Double]]] = [:]
  private let sizes: [Int]
  static let phases: [PeerPhase] = [.build, .edit]
  /// The largest number of suggestions timed together: at 10,000 boxes each reads 30,000 values.
  private static let editSteps = 100

  init(sizes: [Int]) {
    self.sizes = sizes
    for phase in GrowthRun.phases { costs[phase] = sizes.map { _ in [] } }
  }

  /// Measures each size once in each round, in alternating order.
  ///
  /// `workloads` are in the order of the sizes.
  ///
  /// - Throws: a failure of the program.
  mutating func run(
    _ rounds: Int, _ launch: PeerLaunch, _ workloads: [PreparedWorkload],
    progress: (Int, Int) -> Void
  ) throws(PeerFailure) {
    for round in 0..<rounds {
      let order = round % 2 == 0 ? Array(sizes.indices) : sizes.indices.reversed()
      for index in order {
        progress(round, index)
        let cost = try ProcessCost(
          launch, workloads[index], steps: [.edit: GrowthRun.editSteps])
        for phase in GrowthRun.phases {
          if let value = cost.milliseconds[phase] { costs[phase]?[index].append(value) }
        }
      }
    }
  }

  func growth(_ family: GrowthFamily, _ phase: PeerPhase, seed: UInt64) -> PeerReport.Growth? {
    guard let bySize = costs[phase], bySize.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 > 0 } })
    else { return nil }
    let points = zip(sizes, bySize).map { ScalingFit.Point(size: Double($0), costs: $1) }
    var source = Xoshiro256(seed: seed)
    guard let fit = ScalingFit.fit(points, using: &source) else { return nil }
    return PeerReport.Growth(
      workload: family.rawValue, phase: phase, exponent: fit.exponent, low: fit.low, high: fit.high,
      sizes: sizes, times: bySize.map { Summary.median($0) }, localSlopes: fit.localSlopes)
  }
}
