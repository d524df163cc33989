// SPDX-License-Identifier: MIT

import LayoutModel
import Oracles

/// The work that `check` may do on one file, in all of its screens and configurations together.
///
/// Counted in operations of the exact oracle, never by the clock: the same file has the same
/// findings on every machine.
package struct CheckBudget: Sendable {
  /// Some seconds of work.
  ///
  /// The largest real document takes a hundredth of it.
  package static let operationsMax = 1_000_000_000

  /// A view in one configuration is imported, lowered, solved, placed and looked at by each rule.
  private static let costPerView = 6_000
  private static let costPerConstraint = 1_500
  /// A byte of text is measured in each pass of layout, and in each doubt about natural sizes.
  private static let costPerTextByte = 1_000
  /// Each screen has diagnoses of its own, however small it is.
  private static let costPerScreen = 40_000
  /// An element is looked at in each import of its document.
  private static let costPerElement = 500

  private let meter: OperationMeter

  package init(operations: Int = CheckBudget.operationsMax) {
    meter = OperationMeter(operations: operations)
  }

  /// The limit of each exact solution.
  var limit: OracleLimit { OracleLimit.standard.metered(by: meter) }

  /// Takes the cost of looking at a case besides that of exact solutions; false when it is not
  /// there any more.
  func takes(_ layoutCase: LayoutCase) -> Bool {
    var cost = Self.costPerView * (layoutCase.views.count + layoutCase.guides.count)
    cost += Self.costPerScreen + Self.costPerConstraint * layoutCase.constraints.count
    for index in layoutCase.views.indices {
      cost += Self.costPerTextByte * (layoutCase.views[index].text?.string.utf8.count ?? 0)
    }
    return takes(cost)
  }

  /// Takes the cost of importing a document for one device; false when it is not there any more.
  func takes(importOf elements: Int) -> Bool { takes(Self.costPerElement * elements) }

  private func takes(_ cost: Int) -> Bool {
    guard meter.left > cost else { return false }
    meter.spend(cost)
    return true
  }
}
