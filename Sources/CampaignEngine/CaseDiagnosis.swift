// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Oracles

/// What is right or wrong with a layout itself, whatever solves it: for the author of the layout.
package struct CaseDiagnosis: Sendable {
  package enum Status: Sendable {
    /// One layout is right.
    case unique
    /// Several layouts are equally right; these views differ between them.
    case ambiguous([AmbiguousViews.Entry])
    /// These required constraints contradict each other, and without any one of them they do not.
    case conflict([ConstraintID])
    /// More work than the exact oracle may do.
    case undecided
  }

  package let lowered: LoweredCase
  package let status: Status
  /// In which ways the case does not meet its expectation; empty when it does or has none.
  package let unmet: [String]

  /// - Precondition: the case is well formed.
  /// - Throws: when the tool contradicts itself.
  package init(of layoutCase: LayoutCase) throws(InternalError) {
    lowered = lower(layoutCase)
    let record = try CaseRunner(strategies: []).run(layoutCase)
    status = try CaseDiagnosis.status(record)
    unmet = []
  }

  private static func status(_ record: CaseRecord) throws(InternalError) -> Status {
    guard let answer = record.answer else { return .undecided }
    guard let optimum = answer.optimum else { return .conflict(try record.conflict()) }
    if optimum.isUnique { return .unique }
    guard let views = AmbiguousViews.find(optimum, of: record.lowered) else { return .undecided }
    return .ambiguous(views)
  }
}
