// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import JSON
import Judging
import LinearModel
import Scripts
import StoredRuns
import Supervision
import ToolSupport

extension StoredScript {
  /// Returns the session that the options name for a script that they name, too, or that of the
  /// finding.
  private func session(by arguments: ParsedArguments) throws(CommandFailure) -> SessionTarget? {
    guard let name = arguments.text("strategy") ?? arguments.text("strategies"),
      arguments.operands.contains(where: { $0 == path || path.begins(with: $0 + "/case.script") })
    else { return session }
    guard let named = SessionTarget(named: name) else {
      throw .usage(
        "\(path) is a script, which a session runs, and '\(name)' is none",
        seeHelpOf: arguments.command)
    }
    return named
  }

  /// Runs `work` with the session or adapter of the finding, if it is given, else with all
  /// adapters.
  ///
  /// Scripts of a session run in processes of their own, as adapters do.
  ///
  /// A command in a file is never run: only the user chooses programs.
  func withDesks<Value>(
    _ given: [AdapterPool], _ arguments: ParsedArguments,
    _ work: ([any ScriptDesk]) throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    if let session = try session(by: arguments), finding != nil || given.isEmpty {
      let workers = try SupervisionOptions.workers(
        for: CampaignSettings(replaying: session),
        try SupervisionOptions.limits(arguments) ?? WorkerLimits())
      defer { workers.endAll() }
      return try work([SupervisedScripts(session, in: workers)])
    }
    guard !given.isEmpty else {
      let name = finding.map { "\($0.accused)=COMMAND" } ?? "COMMAND"
      throw .badInput("\(path): a script for an external solver: give --external \(name)")
    }
    guard !script.needsSession else {
      throw .badInput("\(path): has steps that only a session takes: leave out --external")
    }
    let own = given.filter { $0.command.name == finding?.accused }
    return try work((own.isEmpty ? given : own).map { DirectScriptDesk(ScriptRunner($0)) })
  }
}

/// Runs scripts with adapters or a session for `replay` and `minimize`.
enum ScriptReplay {
  /// The answer of one solver to a script.
  struct Answer {
    let solver: String
    let verdict: String
    let sentence: String
    let isFailure: Bool
  }

  static func run(
    _ stored: StoredScript, _ pools: [AdapterPool], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [Answer] {
    try stored.withDesks(pools, arguments) { (desks) throws(CommandFailure) in
      var answers: [Answer] = []
      for desk in desks {
        let look = try examined(stored.script, desk)
        // After a stop request, results that were not examined completely are not reported.
        if Interruption.signal != 0 { break }
        answers.append(answer(look, solver: desk.runner.name))
      }
      return answers
    }
  }

  private static func examined(
    _ script: SolverScript, _ desk: any ScriptDesk
  ) throws(CommandFailure) -> ScriptLook? {
    do throws(ScriptRunner.Failure) {
      return try desk.examine(script)
    } catch {
      throw failure(error)
    }
  }

  private static func answer(_ look: ScriptLook?, solver: String) -> Answer {
    switch look {
    case .seen(let seen):
      return Answer(
        solver: solver, verdict: seen.failure(of: solver)?.kind ?? seen.verdict,
        sentence: seen.sentence, isFailure: seen.isFailure)
    case .died(let failure):
      return Answer(
        solver: solver, verdict: failure.kind.rawValue, sentence: failure.sentence, isFailure: true)
    case nil:
      return Answer(
        solver: solver, verdict: "undecided", sentence: ScriptWork.sentence,
        isFailure: false)
    }
  }

  static func failure(_ error: ScriptRunner.Failure) -> CommandFailure {
    switch error {
    case .adapter(let problem): return ExternalOptions.unavailable(problem)
    case .internal(let problem): return CommandFailure(.internalError, [problem.message])
    }
  }

  static func lines(
    _ stored: StoredScript, _ answers: [Answer], _ palette: Palette
  ) -> [String] {
    answers.map { answer in
      let before = stored.finding?.verdictAndCause
      var change = ""
      if let before {
        change = before == answer.verdict ? ", as stored" : ", stored as \(before)"
      }
      let verdict = answer.verdict + change
      let coloured =
        answer.isFailure
        ? palette.red(verdict)
        : ReplayVerdicts.isVerdict(answer.verdict) ? palette.green(verdict) : palette.bold(verdict)
      return "\(stored.path): \(answer.solver): \(coloured): \(answer.sentence)"
    }
  }

  static func json(_ stored: StoredScript, _ answers: [Answer]) -> JSONValue {
    [
      "case": .string(stored.path),
      "stored": stored.finding.map { .string($0.verdictAndCause) } ?? .null,
      "strategies": .array(
        answers.map { answer in
          [
            "name": .string(answer.solver), "verdict": .string(answer.verdict),
            "isFailure": .bool(answer.isFailure),
            "summary": .string(answer.sentence),
            "asStored": stored.finding.map { .bool($0.verdictAndCause == answer.verdict) } ?? .null,
          ]
        }),
    ]
  }

  /// Minimizes a script for `minimize`.
  ///
  /// - Returns: the script and the changes, line by line.
  static func minimized(
    _ stored: StoredScript, _ pools: [AdapterPool], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (SolverScript, [String]) {
    let jobs = try MinimizingOptions.jobs(arguments)
    let time = try MinimizingOptions.time(arguments)
    return try stored.withDesks(pools, arguments) { (desks) throws(CommandFailure) in
      for desk in desks {
        let look = try examined(stored.script, desk)
        guard let failure = look?.failure(of: desk.runner.name) else { continue }
        let endsProcess = failure.verdict.endsProcess
        let result = time.measure(endsProcess: endsProcess) { isOver in
          desk.minimize(
            stored.script, failure, jobs: jobs,
            isStopped: { Interruption.signal != 0 || isOver() })
        }
        return (result.script, summary(of: result, failure, from: stored.script))
      }
      let names = desks.map(\.runner.name).joined(separator: ", ")
      throw .badInput("\(stored.path): nothing to minimize: not wrong on this script: \(names)")
    }
  }

  private static func summary(
    of result: ScriptMinimizer.Result, _ failure: ScriptFailure, from start: SolverScript
  ) -> [String] {
    let before = ShownNumber.counted(start.constraintCount, "constraint")
    let after = ShownNumber.counted(result.script.constraintCount, "constraint")
    let line =
      "\(failure.solver) \(failure.kind): \(before) -> \(after), "
      + MinimizingOptions.summary(end: result.end.rawValue, calls: result.calls)
    return [line] + (result.end == .stopped ? [MinimizingOptions.cutShort] : [])
  }
}
