// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Display
import Judging
import LayoutGenerators
import LayoutModel

/// One way in which one strategy is wrong, with its smallest case.
package struct CampaignFinding: Sendable {
  /// The name of the bucket.
  package let signature: String
  /// The strategy and the kind of verdict.
  package let kind: FailureSignature.Kind
  /// The verdict on the smallest case in one sentence.
  package let summary: String
  /// The index of the first case that showed it.
  package let firstCase: Int
  /// The case as it was generated.
  package let original: LayoutCase
  /// The case made small; the same as `original` when the campaign does not minimize.
  package let smallest: LayoutCase
  /// The path of the case file; nil when nothing is kept on disk.
  package let path: String?
  /// How many cases failed in this way: the same strategy, the same kind of verdict.
  package internal(set) var occurrences: Int
  /// How many of those that were looked at lie in this bucket.
  package internal(set) var members = 1
  /// The folders of its cases as `BUCKET/ID`, in the order in which they were found; none when
  /// nothing is kept on disk.
  package internal(set) var folders: [String] = []
}

/// What a campaign came to.
package struct CampaignResult: Sendable {
  package let settings: CampaignSettings
  package let counts: CampaignCounts
  package let nanoseconds: UInt64
  /// In order of the case that first showed them.
  package let findings: [CampaignFinding]
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

extension CampaignResult {
  /// How often the bucket of a finding came up.
  package func share(of finding: CampaignFinding) -> BucketShare {
    let examined = findings.lazy.filter { $0.kind == finding.kind }.reduce(0) { $0 + $1.members }
    return BucketShare(cases: finding.members, examined: examined, failing: finding.occurrences)
  }

  /// The same for a finding about the session.
  package func share(of finding: ScriptFinding) -> BucketShare {
    finding.share(among: scriptFindings)
  }
}

extension CampaignFinding {
  /// The command that runs the finding again.
  package var replayCommand: String {
    "layoutfuzz replay " + (path.map(ShellWord.path) ?? "CASE")
  }
}
