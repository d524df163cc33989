// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Judging
import LayoutModel
import Scripts

/// The failures of a batch, as its worker reports them.
struct CaseArrival: Sendable {
  let failing: [NotableCase]
  let scripts: [NotableScript]

  /// Nil when the batch has no failures.
  init?(_ batch: CaseBatch) {
    if batch.failing.isEmpty, batch.failingScripts.isEmpty { return nil }
    failing = batch.failing
    scripts = batch.failingScripts
  }
}

/// A store of cases and scripts of a campaign before their turn to become findings.
///
/// A case is stored as it was generated, which needs no worker. Computing the case that the
/// strategies got may take as long as their answers, and would delay others.
final class EarlyFindings: FoldingWait {
  private let drafts: EarlyDrafts<CaseArrival>
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let source: CaseSource
  /// The number of failures of each kind that have had their turn.
  private var counts: [FailureSignature.Kind: Int] = [:]
  private var turn = -1
  private var begun: Set<FailureSignature.Kind> = []
  /// The indices of cases that have arrived before their turn, by kind of failure.
  private var waiting: [FailureSignature.Kind: Set<Int>] = [:]
  private var scripts: [Int: SolverScript] = [:]
  /// Scripts that have arrived and were not generated yet.
  private var unmade: [NotableScript] = []
  /// The number of scripts that were generated for each kind of verdict.
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

  /// Stores all arrivals so far.
  func storeArrived() {
    while storeNext() {}
  }

  /// Stores the cases that have arrived, and one script.
  ///
  /// A worker generates a script, and cases do not wait for it.
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

  /// Counts the kinds of failure of a case.
  ///
  /// - Returns: whether one of them will be examined.
  private func isWorthIt(_ notable: NotableCase) -> Bool {
    var isWorthIt = false
    for kind in notable.kinds where notable.index != turn || !begun.contains(kind) {
      let before = waiting[kind, default: []].count { $0 < notable.index }
      waiting[kind, default: []].insert(notable.index)
      // Batches that are still running may have earlier cases: they can only lower its worth.
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
    // As many as are diagnosed.
    let count = scriptCounts[notable.verdict, default: 0] + 1
    guard count <= VerdictCounts.examinedAll else { return }
    scriptCounts[notable.verdict] = count
    let reply = desk.done(.script(case: notable.index), isMinimizing: false)
    guard case .done(.script(let script?)) = reply else { return }
    scripts[notable.index] = script
    drafts.keep(script.encoded, case: notable.index)
  }

  // MARK: - In their turn

  /// Records that a failure has its turn.
  ///
  /// - Parameters:
  ///   - notable: the case.
  ///   - kind: the kind of failure.
  ///   - count: its number among those of its kind.
  func begin(_ notable: NotableCase, _ kind: FailureSignature.Kind, count: Int) {
    if notable.index != turn { begun = [] }
    turn = notable.index
    begun.insert(kind)
    counts[kind] = count
    waiting[kind]?.remove(notable.index)
  }

  /// Records that a case is being examined, and discards its other drafts.
  func looking(into notable: NotableCase, _ draft: FindingStore.Draft) {
    drafts.settle(notable.index, keeping: draft)
  }

  /// Returns the script of a case that has its turn; nil when it is not known yet.
  func script(of index: Int) -> SolverScript? {
    scriptTurn = index
    return scripts.removeValue(forKey: index)
  }

  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int) {
    drafts.settle(before: index)
    scripts = scripts.filter { $0.key >= index }
  }
}
