// SPDX-License-Identifier: MIT

import Laws
import LayoutModel

/// The outcome of one law on one case of a campaign.
package struct LawRecord: Sendable {
  /// The position of the law in the campaign's list.
  package let position: Int
  package let check: LawCheck
  package let outcome: LawOutcome

  package init(position: Int, check: LawCheck, outcome: LawOutcome) {
    self.position = position
    self.check = check
    self.outcome = outcome
  }

  package var name: String { check.law.name }

  package var isBroken: Bool {
    if case .broken = outcome { return true }
    return false
  }

  /// The name of the kind of outcome.
  package var outcomeName: String {
    switch outcome {
    case .notApplicable: return "notApplicable"
    case .undecided: return "undecided"
    case .holds: return "holds"
    case .broken: return "broken"
    }
  }

  /// Returns the outcome as the record of a strategy.
  package func strategyRecord(_ record: CaseRecord) -> StrategyRecord {
    check.strategyRecord(outcome, record)
  }
}
