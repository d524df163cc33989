// SPDX-License-Identifier: MIT

import CampaignEngine
import ExternalSolvers
import Judging
import ToolSupport

extension StoredScript {
  /// Runs `work` with the session or adapter of the finding, if it is given, else with all
  /// adapters.
  ///
  /// Scripts of a session run in processes of their own, as adapters do.
  ///
  /// A command in a file is never run: only the user chooses programs.
  ///
  /// - Parameters:
  ///   - given: the adapters that the user gives.
  ///   - session: the session that runs the script; nil for a script of an adapter.
  ///   - start: starts the processes of the session.
  ///   - work: the work with a desk for each solver.
  /// - Returns: the value of `work`.
  /// - Throws: `.badInput` when no given solver takes the script, and what `work` throws.
  func withDesks<Value>(
    _ given: [AdapterPool], _ session: SessionTarget?, _ start: WorkerStart,
    _ work: ([any ScriptDesk]) throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    if let session, finding != nil || given.isEmpty {
      let workers = try start(CampaignSettings(replaying: session))
      defer { workers.endAll() }
      return try work([SupervisedScripts(session, in: workers)])
    }
    guard !given.isEmpty else {
      // Findings of earlier versions have no command.
      let name = finding.map { "\($0.accused)=" } ?? ""
      let option = finding?.programOption ?? "--external \(name)COMMAND"
      throw .badInput(at: path, "a script for an external solver; fix: add \(option)")
    }
    guard !script.needsSession else {
      throw .badInput(at: path, "has steps that only a session takes: leave out --external")
    }
    let own = given.filter { $0.command.name == finding?.accused.name }
    return try work((own.isEmpty ? given : own).map { DirectScriptDesk(ScriptRunner($0)) })
  }
}
