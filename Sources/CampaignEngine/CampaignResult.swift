// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import LayoutGenerators
import LayoutModel

/// The result of a campaign.
package struct CampaignResult: Sendable {
  package let settings: CampaignSettings
  package let counts: CampaignCounts
  package let nanoseconds: UInt64
  /// The findings in order of the case that first showed them.
  package let findings: [CaseFinding]
  /// The findings about the session, in the same order.
  package let scriptFindings: [ScriptFinding]
  /// The first answers about which the oracle made no claim, in order of cases; `counts.undecided`
  /// has the number.
  package let undecided: [UndecidedAnswer]
  /// The result of the canary; nil without a canary.
  package let canary: CanaryOutcome?
  package let internalErrors: [StoredInternalError]

  /// The result of the canary: its name and the case that caught it.
  package struct CanaryOutcome: Sendable {
    package let name: String
    /// The index of the first case on which it was wrong; nil when it was not caught.
    package let caughtBy: Int?
  }

  /// An internal error with the path of its case, if it could be stored.
  package struct StoredInternalError: Sendable {
    package let error: InternalError
    /// The index of the case.
    package let index: Int
    package let path: String?
  }

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(counts.cases) * 1e9 / Double(nanoseconds)
  }

  /// Whether the campaign has no findings.
  package var foundNothing: Bool { findings.isEmpty && scriptFindings.isEmpty }

  /// Whether a canary was set and not caught: then no result of the campaign is reliable.
  package var missedCanary: Bool { canary.map { $0.caughtBy == nil } ?? false }
}
