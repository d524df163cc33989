// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Oracles

/// A store of scripts on which programs fail, before their turn to become findings.
final class EarlyPrograms<Kind: ProgramKind>: FoldingWait {
  typealias Arrival = [FailingProgramCase<Kind>]

  private let drafts: EarlyDrafts<Arrival>
  /// The number of failures by program and kind of verdict.
  private var verdicts = VerdictCounts()
  private var turn = -1
  /// The failure under examination, as `qt wrongValue`, with the time at which it began.
  private var examined: CampaignProgress.Examination?
  private let elapsed: () -> UInt64
  /// Called while a failure is examined: on each arrival, and a few times a second.
  var onWait: ((CampaignProgress.Examination, _ elapsed: UInt64) -> Void)?

  /// - Parameters:
  ///   - output: the folder in which findings are stored.
  ///   - elapsed: returns the nanoseconds since the start of the campaign.
  init(output: String, elapsed: @escaping () -> UInt64) {
    drafts = EarlyDrafts(EarlyDrafts<Arrival>.Inbox(), output: output)
    self.elapsed = elapsed
  }

  var inbox: EarlyDrafts<Arrival>.Inbox { drafts.inbox }

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work) {
      storeArrived()
      if let examined { onWait?(examined, elapsed()) }
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

  /// Records that the examination of a failure begins.
  func examine(_ verdict: FailureKind, of program: String) {
    examined = .init(failure: "\(program) \(verdict.name)", start: elapsed())
  }

  /// Records that the scripts of a case have their turn.
  func begin(_ index: Int) { turn = index }

  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int) { drafts.settle(before: index) }
}
