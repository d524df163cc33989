// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Minimization

/// The examination of a document on which the tool fails: its smallest document, and the files of
/// the finding.
struct FailingDocumentLook: KnownFailureExamination {
  let subject: DocumentMarkup
  let mistake: DocumentProbe.Mistake
  let index: Int
  let desk: DocumentDesk
  let isStopped: @Sendable () -> Bool

  var known: FailureIdentity { mistake.failure }

  private func minimized(_ terms: MinimizingTerms) -> MinimizedSubject<DocumentMarkup> {
    terms.measure(countsRuns: known.verdict.endsProcess) { isOver in
      desk.minimize(subject, known, isStopped: { isStopped() || isOver() })
    }
  }

  func examined(
    _ known: FailureIdentity, seed: UInt64?, minimizing: MinimizingTerms?,
    folder: String?
  ) -> ExaminedFailure<DocumentMarkup> {
    let minimized = minimizing.map(minimized)
    let smallest = minimized?.subject ?? subject
    let isFinished = minimized?.end.isSettled == true && !isStopped()
    var summary = mistake.sentence
    if case .result(let result) = desk.outcome(of: smallest), let found = result.mistake {
      summary = found.sentence
    }
    var record = FindingRecord(
      .document, known, signature: smallest.signature(of: known, isSmallest: isFinished),
      summary: summary,
      original: subject.recordSize, minimized: smallest.recordSize,
      toolVersion: ToolVersion.current)
    record.seed = seed
    record.caseIndex = index
    if let minimized {
      record.minimization = .init(minimized)
    }
    let lines = ShownText.lines(String(decoding: smallest.bytes, as: UTF8.self))
    return ExaminedFailure(
      smallest: smallest,
      files: FindingFiles(record, minimized: smallest.bytes),
      description: FindingDescription(
        summary, sections: ["## Document\n\n```xml\n\(lines)```"]))
  }
}
