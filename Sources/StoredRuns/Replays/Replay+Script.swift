// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import Judging
import ObservedRates
import Oracles
import Scripts
import ToolSupport

/// Replays of scripts for solvers.
extension Replay {
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
    let answers = try stored.withDesks(pools, session, start) { (desks) throws(CommandFailure) in
      var answers: [ReplayedAnswer] = []
      for desk in desks {
        let look = try stored.examined(at: desk)
        // After a stop request, results that were not examined completely are not reported.
        if Interruption.signal != 0 { break }
        var answer = stored.answer(look, of: desk.runner.name)
        answer.program = pools.first { $0.command.name == answer.solver }?.greeting.solver
        answers.append(answer)
      }
      return answers
    }
    self.init(path: stored.path, stored: stored.finding?.failure, answers)
    storedProgram = stored.finding?.program?.version
  }
}

extension StoredScript {
  /// Examines the script at the desk of a solver.
  ///
  /// - Throws: when the solver does not start, and when the tool contradicts itself.
  func examined(at desk: any ScriptDesk) throws(CommandFailure) -> ScriptLook? {
    let finding = finding.flatMap { $0.accused.name == desk.runner.name ? $0 : nil }
    do throws(ScriptRunner.Failure) {
      return try desk.examine(
        script, of: finding?.known, isStopped: { Interruption.signal != 0 })
    } catch {
      throw Self.failure(error)
    }
  }

  fileprivate func answer(_ look: ScriptLook?, of solver: String) -> ReplayedAnswer {
    switch look {
    case .seen(let seen):
      let cause = finding.flatMap { $0.accused.name == solver ? $0.cause : nil }
      if !seen.verdict.isFailure, let doubt = cause?.doubt {
        return ReplayedAnswer(solver, .undecided, doubt)
      }
      return ReplayedAnswer(
        solver, seen.verdict, seen.sentence, cause: seen.cause, rate: seen.rate)
    case .died(let failure):
      return ReplayedAnswer(solver, .failure(.process(failure.kind)), failure.sentence)
    case .unmeasured, nil:
      return ReplayedAnswer(solver, .undecided, ScriptWork.sentence)
    }
  }

  private static func failure(_ error: ScriptRunner.Failure) -> CommandFailure {
    switch error {
    case .adapter(let problem): return .unavailable(problem, AdapterProcess.title)
    case .internal(let problem): return CommandFailure(.internalError, [problem.message])
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
