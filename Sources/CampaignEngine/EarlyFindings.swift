// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Judging
import LayoutModel
import Scripts

/// What a batch of a campaign has found, as its worker tells it.
struct CaseArrival: Sendable {
  let failing: [NotableCase]
  let scripts: [NotableScript]

  /// Nil when it has found nothing.
  init?(_ batch: CaseBatch) {
    if batch.failing.isEmpty, batch.failingScripts.isEmpty { return nil }
    failing = batch.failing
    scripts = batch.failingScripts
  }
}

/// Stores cases and scripts of a campaign before it is their turn to become findings.
///
/// A case is stored as it was generated, which takes no worker: what strategies were given of it
/// may take as long to find out as they take to answer, and others wait meanwhile.
final class EarlyFindings: FoldingWait {
  private let drafts: EarlyDrafts<CaseArrival>
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let source: CaseSource
  /// What has had its turn.
  private var counts: [FailureSignature.Kind: Int] = [:]
  private var turn = -1
  private var begun: Set<FailureSignature.Kind> = []
  /// What has not, by the indices of the cases.
  private var waiting: [FailureSignature.Kind: Set<Int>] = [:]
  private var scripts: [Int: SolverScript] = [:]
  /// Scripts that have arrived and are not made yet.
  private var unmade: [NotableScript] = []
  /// How many scripts were made for each kind of verdict.
  private var scriptCounts: [FailureKind: Int] = [:]
  private var scriptTurn = -1

  init(
    _ settings: CampaignSettings, _ desk: any CaseDesk, _ inbox: EarlyDrafts<CaseArrival>.Inbox,
    output: String, from start: TallyState?
  ) {
    drafts = EarlyDrafts(inbox, output: output)
    self.settings = settings
    self.desk = desk
    source = CaseSource(settings)
    for (kind, count) in start?.cases.failures ?? [] { counts[kind] = count }
  }

  // MARK: - While others work

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work, storeNext)
  }

  /// Stores what has arrived so far.
  func storeArrived() {
    while storeNext() {}
  }

  /// Stores the cases that have arrived, and one script: that is made by a worker, and cases do not
  /// wait for it.
  ///
  /// - Returns: whether there are more scripts.
  private func storeNext() -> Bool {
    for arrival in drafts.inbox.take() {
      for notable in arrival.failing where notable.index >= turn {
        if isWorthIt(notable) { keep(notable) }
      }
      unmade += arrival.scripts
    }
    unmade.removeAll { $0.index <= scriptTurn }
    guard !unmade.isEmpty else { return false }
    store(unmade.removeFirst())
    return true
  }

  /// Counts the ways in which a case fails.
  ///
  /// - Returns: whether one of them will be looked at.
  private func isWorthIt(_ notable: NotableCase) -> Bool {
    var isWorthIt = false
    for kind in notable.kinds where notable.index != turn || !begun.contains(kind) {
      let before = waiting[kind, default: []].count { $0 < notable.index }
      waiting[kind, default: []].insert(notable.index)
      // Those of batches that are still running may come before it: then it is worth less, never
      // more.
      let number = counts[kind, default: 0] + before + 1
      if FindingList<LayoutCase>.isWorthExamining(number, minimizes: settings.minimizes) {
        isWorthIt = true
      }
    }
    return isWorthIt
  }

  private func keep(_ notable: NotableCase) {
    guard let layoutCase = try? source.generate(notable.index).layoutCase else { return }
    drafts.keep(CaseFile.encode(layoutCase), case: notable.index)
  }

  private func store(_ notable: NotableScript) {
    // As many as are looked at for their cause.
    let count = scriptCounts[notable.verdict, default: 0] + 1
    guard count <= ScriptCollector.diagnosedPerVerdict else { return }
    scriptCounts[notable.verdict] = count
    let reply = desk.done(.script(case: notable.index), isMinimizing: false)
    guard case .done(.script(let script?)) = reply else { return }
    scripts[notable.index] = script
    drafts.keep(script.encoded, case: notable.index)
  }

  // MARK: - In their turn

  /// Tells that a failure has its turn.
  ///
  /// - Parameter count: which one of its kind it is.
  func begin(_ notable: NotableCase, _ kind: FailureSignature.Kind, count: Int) {
    if notable.index != turn { begun = [] }
    turn = notable.index
    begun.insert(kind)
    counts[kind] = count
    waiting[kind]?.remove(notable.index)
  }

  /// Tells that a case is looked into: one draft of it is enough.
  func looking(into notable: NotableCase, _ draft: FindingStore.Draft) {
    drafts.settle(notable.index, keeping: draft)
  }

  /// The script of a case, which has its turn; nil when it is not known yet.
  func script(of index: Int) -> SolverScript? {
    scriptTurn = index
    return scripts.removeValue(forKey: index)
  }

  /// Discards what has had its turn without becoming a finding.
  func settle(before index: Int) {
    drafts.settle(before: index)
    scripts = scripts.filter { $0.key >= index }
  }
}
