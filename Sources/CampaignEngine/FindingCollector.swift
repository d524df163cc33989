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
      let number = list.count(kind)
      early?.begin(notable, kind, count: number)
      if FindingList<LayoutCase>.isWorthExamining(number, minimizes: minimizes) {
        try collect(notable, kind, elapsed)
      }
    }
  }

  /// Whether findings are minimized now.
  private var minimizes: Bool { settings.minimizes && time?.isOver != true }

  /// Returns the case of a failure as the strategies got it.
  ///
  /// If computing it would end the process once more, returns the case as it was generated.
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
    _ notable: NotableCase, _ kind: FailureSignature.Kind, _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let accusation = Accusation(kind, on: notable)
    guard let start = start(of: notable, accusation) else { return }
    let draft = try list.begin(start.layoutCase)
    if let draft { early?.looking(into: notable, draft) }
    let look = FailureLook(
      start: start, origin: source.origin(notable.index), probe: FailureProbe(accusation, desk),
      seed: settings.seedOfCases,
      minimizing: minimizes ? .init(time: time, isStopped: isStopped) : nil,
      isStored: draft != nil)
    let examined = awaited(by: early) { look.outcome() }
    try list.add(
      examined, of: start.layoutCase, draft, case: notable.index, nanoseconds: elapsed())
  }
}
