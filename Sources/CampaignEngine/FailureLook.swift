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
struct FailureLook: Sendable {
  /// The case from which minimization starts.
  let start: LayoutCase
  let hints: MinimizationHints
  let origin: ChoiceOrigin
  let probe: FailureProbe
  /// The seed of the campaign; nil for a case that was not generated.
  let seed: UInt64?
  /// Nil when the case is not minimized.
  let minimizing: Limits?
  /// Whether the texts about the failure are stored, which compares it with other strategies.
  let isStored: Bool

  /// The limits of a minimization.
  struct Limits: Sendable {
    let time: MinimizingTime?
    let isStopped: @Sendable () -> Bool
  }

  /// Examines the failure, all of it at the desk of the probe.
  func outcome() -> ExaminedFailure<LayoutCase> {
    var minimized = minimizing.map(minimized)
    var end = probe.end(on: minimized?.layoutCase ?? start)
    if minimized != nil, !probe.isConfirmed(by: end) {
      // While minimizing, each run has less time, so a case that seemed to hang may only be slow.
      minimized = nil
      end = probe.end(on: start)
    }
    var record = record
    record.minimization = minimized.map { .init($0) } ?? .init()
    return probe.examined(
      minimized?.layoutCase ?? start, endedBy: end, record, choices: origin.sequence,
      compares: isStored)
  }

  /// The record without the results of minimization and of the run of the smallest case.
  private var record: FindingRecord {
    let (accusation, size) = (probe.accusation, start.recordSize)
    var record = FindingRecord(
      .layout, signature: "", accused: accusation.kind.accused,
      verdict: accusation.kind.verdict, summary: "", original: size, minimized: size,
      toolVersion: ToolVersion.current)
    record.seed = seed
    record.caseIndex = accusation.index
    record.profile = accusation.profile?.rawValue
    return record
  }

  private func minimized(_ minimizing: Limits) -> MinimizationResult {
    let isStopped = minimizing.isStopped
    let work = { (isOver: @escaping @Sendable () -> Bool) in
      probe.minimize(
        start, hints: hints, origin: isStopped() ? nil : origin,
        isStopped: { isStopped() || isOver() })
    }
    return minimizing.time?.measure(countsRuns: probe.endsProcess, work) ?? work { false }
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
      MinimizationResult.End(rawValue: record.minimization.end)?.isSettled == true
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

extension MinimizationResult.End {
  /// Whether another night ends with the same case, so that its shape can name a bucket.
  fileprivate var isSettled: Bool { self != .stopped && self != .startPasses }
}
