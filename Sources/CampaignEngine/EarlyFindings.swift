// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Judging
import LayoutModel
import Oracles
import Scripts

/// A store of cases and scripts of a campaign before their turn to become findings.
final class EarlyFindings: FoldingWait {
  private let drafts: EarlyDrafts<CaseBatch>
  private let settings: CampaignSettings
  let examinations: ExaminationProgress
  /// The number of failures of each kind that have had their turn.
  private var counts: [FailureIdentity: Int] = [:]
  private var turn = -1
  /// The index of the last script that had its turn.
  private var scriptTurn = -1
  private var begun: Set<FailureIdentity> = []
  /// The indices of cases that have arrived before their turn, by kind of failure.
  private var waiting: [FailureIdentity: Set<Int>] = [:]
  /// The number of failing scripts by kind of verdict.
  private var scriptVerdicts = VerdictCounts()

  init(
    _ settings: CampaignSettings, _ inbox: EarlyDrafts<CaseBatch>.Inbox, output: String,
    from start: TallyState?, elapsed: @escaping () -> UInt64
  ) {
    examinations = ExaminationProgress(elapsed: elapsed)
    drafts = EarlyDrafts(inbox, output: output)
    self.settings = settings
    for (kind, count) in start?.cases.failures ?? [] { counts[kind] = count }
  }

  // MARK: - While others work

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work) {
      storeArrived()
      examinations.show()
      return false
    }
  }

  /// Stores the cases and scripts that have arrived.
  func storeArrived() {
    for batch in drafts.inbox.take() {
      for notable in batch.failing where notable.index >= turn {
        if let start = startWorthIt(notable) {
          drafts.keep(start, case: notable.index)
        }
      }
      for notable in batch.failingScripts where notable.index > scriptTurn { store(notable) }
    }
  }

  /// Counts the failures of a case.
  ///
  /// - Returns: the start of the first one that will be examined; nil when none will.
  private func startWorthIt(_ notable: NotableCase) -> LayoutCase? {
    var start: LayoutCase?
    for kind in notable.failures
    where kind.verdict != .needlessGiveUp && (notable.index != turn || !begun.contains(kind)) {
      let before = waiting[kind, default: []].count { $0 < notable.index }
      waiting[kind, default: []].insert(notable.index)
      // Batches that are still running may have earlier cases: they can only lower its worth.
      let number = counts[kind, default: 0] + before + 1
      if FindingList<LayoutCase>.isWorthExamining(number, minimizes: settings.minimizes) {
        start = start ?? notable.evidence?.start(of: kind).layoutCase
      }
    }
    return start
  }

  private func store(_ notable: NotableScript) {
    let number = scriptVerdicts.count(notable.verdict, by: settings.session.name)
    guard VerdictCounts.isExamined(number, notable.verdict) else { return }
    if let script = notable.script { drafts.keep(script, case: notable.index) }
  }

  // MARK: - In their turn

  /// Records that a failure has its turn.
  ///
  /// - Parameters:
  ///   - notable: the case.
  ///   - kind: the kind of failure.
  ///   - count: its number among those of its kind.
  func begin(_ notable: NotableCase, _ kind: FailureIdentity, count: Int) {
    if notable.index != turn { begun = [] }
    turn = notable.index
    begun.insert(kind)
    counts[kind] = count
    waiting[kind]?.remove(notable.index)
  }

  /// Records that a case is being examined, and discards its other drafts.
  func looking(into index: Int, _ draft: FindingStore.Draft) {
    drafts.settle(index, keeping: draft)
  }

  /// Records that a script has its turn.
  func begin(script index: Int) { scriptTurn = index }

  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int) {
    drafts.settle(before: index)
  }
}
