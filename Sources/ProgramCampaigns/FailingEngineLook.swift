// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import Judging
import Processes

/// The examination of a script on which an engine fails: its cause and rate, its smallest script,
/// and the files of the finding.
struct FailingEngineLook: Sendable {
  private let failing: FailingProgramCase<EnginePrograms>
  private let runner: EngineRunner
  private let isStopped: @Sendable () -> Bool

  init(
    _ failing: FailingProgramCase<EnginePrograms>, _ runner: EngineRunner,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.failing = failing
    self.runner = runner
    self.isStopped = isStopped
  }

  private var diagnosis: EngineDiagnosis { EngineDiagnosis(runner) }
  private var command: AdapterCommand { runner.pool.command }

  /// Examines the failure.
  ///
  /// Without time or a process its cause stays unexamined.
  @Sendable func examined() -> EngineDiagnosis.Examined {
    let unexamined = EngineDiagnosis.Examined(
      unexamined: EngineFailure(
        engine: command.name, verdictName: failing.verdict.name, cause: .unexamined),
      failing.judgement)
    if isStopped() { return unexamined }
    let found = try? diagnosis.examine(
      failing.subject, verdict: failing.verdict.name, isStopped: isStopped)
    return found ?? unexamined
  }

  /// Minimizes the script and writes the texts about the smallest one.
  ///
  /// - Parameters:
  ///   - examined: the cause and the rate, which minimization keeps.
  ///   - seed: the seed of the campaign.
  ///   - time: the time limits; nil when the script is not minimized.
  ///   - folder: the folder of the unfinished finding; nil when nothing is kept on disk.
  /// - Returns: the failure with the smallest script and the files of its finding.
  func finding(
    _ examined: EngineDiagnosis.Examined, seed: UInt64, minimizing time: MinimizingTime?,
    folder: String?
  ) -> ExaminedFailure<EngineScript> {
    let failure = examined.failure
    let isReducible = failure.cause != .unrepeatable && failure.cause != .unexamined
    let minimized = isReducible ? time.map { minimization(examined, $0) } : nil
    let smallest = minimized?.script ?? failing.subject
    let shown = shown(smallest, failure)
    // The judgement on the original names steps that a smaller script does not have.
    let known = smallest == failing.subject ? examined.judgement ?? failing.judgement : nil
    let judgement = shown?.judgement ?? known
    let rate = shown?.rate ?? (smallest == failing.subject ? examined.rate : nil)
    let isSmallest = minimized.map { $0.end != .stopped } ?? false
    let text = EngineText(smallest)
    var record = FindingRecord(
      .engine, signature: isSmallest ? failure.bucket(smallest) : failure.pendingBucket.name,
      accused: failure.engine, verdict: failure.verdictName,
      summary: judgement.map(text.sentence)
        ?? (isStopped()
          ? "the run was stopped before the smaller script was judged"
          : "the failure did not show again on the smaller script"),
      original: failing.subject.recordSize,
      minimized: smallest.recordSize, toolVersion: ToolVersion.current)
    record.cause = failure.cause.rawValue
    record.rate = rate.flatMap { $0.failures > 0 ? $0 : nil }
    record.seed = seed
    record.caseIndex = failing.index
    record.minimization =
      minimized.map {
        .init(end: $0.end.rawValue, calls: $0.runs, acceptedSteps: $0.acceptedSteps)
      } ?? .init()
    let greeting = runner.pool.greeting
    record.program = .init(
      command: command.command, version: greeting.engine,
      offer: greeting.offer.json)
    let programs = judgement.map {
      AuthorPrograms(
        smallest, $0, runs: (rate ?? examined.rate).runsPerTrial, runner, summary: record.summary,
        folder: folder,
        isStopped: isStopped)
    }
    (record.judged, record.authorPrograms) = (programs?.judged, programs?.records ?? [])
    var files = FindingFiles(record, minimized: smallest.fileBytes)
    files.programs = programs?.files ?? []
    var body = body(text, judgement)
    body.facts += programs?.facts ?? []
    return ExaminedFailure(failure: failure, smallest: smallest, files: files, body: body)
  }

  private func minimization(
    _ examined: EngineDiagnosis.Examined, _ time: MinimizingTime
  ) -> EngineMinimizer.Result {
    time.measure(countsRuns: true) { isOver in
      diagnosis.minimize(failing.subject, examined, isStopped: { isStopped() || isOver() })
    }
  }

  /// Returns an examination of the smallest script; nil when it does not fail again.
  private func shown(
    _ script: EngineScript, _ failure: EngineFailure
  ) -> EngineDiagnosis.Examined? {
    let found = try? diagnosis.examine(
      script, verdict: failure.verdictName, isStopped: isStopped)
    return found.flatMap { $0.judgement == nil ? nil : $0 }
  }

  private func body(_ text: EngineText, _ judgement: EngineJudgement?) -> ReportBody {
    var body = ReportBody()
    let lines = text.lines(failing: judgement?.step).map { ShownText.line($0, upTo: 300) }
    body.sections.append("## Steps\n\n```\n" + lines.joined(separator: "\n") + "\n```")
    return body
  }
}
