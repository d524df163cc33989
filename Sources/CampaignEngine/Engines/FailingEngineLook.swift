// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import EngineScripts
import Engines
import Judging
import Processes

/// A script on which an engine fails.
struct FailingEngineScript: Sendable {
  let index: Int
  let script: EngineScript
  let judgement: EngineJudgement
  /// The name of the verdict.
  let verdict: String
  let runner: EngineRunner
}

/// The examination of a script on which an engine fails: its cause and rate, its smallest script,
/// and the files of the finding.
struct FailingEngineLook: Sendable {
  let failing: FailingEngineScript
  let isStopped: @Sendable () -> Bool

  private var diagnosis: EngineDiagnosis { EngineDiagnosis(failing.runner) }

  /// Examines the failure.
  ///
  /// Without time or a process its cause stays unexamined.
  @Sendable func examined() -> EngineDiagnosis.Examined {
    let unexamined = EngineDiagnosis.Examined(
      unexamined: EngineFailure(
        engine: failing.runner.pool.command.name, verdictName: failing.verdict,
        cause: .unexamined), failing.judgement)
    if isStopped() { return unexamined }
    let found = try? diagnosis.examine(
      failing.script, verdict: failing.verdict, isStopped: isStopped)
    return found ?? unexamined
  }

  /// Minimizes the script and writes the texts about the smallest one.
  ///
  /// - Parameters:
  ///   - examined: the cause and the rate, which minimization keeps.
  ///   - seed: the seed of the campaign.
  ///   - time: the time limits; nil when the script is not minimized.
  func finding(
    _ examined: EngineDiagnosis.Examined, seed: UInt64, minimizing time: MinimizingTime?
  ) -> ExaminedFailure<EngineScript> {
    let failure = examined.failure
    let isReducible = failure.cause != .unrepeatable && failure.cause != .unexamined
    let minimized = isReducible ? time.map { minimization(examined, $0) } : nil
    let smallest = minimized?.script ?? failing.script
    let judgement = judgement(on: smallest, failure) ?? examined.judgement ?? failing.judgement
    let isSmallest = minimized.map { $0.end != .stopped } ?? false
    let text = EngineText(smallest)
    var record = FindingRecord(
      .engine, signature: isSmallest ? failure.bucket(smallest) : failure.pendingBucket.name,
      accused: failure.engine, verdict: failure.verdictName,
      summary: text.sentence(judgement), original: failing.script.recordSize,
      minimized: smallest.recordSize, toolVersion: ToolVersion.current)
    record.cause = failure.cause.rawValue
    record.seed = seed
    record.caseIndex = failing.index
    record.minimization =
      minimized.map {
        .init(end: $0.end.rawValue, calls: $0.runs, acceptedSteps: $0.acceptedSteps)
      } ?? .init()
    let greeting = failing.runner.pool.greeting
    record.program = .init(
      command: failing.runner.pool.command.command, version: greeting.engine,
      offer: greeting.offer.json)
    return ExaminedFailure(
      failure: failure, smallest: smallest,
      files: FindingFiles(record, minimized: smallest.fileBytes, errors: nil),
      body: body(text, judgement, examined))
  }

  private func minimization(
    _ examined: EngineDiagnosis.Examined, _ time: MinimizingTime
  ) -> EngineMinimizer.Result {
    let diagnosis = diagnosis
    let failure = examined.failure
    let isHang = failure.verdict == .process(.hang)
    return time.measure(endsProcess: failure.verdict.endsProcess) { isOver in
      EngineMinimizer.minimize(
        failing.script,
        runsMax: isHang ? EngineMinimizer.slowRunsMax : EngineMinimizer.runsMax,
        isStopped: { isStopped() || isOver() },
        fails: {
          (try? diagnosis.fails($0, as: failure, runs: examined.runsPerTrial)) ?? false
        })
    }
  }

  /// Returns the judgement on the smallest script; nil when it does not fail again.
  private func judgement(on script: EngineScript, _ failure: EngineFailure) -> EngineJudgement? {
    let found = try? diagnosis.examine(
      script, verdict: failure.verdictName, isStopped: isStopped)
    return found.flatMap(\.judgement)
  }

  private func body(
    _ text: EngineText, _ judgement: EngineJudgement, _ examined: EngineDiagnosis.Examined
  ) -> ReportBody {
    var body = ReportBody()
    if examined.failures < examined.runs, examined.failures > 0 {
      body.facts.append(
        "- Rate: failed in \(examined.failures) of \(ShownNumber.counted(examined.runs, "run"))")
    }
    let lines = text.lines(failing: judgement.step).map { ShownText.line($0, upTo: 300) }
    body.sections.append("## Steps\n\n```\n" + lines.joined(separator: "\n") + "\n```")
    return body
  }
}
