// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import LayoutGenerators
import LayoutModel

/// What a campaign came to.
package struct CampaignResult: Sendable {
  package let settings: CampaignSettings
  package let counts: CampaignCounts
  package let nanoseconds: UInt64
  /// In order of the case that first showed them.
  package let findings: [CaseFinding]
  /// What is wrong with the session, in the same order.
  package let scriptFindings: [ScriptFinding]
  /// The first answers that the oracle made no claim about, in order of cases; `counts.undecided`
  /// has the number.
  package let undecided: [UndecidedAnswer]
  /// Whether the canary was caught, and with which case; nil without a canary.
  package let canary: CanaryOutcome?
  package let internalErrors: [StoredInternalError]

  /// Whether the canary was caught.
  package struct CanaryOutcome: Sendable {
    package let name: String
    /// The index of the first case on which it was wrong.
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

  /// Whether anything is wrong.
  package var foundNothing: Bool { findings.isEmpty && scriptFindings.isEmpty }

  /// Whether a canary was set and not caught: then nothing the campaign says can be relied on.
  package var missedCanary: Bool { canary.map { $0.caughtBy == nil } ?? false }
}
