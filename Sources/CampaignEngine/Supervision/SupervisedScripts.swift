// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Judging
import LinearModel
import Minimization
import Scripts

/// A desk that runs scripts of a session at the desk of a campaign.
///
/// A script on which the session traps, loops or takes all memory only ends a worker. Such a script
/// may first appear during minimization.
package struct SupervisedScripts: ScriptDesk {
  private let desk: any CaseDesk
  package let runner: ScriptRunner

  init(_ session: SessionTarget, at desk: any CaseDesk) {
    self.desk = desk
    runner = ScriptRunner(session)
  }

  /// - Parameters:
  ///   - session: the session.
  ///   - workers: the processes, whose settings have this session.
  package init(_ session: SessionTarget, in workers: WorkerPool) {
    self.init(session, at: workers)
  }

  /// Examines a script in a worker, which compares it with the exact answers itself.
  ///
  /// Nil for a script that is too long for the allowed work, and after a stop.
  ///
  /// - Throws: a contradiction of the tool.
  package func examine(
    _ script: SolverScript, of known: ScriptDiagnosis.Known?, isStopped: () -> Bool
  ) throws(ScriptRunner.Failure) -> ScriptLook? {
    // Sending it would take longer than the work that is allowed for it.
    if ScriptWork.isTooLong(script) { return nil }
    switch desk.done(.examine(script), isMinimizing: false) {
    case .done(.examined(let examination)): return examination.map { .seen($0) }
    case .done(.contradiction(let message)): throw .internal(InternalError(message, on: nil))
    case .died(let death): return .died(death.failure)
    case .done, .stopped: return nil
    }
  }

  /// Tries a script once in a worker: a session is deterministic, so `runs` does not count.
  ///
  /// A worker that ends before it has begun proves nothing.
  package func trial(
    _ script: SolverScript, _ failure: FailureIdentity, runs: Int, isStopped: () -> Bool
  ) -> Trial {
    switch desk.done(.probeScript(script, failure), isMinimizing: true) {
    case .done(.probe(let fails)): return Trial(fails: fails)
    case .died(let death):
      // The process ended before it began, which proves nothing about the script.
      guard death.phase != .idle else { return Trial(fails: false) }
      return Trial(fails: .process(death.failure.kind) == failure.verdict, endsProcess: true)
    case .done, .stopped: return Trial(fails: false)
    }
  }
}
