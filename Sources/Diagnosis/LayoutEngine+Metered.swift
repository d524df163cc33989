// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import LinearModel
import Oracles
import Solvers

extension LayoutEngine {
  /// What an operation of the simplex on a large sparse tableau costs, in operations of the exact
  /// oracle.
  private static let costPerCell = 4

  /// Lays out a case with what the meter of a limit has left, and takes it from there.
  ///
  /// A layout that ends for want of work leaves nothing for the exact solution after it, which then
  /// says so.
  static func settle(_ layoutCase: LayoutCase, within limit: OracleLimit) -> SettledLayout {
    guard let meter = limit.meter else { return settle(layoutCase, solver: SimplexSolver()) }
    let most = min(WorkLimit.standard.cellOperations, max(1, meter.left / costPerCell))
    let settled = settle(
      layoutCase, solver: SimplexSolver(), limit: WorkLimit(cellOperations: most))
    meter.spend(costPerCell * settled.spent)
    return settled
  }
}
