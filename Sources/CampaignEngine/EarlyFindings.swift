// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import ExternalSolvers
import LayoutModel

/// Whoever has something to do while a long piece of work goes on: the thread that folds stores what arrives meanwhile.
protocol FoldingWait: AnyObject {
  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value
}

/// What a batch of a campaign has found, as its worker tells it.
struct CaseArrival: Sendable {
  let failing: [NotableCase]
  let scripts: [NotableScript]
  let recipes: RecipeBook

  /// Nil when it has found nothing.
  init?(_ batch: CaseBatch, _ recipes: RecipeBook) {
    if batch.failing.isEmpty, batch.failingScripts.isEmpty { return nil }
    failing = batch.failing
    scripts = batch.failingScripts
    self.recipes = recipes
  }
}

/// Stores cases and scripts of a campaign before it is their turn to become findings.
final class EarlyFindings: FoldingWait {
  private struct Key: Hashable {
    let index: Int
    let kind: FailureSignature.Kind
  }

  private let drafts: EarlyDrafts<CaseArrival>
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let origins: FailureOrigins
  /// What has had its turn.
  private var counts: [FailureSignature.Kind: Int] = [:]
  private var turn = -1
  private var begun: Set<FailureSignature.Kind> = []
  /// What has not, by the indices of the cases.
  private var waiting: [FailureSignature.Kind: Set<Int>] = [:]
  private var known: [Key: FailureOrigin] = [:]
  private var scripts: [Int: SolverScript] = [:]
  /// How many scripts were made for each kind of verdict.
  private var scriptCounts: [String: Int] = [:]
  private var scriptTurn = -1

  init(
    _ settings: CampaignSettings, _ desk: any CaseDesk, _ inbox: EarlyDrafts<CaseArrival>.Inbox,
    output: String, from start: TallyState?
  ) {
    drafts = EarlyDrafts(inbox, output: output)
    self.settings = settings
    self.desk = desk
    origins = FailureOrigins(desk, CaseSource(settings))
    for (kind, count) in start?.failures ?? [] { counts[kind] = count }
  }

  // MARK: - While others work

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work, store: store)
  }

  /// Stores what has arrived so far.
  func storeArrived() {
    for arrival in drafts.inbox.take() { store(arrival) }
  }

  private func store(_ arrival: CaseArrival) {
    for notable in arrival.failing where notable.index >= turn {
      for kind in notable.kinds { store(notable, kind, arrival.recipes) }
    }
    for notable in arrival.scripts where notable.index > scriptTurn {
      store(notable, arrival.recipes)
    }
  }

  private func store(
    _ notable: NotableCase, _ kind: FailureSignature.Kind, _ recipes: RecipeBook
  ) {
    if notable.index == turn, begun.contains(kind) { return }
    let before = waiting[kind, default: []].count { $0 < notable.index }
    waiting[kind, default: []].insert(notable.index)
    // Those of batches that are still running may come before it: then it is worth less, never more.
    guard
      FindingCollector.isWorthIt(
        counts[kind, default: 0] + before + 1, minimizes: settings.minimizes),
      let start = origins.origin(of: notable, Accusation(kind, on: notable), recipes)
    else { return }
    known[Key(index: notable.index, kind: kind)] = start
    drafts.keep(CaseFile.encode(start.layoutCase), case: notable.index)
  }

  private func store(_ notable: NotableScript, _ recipes: RecipeBook) {
    // As many as are looked at for their cause.
    let count = scriptCounts[notable.verdict, default: 0] + 1
    guard count <= ScriptCollector.diagnosedPerVerdict else { return }
    scriptCounts[notable.verdict] = count
    let only = recipes[notable.index..<notable.index + 1]
    let reply = desk.done(.script(case: notable.index, only), isMinimizing: false)
    guard case .done(.script(let script?)) = reply else { return }
    scripts[notable.index] = script
    drafts.keep(script.encoded, case: notable.index)
  }

  // MARK: - In their turn

  /// Tells that a failure has its turn.
  ///
  /// - Returns: where it comes from; nil when that is not known yet.
  func begin(_ notable: NotableCase, _ kind: FailureSignature.Kind, count: Int) -> FailureOrigin? {
    if notable.index != turn { begun = [] }
    turn = notable.index
    begun.insert(kind)
    counts[kind] = count
    waiting[kind]?.remove(notable.index)
    return known.removeValue(forKey: Key(index: notable.index, kind: kind))
  }

  /// The script of a case, which has its turn; nil when it is not known yet.
  func script(of index: Int) -> SolverScript? {
    scriptTurn = index
    return scripts.removeValue(forKey: index)
  }

  /// Discards what has had its turn without becoming a finding.
  func settle(before index: Int) {
    drafts.settle(before: index)
    known = known.filter { $0.key.index >= index }
    scripts = scripts.filter { $0.key >= index }
  }
}

/// Where failures come from.
struct FailureOrigins: Sendable {
  private let desk: any CaseDesk
  private let source: CaseSource

  init(_ desk: any CaseDesk, _ source: CaseSource) {
    self.desk = desk
    self.source = source
  }

  /// The case that the failure is about. What cannot be worked out without ending the process once more is left out: the
  /// case as it was generated stands for the one that strategies were given.
  func origin(
    of notable: NotableCase, _ accusation: Accusation, _ recipes: RecipeBook
  ) -> FailureOrigin? {
    let only = recipes[notable.index..<notable.index + 1]
    let outcome = desk.done(.origin(case: notable.index, accusation, only), isMinimizing: false)
    if case .done(.origin(let found?)) = outcome { return found }
    var source = source
    source.recipes = only
    return (try? source.generate(notable.index)).map {
      FailureOrigin(layoutCase: $0.layoutCase, hints: .none)
    }
  }
}
