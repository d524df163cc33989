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
/// It may take as long as minimization does.
struct FailureLook: KnownFailureExamination {
  /// The case from which minimization starts.
  let subject: LayoutCase
  let hints: MinimizationHints
  let origin: ChoiceOrigin
  let probe: FailureProbe
  let index: Int
  let isStopped: @Sendable () -> Bool

  var known: FailureSignature.Kind { probe.accusation.kind }

  /// Examines the failure, all of it at the desk of the probe.
  func examined(
    _ known: FailureSignature.Kind, seed: UInt64?, minimizing: MinimizingTerms?,
    folder: String?
  ) -> ExaminedFailure<LayoutCase> {
    var minimized = minimizing.map(minimized)
    var end = probe.end(on: minimized?.layoutCase ?? subject)
    if minimized != nil, !probe.isConfirmed(by: end) {
      // While minimizing, each run has less time, so a case that seemed to hang may only be slow.
      minimized = nil
      end = probe.end(on: subject)
    }
    var record = record
    record.seed = seed
    record.minimization = minimized.map { .init($0) } ?? .init()
    // Only texts that are stored compare the strategy with others.
    return probe.examined(
      minimized?.layoutCase ?? subject, endedBy: end, record, choices: origin.sequence,
      compares: folder != nil)
  }

  /// The record without the results of minimization and of the run of the smallest case.
  private var record: FindingRecord {
    let (failure, size) = (known, subject.recordSize)
    var record = FindingRecord(
      .layout, signature: "", accused: failure.accused, verdict: failure.verdict, summary: "",
      original: size, minimized: size, toolVersion: ToolVersion.current)
    record.caseIndex = probe.accusation.index
    record.profile = probe.accusation.profile?.rawValue
    return record
  }

  private func minimized(_ terms: MinimizingTerms) -> MinimizationResult {
    terms.measure(countsRuns: probe.endsProcess) { isOver in
      probe.minimize(
        subject, hints: hints, origin: isStopped() ? nil : origin,
        isStopped: { isStopped() || isOver() })
    }
  }
}

extension FailureProbe {
  /// Describes a failure on its smallest case.
  ///
  /// - Parameters:
  ///   - smallest: the smallest case.
  ///   - end: the end of a process on it; nil when the strategy gives an answer.
  ///   - record: the record without the signature, the sentence and the size of that case.
  ///   - choices: the choices that generate the original case; nil when it was not generated.
  ///   - compares: whether other strategies solve the case, too.
  /// - Returns: the failure with the files of its finding.
  func examined(
    _ smallest: LayoutCase, endedBy end: ProcessEnd?, _ record: FindingRecord,
    choices: ChoiceSequence?, compares: Bool
  ) -> ExaminedFailure<LayoutCase> {
    let kind = accusation.kind
    let description = description(of: smallest, endedBy: end?.failure, compares: compares)
    var record = record
    record.signature =
      MinimizationEnd(rawValue: record.minimization.end)?.isSettled == true
      ? kind.bucket(smallest) : kind.pendingQueue.name
    record.summary = description.sentence
    record.minimized = smallest.recordSize
    record.toolVersion = ToolVersion.current
    let files = FindingFiles(
      record, minimized: smallest.fileBytes, choices: choices,
      certificate: description.certificate, errors: end?.errors)
    return ExaminedFailure(
      failure: kind, smallest: smallest, files: files, description: description)
  }
}
