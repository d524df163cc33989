// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Judging
import Minimization

/// A collector that turns documents on which the tool fails into findings: it minimizes and stores
/// them.
struct DocumentCollector {
  private var list: FindingList<DocumentMarkup>
  private let settings: DocumentCampaign.Settings
  private let desk: DocumentDesk
  private let time: MinimizingTime
  private let isStopped: @Sendable () -> Bool

  init(
    _ settings: DocumentCampaign.Settings, from start: FindingList<DocumentMarkup>.State?,
    _ desk: DocumentDesk, _ time: MinimizingTime, isStopped: @escaping @Sendable () -> Bool
  ) {
    list = FindingList(outputFolder: settings.outputFolder, from: start ?? .init())
    self.settings = settings
    self.desk = desk
    self.time = time
    self.isStopped = isStopped
  }

  var findings: [DocumentFinding] { list.findings }
  var newFolders: [String] { list.newFolders }
  var state: FindingList<DocumentMarkup>.State { list.state }

  mutating func take(
    _ document: DocumentMarkup, _ mistake: DocumentProbe.Mistake, case index: Int,
    _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let failure = DocumentFailure(mistake)
    let minimizes = settings.minimizes && !time.isOver
    guard
      FindingList<DocumentMarkup>.isWorthExamining(list.count(failure), minimizes: minimizes)
    else { return }
    let draft = try list.begin(document)
    let minimized = minimizes ? minimize(document, failure) : nil
    try list.add(
      examined(document, mistake, minimized, case: index), of: document, draft, case: index,
      nanoseconds: elapsed())
  }

  private func minimize(
    _ document: DocumentMarkup, _ failure: DocumentFailure
  ) -> MinimizedSubject<DocumentMarkup> {
    let endsProcess = failure.verdict.endsProcess
    let isHang = failure.verdict == .process(.hang)
    return time.measure(countsRuns: endsProcess) { isOver in
      DocumentMinimizer.minimize(
        document, runsMax: isHang ? DocumentMinimizer.slowRunsMax : DocumentMinimizer.runsMax,
        isStopped: { isStopped() || isOver() },
        fails: { desk.fails($0, as: failure) })
    }
  }

  private func examined(
    _ document: DocumentMarkup, _ mistake: DocumentProbe.Mistake,
    _ minimized: MinimizedSubject<DocumentMarkup>?, case index: Int
  ) -> ExaminedFailure<DocumentMarkup> {
    let failure = DocumentFailure(mistake)
    let smallest = minimized?.subject ?? document
    let isFinished = minimized?.end == .fixpoint
    var summary = mistake.sentence
    if case .result(let result) = desk.outcome(of: smallest), let found = result.mistake {
      summary = found.sentence
    }
    var record = FindingRecord(
      .document,
      signature: isFinished ? failure.bucket(smallest) : failure.pendingQueue.name,
      accused: .check(failure.accusedName), verdict: failure.verdict, summary: summary,
      original: document.recordSize, minimized: smallest.recordSize,
      toolVersion: ToolVersion.current)
    record.seed = settings.seed
    record.caseIndex = index
    if let minimized {
      record.minimization = .init(
        end: minimized.end.rawValue, calls: minimized.runs,
        acceptedSteps: minimized.acceptedSteps)
    }
    let lines = ShownText.lines(String(decoding: smallest.bytes, as: UTF8.self))
    return ExaminedFailure(
      failure: failure, smallest: smallest,
      files: FindingFiles(record, minimized: smallest.bytes),
      description: FindingDescription(
        summary, sections: ["## Document\n\n```xml\n\(lines)```"]))
  }
}
