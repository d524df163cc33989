// SPDX-License-Identifier: MIT

import CorpusStore
import Oracles

/// A failure of a program or of `check` that arrives before its turn.
package protocol EarlyFailure: Sendable {
  associatedtype Subject: CampaignSubject

  /// The index of the case.
  var index: Int { get }
  /// The program or part of the tool, whose failures are counted by themselves.
  var source: String { get }
  var verdict: FailureKind { get }
  var subject: Subject { get }
}

/// A store of subjects on which programs or `check` fail, before their turn to become findings.
package final class EarlyFailures<Failure: EarlyFailure>: FoldingWait {
  package typealias Arrival = [Failure]

  private let drafts: EarlyDrafts<Arrival>
  /// The number of failures by source and kind of verdict.
  private var verdicts = VerdictCounts()
  private var turn = -1
  package let examinations: ExaminationProgress

  /// - Parameters:
  ///   - output: the folder in which findings are stored.
  ///   - elapsed: returns the nanoseconds since the start of the campaign.
  package init(output: String, elapsed: @escaping () -> UInt64) {
    drafts = EarlyDrafts(EarlyDrafts<Arrival>.Inbox(), output: output)
    examinations = ExaminationProgress(elapsed: elapsed)
  }

  package var inbox: EarlyDrafts<Arrival>.Inbox { drafts.inbox }

  package func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work) {
      storeArrived()
      examinations.show()
      return false
    }
  }

  /// Stores all arrivals so far.
  package func storeArrived() {
    for failure in drafts.inbox.take().joined() where failure.index > turn {
      let number = verdicts.count(failure.verdict, by: failure.source)
      guard VerdictCounts.isExamined(number, failure.verdict) else { continue }
      drafts.keep(failure.subject, case: failure.index)
    }
  }

  /// Records that the failures of a case have their turn.
  package func begin(_ index: Int) { turn = index }

  /// Discards the drafts of cases before `index` that have not become findings.
  package func settle(before index: Int) { drafts.settle(before: index) }
}
