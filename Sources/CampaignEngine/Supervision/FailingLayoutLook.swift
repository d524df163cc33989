// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Display
import Judging
import LayoutModel
import Minimization

/// The examination of a layout that fails: its smallest case, whether that shows the failure, and
/// the files of the finding.
///
/// It may take as long as minimization does. All runs happen at a desk, so that a case that ends
/// its process only ends a worker.
struct FailingLayoutLook: KnownFailureExamination {
  let accusation: Accusation
  /// The case from which minimization starts.
  let subject: LayoutCase
  /// The probable places of the fault in it.
  var hints = MinimizationHints.none
  /// The choices that generate it; nil when it was not generated.
  var origin: ChoiceOrigin?
  /// The choices that generate the case as it was found; nil when it was not generated.
  var choices: ChoiceSequence?
  /// Whether an earlier examination was cut short: then only a smaller case, or the smallest one,
  /// is described.
  var isResumed = false
  let desk: any CaseDesk
  let isStopped: @Sendable () -> Bool

  init(
    _ accusation: Accusation, on subject: LayoutCase, at desk: any CaseDesk,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.accusation = accusation
    self.subject = subject
    self.desk = desk
    self.isStopped = isStopped
  }

  var known: FailureIdentity { accusation.failure }
  var index: Int { accusation.index ?? 0 }

  func examined(
    _ known: FailureIdentity, seed: UInt64?, minimizing: MinimizingTerms?, folder: String?
  ) -> ExaminedFailure<LayoutCase> {
    var minimized = minimizing.map { terms in
      terms.measure(countsRuns: endsProcess) { isOver in self.minimized(isOver: isOver) }
    }
    if isResumed, let minimized, !minimized.isProgress {
      return examined(subject, seed, minimized, nil, .notRepeated)
    }
    var end = self.end(on: minimized?.layoutCase ?? subject)
    if minimized != nil, !isConfirmed(by: end) {
      // While minimizing, each run has less time, so a case that seemed to hang may only be slow.
      minimized = nil
      end = self.end(on: subject)
    }
    let smallest = minimized?.layoutCase ?? subject
    // Only texts that are stored compare the strategy with others.
    let description = self.description(of: smallest, endedBy: end?.failure, compares: folder != nil)
    return examined(smallest, seed, minimized, end, description)
  }

  private func examined(
    _ smallest: LayoutCase, _ seed: UInt64?, _ minimized: MinimizationResult?, _ end: ProcessEnd?,
    _ description: FindingDescription
  ) -> ExaminedFailure<LayoutCase> {
    var record = FindingRecord(
      .layout, known,
      signature: smallest.signature(of: known, isSmallest: minimized?.end.isSettled == true),
      summary: description.sentence, original: subject.recordSize, minimized: smallest.recordSize,
      toolVersion: ToolVersion.current)
    record.seed = seed
    record.caseIndex = accusation.index
    record.profile = accusation.profile?.rawValue
    record.minimization = minimized.map { .init($0) } ?? .init()
    let files = FindingFiles(
      record, minimized: smallest.fileBytes, choices: choices ?? origin?.sequence,
      certificate: description.certificate, errors: end?.errors)
    return ExaminedFailure(smallest: smallest, files: files, description: description)
  }
}

extension MinimizationResult {
  /// Whether the case is smaller, or known to be the smallest.
  fileprivate var isProgress: Bool { end.isSettled || acceptedSteps > 0 }
}
