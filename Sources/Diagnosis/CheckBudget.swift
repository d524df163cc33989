// SPDX-License-Identifier: MIT

import LayoutModel
import Oracles

/// The work limit of `check` on one file, in all of its screens and configurations together.
///
/// It counts operations of the exact oracle, never time: the same file has the same findings on
/// every machine.
package struct CheckBudget: Sendable {
  /// The number of operations that one file may take, some seconds of work.
  ///
  /// The largest real document takes a hundredth of it.
  package static let operationsMax = 1_000_000_000

  /// The cost of a view in one configuration: import, lowering, solution, placement and all rules.
  private static let costPerView = 6_000
  private static let costPerConstraint = 1_500
  /// The cost of a byte of text, which each pass of layout and each doubt about natural sizes
  /// measures.
  private static let costPerTextByte = 1_000
  /// The cost of a screen, whose diagnoses do not depend on its size.
  private static let costPerScreen = 40_000
  /// The cost of an element in each import of its document.
  private static let costPerElement = 500

  private let meter: OperationMeter

  package init(operations: Int = CheckBudget.operationsMax) {
    meter = OperationMeter(operations: operations)
  }

  /// The limit of each exact solution.
  var limit: OracleLimit { OracleLimit.standard.metered(by: meter) }

  /// Deducts the cost of a case except that of exact solutions; false when the rest of the budget
  /// is too small.
  func takes(_ layoutCase: LayoutCase) -> Bool {
    var cost = Self.costPerView * (layoutCase.views.count + layoutCase.guides.count)
    cost += Self.costPerScreen + Self.costPerConstraint * layoutCase.constraints.count
    for index in layoutCase.views.indices {
      cost += Self.costPerTextByte * (layoutCase.views[index].text?.string.utf8.count ?? 0)
    }
    return takes(cost)
  }

  /// Deducts the cost of importing a document for one device; false when the rest of the budget is
  /// too small.
  func takes(importOf elements: Int) -> Bool { takes(Self.costPerElement * elements) }

  private func takes(_ cost: Int) -> Bool {
    guard meter.left > cost else { return false }
    meter.spend(cost)
    return true
  }
}
