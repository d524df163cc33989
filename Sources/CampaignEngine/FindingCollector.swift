// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LayoutModel
import Minimization
import Oracles

/// Turns failing cases into findings: stores them, makes them small, tells old ones from new ones.
///
/// One fault fails on many cases. The first few failures of each kind are made small, and after
/// that ever fewer, in case there is a second fault behind the first; all others are only counted.
struct FindingCollector {
  private(set) var findings: [CampaignFinding] = []
  /// The folders of findings that were made, in order.
  private(set) var newFolders: [String] = []
  private var store: FindingStore?
  private var failures: [FailureSignature.Kind: Int] = [:]
  private let source: CaseSource
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let time: MinimizingTime?
  private let isStopped: @Sendable () -> Bool
  /// Stores what is found while this makes something small; nil when nothing is.
  private let early: EarlyFindings?

  init(
    _ settings: CampaignSettings, _ desk: any CaseDesk, from start: TallyState? = nil,
    minimizing time: MinimizingTime? = nil, early: EarlyFindings? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    store = settings.outputFolder.map { FindingStore(output: $0) }
    source = CaseSource(settings)
    findings = start?.findings ?? []
    for (kind, count) in start?.failures ?? [] { failures[kind] = count }
    self.settings = settings
    self.desk = desk
    self.time = time
    self.early = early
    self.isStopped = isStopped
  }

  /// How often each kind of failure was seen, in the order of their names.
  var failureCounts: [(kind: FailureSignature.Kind, count: Int)] {
    failures.map { (kind: $0.key, count: $0.value) }.sorted {
      ($0.kind.strategy, $0.kind.verdict.name) < ($1.kind.strategy, $1.kind.verdict.name)
    }
  }

  /// Takes in a case on which something is wrong.
  mutating func take(_ notable: NotableCase) throws(WriteError) {
    for kind in notable.kinds { try take(notable, kind) }
  }

  private mutating func take(
    _ notable: NotableCase, _ kind: FailureSignature.Kind
  ) throws(WriteError) {
    let count = failures[kind, default: 0] + 1
    failures[kind] = count
    for index in findings.indices where findings[index].kind == kind {
      findings[index].occurrences = count
    }
    early?.begin(notable, kind, count: count)
    guard Self.isWorthIt(count, minimizes: minimizes) else { return }
    try collect(notable, kind)
  }

  /// Whether the failure of this number is looked at: the first four of its kind, then the 8th, the
  /// 16th, ...
  static func isWorthIt(_ number: Int, minimizes: Bool) -> Bool {
    // What was not made small cannot be told from others of its kind: one is enough.
    guard minimizes else { return number == 1 }
    return number <= FindingStore.foldersPerBucket || number & (number - 1) == 0
  }

  /// Whether findings are made small now.
  private var minimizes: Bool { settings.minimizes && time?.isOver != true }

  /// The case that a failure is about.
  ///
  /// What cannot be worked out without ending the process once more is left out: the case as it was
  /// generated stands for the one that strategies were given.
  private func start(of notable: NotableCase, _ accusation: Accusation) -> FailureOrigin? {
    let (desk, index) = (desk, notable.index)
    let outcome = awaited(by: early) {
      desk.done(.origin(case: index, accusation), isMinimizing: false)
    }
    if case .done(.origin(let found?)) = outcome { return found }
    return (try? source.generate(index)).map {
      FailureOrigin(layoutCase: $0.layoutCase, hints: .none)
    }
  }

  private mutating func collect(
    _ notable: NotableCase, _ kind: FailureSignature.Kind
  ) throws(WriteError) {
    let accusation = Accusation(kind, on: notable)
    guard let start = start(of: notable, accusation) else { return }
    let draft = try store.map { (store) throws(WriteError) in try store.begin(start.layoutCase) }
    if let draft { early?.looking(into: notable, draft) }
    // Generating again from the choices costs time even when nothing may be tried any more: whoever
    // has asked for a stop would wait for it once for every failure that is still to be stored.
    let origin = source.origin(notable.index)
    let probe = FailureProbe(accusation, desk)
    let look = FailureLook(
      start: start, origin: origin, probe: probe,
      minimizing: minimizes ? .init(time: time, isStopped: isStopped) : nil)
    let outcome = awaited(by: early) { look.outcome() }
    let (minimized, failure, description) = (
      outcome.minimized, outcome.failure, outcome.description
    )
    let smallest = failure.layoutCase
    let isSmallest = minimized.map { $0.end != .stopped && $0.end != .startPasses } ?? false
    let bucket =
      isSmallest
      ? FailureSignature(kind, minimized: smallest).bucket : kind.bucketOfUnminimized
    var path: String?
    var place: String?
    if let draft {
      let finding = findingRecord(
        notable, start.layoutCase, kind, bucket, description.sentence, minimized)
      let early = early
      let hasCertificate = description.certificate != nil
      let stored = try store?.finish(
        draft, minimized: smallest, choices: origin?.sequence,
        certificate: description.certificate, errors: failure.errors, record: finding
      ) { folder in
        awaited(by: early) {
          probe.report(of: failure, finding, folder: folder, hasCertificate: hasCertificate)
        }
      }
      if case .new(let folder) = stored { newFolders.append(folder) }
      path = stored?.folder.map { "\($0)/case.json" }
      place = stored?.place
    }
    if let known = findings.firstIndex(where: { $0.signature == bucket }) {
      findings[known].members += 1
      if let place, !findings[known].folders.contains(place) {
        findings[known].folders.append(place)
      }
      return
    }
    findings.append(
      CampaignFinding(
        signature: bucket, kind: kind, summary: description.sentence,
        firstCase: notable.index, original: start.layoutCase, smallest: smallest, path: path,
        occurrences: failures[kind] ?? 1, folders: [place].compactMap { $0 }))
  }

  private func findingRecord(
    _ notable: NotableCase, _ original: LayoutCase, _ kind: FailureSignature.Kind,
    _ bucket: String, _ summary: String, _ minimized: MinimizationResult?
  ) -> FindingRecord {
    FindingRecord(
      signature: bucket, strategy: kind.strategy, verdict: kind.verdict.name, summary: summary,
      seed: settings.seedOfCases,
      caseIndex: notable.index, profile: notable.profile.rawValue, original: .init(original),
      minimized: .init(minimized?.layoutCase ?? original),
      minimizationEnd: minimized?.end.rawValue ?? FindingRecord.notMinimized,
      calls: minimized?.calls ?? 0,
      acceptedSteps: minimized?.acceptedSteps ?? 0,
      reducers: (minimized?.statistics ?? []).map {
        .init(name: $0.reducer, attempts: $0.attempts, successes: $0.successes)
      },
      indifferent: minimized?.indifferent ?? [],
      explanationIsCut: minimized?.explanationIsCut ?? false,
      toolVersion: ToolVersion.current)
  }
}
