// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import Judging
import Oracles
import Processes

/// The examination of a script on which an engine fails: its cause and rate, its smallest script,
/// and the files of the finding.
package struct FailingEngineLook: FailureExamination {
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

  package var subject: EngineScript { failing.subject }
  package var index: Int { failing.index }
  package var program: String { command.name }
  package var verdict: FailureKind { failing.verdict }

  package func diagnosed(measuringRate: Bool) -> EngineDiagnosis.Examined {
    let unexamined = EngineDiagnosis.Examined(
      unexamined: FailureIdentity(.engine(command.name), failing.verdict, cause: .unexamined),
      failing.judgement)
    if isStopped() { return unexamined }
    let found = try? diagnosis.examine(
      failing.subject, verdict: failing.verdict, measuresRate: measuringRate,
      isStopped: isStopped)
    return found ?? unexamined
  }

  package func examined(
    _ diagnosed: EngineDiagnosis.Examined, seed: UInt64?, minimizing: MinimizingTerms?,
    folder: String?
  ) -> ExaminedFailure<EngineScript> {
    let minimized =
      diagnosed.isReducible ? minimizing.map { minimization(diagnosed, $0) } : nil
    let failure = minimized?.failure ?? diagnosed.failure
    let smallest = minimized?.result.subject ?? failing.subject
    let shown =
      minimized?.examined ?? (diagnosed.isUnmeasured ? nil : shown(smallest, failure))
    // The judgement on the original names steps that a smaller script does not have.
    let known = smallest == failing.subject ? diagnosed.judgement ?? failing.judgement : nil
    let judgement = shown?.judgement ?? known
    let rate = shown?.rate ?? (smallest == failing.subject ? diagnosed.rate : nil)
    let isSmallest = minimized.map { $0.result.end != .stopped && !isStopped() } ?? false
    let text = EngineText(smallest)
    var record = FindingRecord(
      .engine, failure, signature: smallest.signature(of: failure, isSmallest: isSmallest),
      summary: judgement.map { text.sentence($0) + Self.reservation(failure.cause) }
        ?? asFound(diagnosed, isSmaller: smallest != failing.subject),
      original: failing.subject.recordSize,
      minimized: smallest.recordSize, toolVersion: ToolVersion.current)
    record.rate = rate.flatMap { $0.failures > 0 ? $0 : nil }
    record.answer = judgement?.step.map { .init(step: $0, claim: nil, values: []) }
    record.seed = seed
    record.caseIndex = failing.index
    record.minimization = minimized.map { .init($0.result) } ?? .init()
    let greeting = runner.pool.greeting
    record.program = .init(
      command: command.command, version: greeting.engine,
      offer: greeting.offer.json, timeout: runner.pool.unusualTimeout)
    let truth =
      folder == nil || judgement == nil
      ? nil : try? EngineTruth(of: smallest, runner.offer, limit: runner.oracleLimit)
    // A later round writes those of a failure whose rate was not measured.
    let programs = (diagnosed.isUnmeasured ? nil : judgement).map {
      AuthorPrograms(
        smallest, truth, $0, runs: (rate ?? diagnosed.rate).runsPerTrial, runner,
        summary: record.summary, folder: folder, isStopped: isStopped)
    }
    (record.judged, record.authorPrograms) = (programs?.judged, programs?.records ?? [])
    // Standard error takes a run of its own.
    let errors =
      folder == nil || isStopped()
      ? nil
      : runner.errors(
        on: smallest, verdict: failure.verdict, runs: (rate ?? diagnosed.rate).runsPerTrial)
    var files = FindingFiles(record, minimized: smallest.fileBytes, errors: errors)
    files.programs = programs?.files ?? []
    var sections = [Self.section("Steps", text.lines(failing: judgement?.step))]
    if let step = judgement?.step, let frames = judgement.flatMap({ frames($0, truth) }) {
      sections.append(Self.section("Frames at step \(step + 1)", frames))
    }
    return ExaminedFailure(
      smallest: smallest, files: files,
      description: FindingDescription(
        record.summary, facts: programs?.facts ?? [], sections: sections))
  }

  /// Returns the sentence about the original script, where the stored one was not judged or was
  /// right.
  private func asFound(_ diagnosed: EngineDiagnosis.Examined, isSmaller: Bool) -> String {
    let start =
      isStopped()
      ? "the run was stopped before the \(isSmaller ? "smaller " : "")script was judged"
      : "the failure did not show again" + (isSmaller ? " on the smaller script" : "")
    let judgement: EngineJudgement? = diagnosed.judgement ?? failing.judgement
    return start
      + (judgement.map { "; as it was found: \(EngineText(failing.subject).sentence($0))" } ?? "")
  }

  /// Returns the end of the sentence about a failure that no new process has shown.
  private static func reservation(_ cause: FailureCause?) -> String {
    cause == .unrepeatable
      ? "; only in a process that had worked on other scripts, a new one does not fail" : ""
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    let lines = lines.map { ShownText.line($0, upTo: 300) }
    return "## \(title)\n\n```\n" + lines.joined(separator: "\n") + "\n```"
  }

  /// Returns the frames of the failing reading; nil when the failure is in another reply.
  private func frames(_ judgement: EngineJudgement, _ truth: EngineTruth?) -> [String]? {
    guard let truth, let step = judgement.step,
      case .reading(let answer) = truth.expectations[step],
      judgement.replies.indices.contains(step + 1),
      case .reading(let reading) = judgement.replies[step + 1]
    else { return nil }
    return ReadingTable(reading, answer, runner.offer).lines
  }

  private func minimization(
    _ diagnosed: EngineDiagnosis.Examined, _ terms: MinimizingTerms
  ) -> EngineDiagnosis.Minimized {
    terms.measure(countsRuns: true) { isOver in
      diagnosis.minimize(
        failing.subject, diagnosed, share: terms.share, isStopped: { isStopped() || isOver() })
    }
  }

  /// Returns an examination of the smallest script; nil when it does not fail again.
  private func shown(
    _ script: EngineScript, _ failure: FailureIdentity
  ) -> EngineDiagnosis.Examined? {
    let found = try? diagnosis.examine(
      script, verdict: failure.verdict, isStopped: isStopped)
    return found.flatMap { $0.judgement == nil ? nil : $0 }
  }
}

extension EngineDiagnosis.Examined: DiagnosedFailure {
  package var isUnexamined: Bool { failure.cause == .unexamined }
  package var isReducible: Bool {
    failure.cause != .unrepeatable && failure.cause != .unexamined && rate.failures > 0
  }
  package var isRare: Bool {
    isUnmeasured || failure.cause == .sometimes || failure.cause == .unrepeatable
  }
}
