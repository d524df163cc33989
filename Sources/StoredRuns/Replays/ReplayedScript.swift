// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import JSON
import Judging
import LinearModel
import Minimization
import ObservedRates
import Oracles
import Scripts
import ToolSupport

/// A script run again with adapters or a session.
package struct ReplayedScript: ReplayedInput {
  /// The answer of one solver to a script.
  struct Answer {
    let solver: String
    let verdict: String
    let sentence: String
    let isFailure: Bool
    /// How often the script fails; nil when it was not measured.
    var rate: ObservedRate?
  }

  private let stored: StoredScript
  /// The answer of each solver; none of those after a request to stop.
  let answers: [Answer]

  /// Runs a script with the session or adapter of its finding, if it is given, else with all
  /// adapters.
  ///
  /// - Parameters:
  ///   - stored: the script.
  ///   - pools: the adapters that the user gives.
  ///   - session: the session that runs the script; nil for a script of an adapter.
  ///   - start: starts the processes of the session.
  /// - Throws: when no given solver takes the script or can be started, and when the tool
  ///   contradicts itself.
  init(
    _ stored: StoredScript, _ pools: [AdapterPool], _ session: SessionTarget?,
    _ start: WorkerStart
  ) throws(CommandFailure) {
    self.stored = stored
    answers = try stored.withDesks(pools, session, start) { (desks) throws(CommandFailure) in
      var answers: [Answer] = []
      for desk in desks {
        let look = try Self.examined(stored, desk)
        // After a stop request, results that were not examined completely are not reported.
        if Interruption.signal != 0 { break }
        let cause = stored.finding.flatMap { $0.accused.name == desk.runner.name ? $0.cause : nil }
        answers.append(
          Self.answer(
            look, solver: desk.runner.name,
            doubt: cause?.doubt))
      }
      return answers
    }
  }

  private static func examined(
    _ stored: StoredScript, _ desk: any ScriptDesk
  ) throws(CommandFailure) -> ScriptLook? {
    let finding = stored.finding.flatMap { $0.accused.name == desk.runner.name ? $0 : nil }
    do throws(ScriptRunner.Failure) {
      return try desk.examine(
        stored.script, of: finding?.known, isStopped: { Interruption.signal != 0 })
    } catch {
      throw failure(error)
    }
  }

  /// `doubt` is the reason why passing does not show that the fault is gone; nil where it does.
  private static func answer(
    _ look: ScriptLook?, solver: String, doubt: String? = nil
  ) -> Answer {
    switch look {
    case .seen(let seen):
      if !seen.verdict.isFailure, let doubt {
        return Answer(solver: solver, verdict: "undecided", sentence: doubt, isFailure: false)
      }
      return Answer(
        solver: solver, verdict: seen.failure(of: solver)?.kind ?? seen.verdict.name,
        sentence: seen.sentence, isFailure: seen.verdict.isFailure, rate: seen.rate)
    case .died(let failure):
      return Answer(
        solver: solver, verdict: failure.kind.rawValue, sentence: failure.sentence, isFailure: true)
    case .unmeasured, nil:
      return Answer(
        solver: solver, verdict: "undecided", sentence: ScriptWork.sentence,
        isFailure: false)
    }
  }

  private static func failure(_ error: ScriptRunner.Failure) -> CommandFailure {
    switch error {
    case .adapter(let problem): return .unavailable(problem, AdapterProcess.title)
    case .internal(let problem): return CommandFailure(.internalError, [problem.message])
    }
  }

  package var verdicts: [ReplayVerdicts.Answer] {
    answers.map { ($0.solver, $0.verdict, $0.isFailure) }
  }

  package var isFinding: Bool {
    answers.contains { $0.solver == stored.finding?.accused.name }
  }

  package func lines(_ palette: Palette) -> [String] {
    answers.flatMap { answer in
      ReplayedAnswer(
        path: stored.path, solver: answer.solver, verdict: answer.verdict,
        isFailure: answer.isFailure, sentence: answer.sentence,
        stored: stored.finding?.verdictAndCause, accused: stored.finding?.accused.name,
        accusedRan: isFinding
      ).lines(palette)
        + (answer.rate.map { $0.isPartial ? ["  " + ShownText.sentence($0.text)] : [] } ?? [])
    }
  }

  package var json: JSONValue {
    [
      "case": .string(stored.path),
      "stored": stored.finding.map { .string($0.verdictAndCause) } ?? .null,
      "strategies": .array(
        answers.map { answer in
          .members([
            ("name", .string(answer.solver)), ("verdict", .string(answer.verdict)),
            ("isFailure", .bool(answer.isFailure)), ("summary", .string(answer.sentence)),
            (
              "asStored",
              stored.finding.map { .bool($0.verdictAndCause == answer.verdict) } ?? .null
            ), ("rate", answer.rate?.json),
          ])
        }),
    ]
  }

  /// A minimized script, with the failure that it keeps.
  package struct Minimized {
    package let failure: ScriptFailure
    package let result: MinimizedSubject<SolverScript>
  }

  /// Minimizes a script on which a solver is wrong.
  ///
  /// - Parameters:
  ///   - stored: the script.
  ///   - pools: the adapters that the user gives.
  ///   - session: the session that runs the script; nil for a script of an adapter.
  ///   - jobs: the number of scripts that are tried at a time.
  ///   - time: the time limit.
  ///   - start: starts the processes of the session.
  /// - Returns: the smallest script, and the failure that it shows.
  /// - Throws: `.badInput` when no solver is wrong on the script, and as a replay does.
  package static func minimized(
    _ stored: StoredScript, _ pools: [AdapterPool], _ session: SessionTarget?, jobs: Int,
    time: MinimizingTime, _ start: WorkerStart
  ) throws(CommandFailure) -> Minimized {
    try stored.withDesks(pools, session, start) { (desks) throws(CommandFailure) in
      for desk in desks {
        let look = try examined(stored, desk)
        guard let failure = look?.failure(of: desk.runner.name) else { continue }
        // A slow program gets the same small script as a fast one.
        let countsRuns = failure.verdict.endsProcess || !desk.runner.isSession
        let minimized = time.measure(countsRuns: countsRuns) { isOver in
          desk.minimize(
            stored.script, failure, rate: look?.rate, jobs: jobs,
            isStopped: { Interruption.signal != 0 || isOver() })
        }
        return Minimized(failure: minimized.failure, result: minimized.result)
      }
      let names = desks.map(\.runner.name).joined(separator: ", ")
      throw .badInput(at: stored.path, "nothing to minimize: not wrong on this script: \(names)")
    }
  }
}

extension FindingRecord {
  /// The failure that a replay looks for: once, or in many runs if it may come sometimes.
  ///
  /// A stored rate is only observed, so it does not say how many runs are enough.
  fileprivate var known: ScriptDiagnosis.Known {
    let rare: [FailureCause] = [.sometimes, .unrepeatable, .unexamined]
    return ScriptDiagnosis.Known(
      verdict,
      within: cause.map(rare.contains) == true ? ObservedRate.runsMax : 1)
  }
}
