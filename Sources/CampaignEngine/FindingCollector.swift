// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutModel
import Minimization
import Oracles

/// A collector that turns failing cases into findings: it minimizes and stores them.
struct FindingCollector {
  private var list: FindingList<LayoutCase>
  private let source: CaseSource
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let time: MinimizingTime?
  private let isStopped: @Sendable () -> Bool
  /// The last case of a shard that was run again.
  private var rerun: (index: Int, evidence: FailureEvidence)?
  /// Stores arriving findings while a case is examined; nil when nothing does.
  private let early: EarlyFindings?

  init(
    _ settings: CampaignSettings, _ desk: any CaseDesk,
    from start: FindingList<LayoutCase>.State? = nil,
    minimizing time: MinimizingTime? = nil, early: EarlyFindings? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    list = FindingList(outputFolder: settings.outputFolder, from: start ?? .init())
    source = CaseSource(settings)
    self.settings = settings
    self.desk = desk
    self.time = time
    self.early = early
    self.isStopped = isStopped
  }

  var findings: [CaseFinding] { list.findings }
  /// The folders of findings that were created, in order.
  var newFolders: [String] { list.newFolders }
  var state: FindingList<LayoutCase>.State { list.state }

  /// Adds a failing case.
  ///
  /// - Parameters:
  ///   - notable: the case and the ways in which it fails.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Throws: the path that cannot be written, and why.
  mutating func take(_ notable: NotableCase, _ elapsed: () -> UInt64) throws(WriteError) {
    for kind in notable.kinds {
      var number = list.count(kind)
      if kind.verdict == .needlessGiveUp {
        // Early findings take no part in this: whether a give-up counts is known in its turn.
        number -= Self.giveUpsExcused(before: notable.index)
      } else {
        early?.begin(notable, kind, count: number)
      }
      if number > 0, FindingList<LayoutCase>.isWorthExamining(number, minimizes: minimizes) {
        try collect(notable, kind, elapsed)
      }
    }
  }

  /// Returns the number of needless give-ups of one strategy that are no finding.
  ///
  /// A healthy strategy gives up a few of 100,000 cases without a reason in the case. One that
  /// gives up ten times as often may hide any fault.
  static func giveUpsExcused(before index: Int) -> Int { 3 + index / 4000 }

  /// Whether findings are minimized now.
  private var minimizes: Bool { settings.minimizes && time?.isOver != true }

  /// Returns the evidence of a case; nil when the run is stopped.
  ///
  /// The case of a shard is run again. Where it does not fail once more, the evidence is only the
  /// case.
  private mutating func evidence(of notable: NotableCase) -> FailureEvidence? {
    if let evidence = notable.evidence { return evidence }
    let (desk, index) = (desk, notable.index)
    if let rerun, rerun.index == index { return rerun.evidence }
    guard let batch = awaited(by: early, { desk.run(index..<index + 1) }) else { return nil }
    let evidence = batch.failing.first?.evidence ?? generated(index)
    rerun = evidence.map { (index, $0) }
    return evidence
  }

  private func generated(_ index: Int) -> FailureEvidence? {
    guard let (generated, choices) = try? source.draw(index) else { return nil }
    return FailureEvidence(
      original: generated.layoutCase, plain: nil, choices: choices.recording, starts: [])
  }

  private mutating func collect(
    _ notable: NotableCase, _ kind: FailureSignature.Kind, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    guard let evidence = evidence(of: notable) else { return }
    let (start, hints) = evidence.start(of: kind)
    let draft = try list.begin(start)
    if let draft { early?.looking(into: notable, draft) }
    let look = FailureLook(
      start: start, hints: hints, origin: source.origin(of: evidence.choices),
      probe: FailureProbe(Accusation(kind, on: notable), desk), seed: settings.seedOfCases,
      minimizing: minimizes ? .init(time: time, isStopped: isStopped) : nil,
      isStored: draft != nil)
    let examined = awaited(by: early) { look.outcome() }
    try list.add(examined, of: start, draft, case: notable.index, nanoseconds: elapsed())
  }
}
