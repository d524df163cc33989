// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore

/// A store of scripts on which programs fail, before their turn to become findings.
final class EarlyPrograms<Kind: ProgramKind>: FoldingWait {
  typealias Arrival = [FailingProgramCase<Kind>]

  private let drafts: EarlyDrafts<Arrival>
  /// The number of failures by program and kind of verdict.
  private var verdicts = VerdictCounts()
  private var turn = -1

  init(output: String) { drafts = EarlyDrafts(EarlyDrafts<Arrival>.Inbox(), output: output) }

  var inbox: EarlyDrafts<Arrival>.Inbox { drafts.inbox }

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work) {
      storeArrived()
      return false
    }
  }

  /// Stores all arrivals so far.
  func storeArrived() {
    for failing in drafts.inbox.take().joined() where failing.index > turn {
      let number = verdicts.count(failing.verdict, by: "\(failing.program)")
      // As many as are diagnosed.
      guard number <= VerdictCounts.examinedAll else { continue }
      drafts.keep(failing.subject.fileBytes, case: failing.index)
    }
  }

  /// Records that the scripts of a case have their turn.
  func begin(_ index: Int) { turn = index }

  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int) { drafts.settle(before: index) }
}
