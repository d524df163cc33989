// SPDX-License-Identifier: MIT

import LinearModel
import Workloads

/// Workloads before and after a series of resizings.
extension Workload {
  static let weak = Rank.weak.strength

  var system: LinearSystem { system(width: firstWidth) }

  private var resized: Workload {
    var workload = self
    workload.firstWidth = lastWidth
    return workload
  }

  static func chain(_ count: Int, isResized: Bool) -> Workload {
    isResized ? chain(count).resized : chain(count)
  }

  static func columns(_ count: Int, _ chains: Int, isResized: Bool) -> Workload {
    isResized ? columns(count, chains).resized : columns(count, chains)
  }

  static func tree(_ count: Int, isFlexible: Bool = false, isResized: Bool) -> Workload {
    let workload = tree(count, isFlexible: isFlexible)
    return isResized ? workload.resized : workload
  }
}
