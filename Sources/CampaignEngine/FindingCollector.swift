// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel
import Minimization
import Oracles

/// Turns failing cases into findings: stores them, makes them small, tells old ones from new ones.
///
/// One fault fails on many cases. The first few failures of each kind are made small, and after that ever
/// fewer, in case there is a second fault behind the first; all others are only counted.
struct FindingCollector {
  private(set) var findings: [CampaignFinding] = []
  private var store: FindingStore?
  private var failures: [FailureSignature.Kind: Int] = [:]
  private let source: CaseSource
  private let settings: CampaignSettings
  private let isStopped: @Sendable () -> Bool

  init(_ settings: CampaignSettings, isStopped: @escaping @Sendable () -> Bool) {
    store = settings.outputFolder.map { FindingStore(output: $0) }
    source = CaseSource(seed: settings.seed, profile: settings.profile)
    self.settings = settings
    self.isStopped = isStopped
  }

  /// Takes in a case on which at least one strategy fails, or a law is broken.
  mutating func take(_ notable: NotableCase) throws(WriteError) {
    for (strategy, record) in zip(settings.strategies, notable.record.strategies) {
      guard let kind = FailureSignature.Kind(strategy: strategy.name, verdict: record.verdict)
      else { continue }
      let costs = settings.costs.flatMap {
        CostOracle(verdict: kind.verdict, profile: notable.profile, table: $0.table)
      }
      try take(notable, FailurePredicate(strategy, kind, costs: costs), record)
    }
    for law in notable.brokenLaws {
      try take(notable, FailurePredicate(law.check), law.strategyRecord(notable.record))
    }
  }

  private mutating func take(
    _ notable: NotableCase, _ predicate: FailurePredicate, _ record: StrategyRecord
  ) throws(WriteError) {
    let kind = predicate.kind
    let count = failures[kind, default: 0] + 1
    failures[kind] = count
    for index in findings.indices where findings[index].kind == kind {
      findings[index].occurrences = count
    }
    // The first four, then the 8th, the 16th, ...
    guard count <= FindingStore.foldersPerBucket || count & (count - 1) == 0 else { return }
    // The signature of an unminimized case is a case of its own: one is enough.
    guard settings.minimizes || count == 1 else { return }
    try collect(notable, predicate, record)
  }

  private mutating func collect(
    _ notable: NotableCase, _ predicate: FailurePredicate, _ record: StrategyRecord
  ) throws(WriteError) {
    let original = notable.original(of: predicate.kind)
    let draft = try store.map { (store) throws(WriteError) in try store.begin(original) }
    let origin = source.origin(notable.index)
    let minimized = minimize(notable, predicate, record, origin)
    let smallest = minimized?.layoutCase ?? original
    let signature = FailureSignature(predicate.kind, minimized: smallest)
    let (caseRecord, failure) = predicate.failure(on: smallest) ?? (notable.record, record)
    let summary = FindingSummary(caseRecord, failure)
    var path: String?
    if let draft {
      let finding = findingRecord(notable, original, signature, summary, minimized)
      // A law is about two answers, and under a planted fault about those to a wrong system. A contradiction in the
      // tool is told where cases are run; here it only costs the certificate.
      let certificate =
        predicate.law == nil ? (try? caseRecord.certificate()).flatMap { $0 }?.encoded : nil
      let report = FindingReport(
        of: predicate, caseRecord, failure, finding, hasCertificate: certificate != nil)
      let outcome = try store?.finish(
        draft, minimized: smallest, choices: origin?.sequence, certificate: certificate,
        record: finding, report: report.text)
      path = outcome?.folder.map { "\($0)/case.json" }
    }
    guard !findings.contains(where: { $0.signature == signature.bucket }) else { return }
    findings.append(
      CampaignFinding(
        signature: signature.bucket, kind: predicate.kind, summary: summary.sentence,
        firstCase: notable.index, original: original, smallest: smallest, path: path,
        occurrences: failures[predicate.kind] ?? 1))
  }

  private func minimize(
    _ notable: NotableCase, _ predicate: FailurePredicate, _ record: StrategyRecord,
    _ origin: ChoiceOrigin?
  ) -> MinimizationResult? {
    guard settings.minimizes else { return nil }
    // Generating again from the choices costs time even when nothing may be tried any more: whoever has
    // asked for a stop would wait for it once for every failure that is still to be stored.
    return predicate.minimize(
      notable.original(of: predicate.kind), hints: MinimizationHints(notable.record, record),
      origin: isStopped() ? nil : origin, isStopped: isStopped)
  }

  private func findingRecord(
    _ notable: NotableCase, _ original: LayoutCase, _ signature: FailureSignature,
    _ summary: FindingSummary, _ minimized: MinimizationResult?
  ) -> FindingRecord {
    return FindingRecord(
      signature: signature.bucket, strategy: signature.kind.strategy,
      verdict: signature.kind.verdict, summary: summary.sentence, seed: settings.seed,
      caseIndex: notable.index, profile: notable.profile.rawValue, original: .init(original),
      minimized: .init(minimized?.layoutCase ?? original),
      minimizationEnd: minimized?.end.rawValue ?? "notMinimized", calls: minimized?.calls ?? 0,
      acceptedSteps: minimized?.acceptedSteps ?? 0,
      reducers: (minimized?.statistics ?? []).map {
        .init(name: $0.reducer, attempts: $0.attempts, successes: $0.successes)
      },
      toolVersion: CampaignSettings.toolVersion)
  }
}
