// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import LinearModel
import Oracles
import Solvers

extension LayoutEngine {
  /// The cost of a simplex operation on a large sparse tableau, in operations of the exact oracle.
  private static let costPerCell = 4

  /// Lays out a case within the rest of a limit's meter, and deducts the work from it.
  ///
  /// A layout that reaches the work limit leaves nothing for the exact solution after it, which
  /// then reports the limit.
  static func settle(_ layoutCase: LayoutCase, within limit: OracleLimit) -> SettledLayout {
    guard let meter = limit.meter else { return settle(layoutCase, solver: SimplexSolver()) }
    let most = min(WorkLimit.standard.cellOperations, max(1, meter.left / costPerCell))
    let settled = settle(
      layoutCase, solver: SimplexSolver(), limit: WorkLimit(cellOperations: most))
    meter.spend(costPerCell * settled.spent)
    return settled
  }
}
