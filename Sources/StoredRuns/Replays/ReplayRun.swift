// SPDX-License-Identifier: MIT

import ExternalSolvers
import Judging
import ToolSupport

/// A run of stored cases and scripts, each by the solvers of its finding or by those that the user
/// chooses.
package struct ReplayRun {
  /// The solvers that the user chooses.
  package struct Choice {
    /// The adapters, for scripts and, as strategies, for cases.
    package var pools: [AdapterPool]
    package var external: [Strategy]
    /// Whether the user names strategies, so that a finding does not choose its own.
    package var namesStrategies: Bool
    /// The paths that the user names; others are in their folders.
    package var operands: [String]
    /// The screen of documents with several, by id or name.
    package var scope: String?
    /// Whether times of strategies that are slower by their counters are measured.
    package var confirmsTime: Bool
    /// Returns the strategies for a case.
    package var strategies: (StoredCase) throws(CommandFailure) -> [Strategy]
    /// Returns the session for a script; nil for a script of an adapter.
    package var session: (StoredScript) throws(CommandFailure) -> SessionTarget?

    package init(
      pools: [AdapterPool], external: [Strategy], namesStrategies: Bool, operands: [String],
      scope: String? = nil, confirmsTime: Bool = false,
      strategies: @escaping (StoredCase) throws(CommandFailure) -> [Strategy],
      session: @escaping (StoredScript) throws(CommandFailure) -> SessionTarget?
    ) {
      self.pools = pools
      self.external = external
      self.namesStrategies = namesStrategies
      self.operands = operands
      self.scope = scope
      self.confirmsTime = confirmsTime
      self.strategies = strategies
      self.session = session
    }
  }

  /// The outcome of one path.
  package enum Outcome {
    case replayed(Replay)
    /// A script in a folder whose solver is not given.
    case left(StoredScript)
    /// The run was stopped before an answer.
    case stopped
  }

  private let choice: Choice
  private let start: WorkerStart
  private let workers: ReplayWorkers

  /// - Parameters:
  ///   - choice: the solvers that the user chooses.
  ///   - start: starts worker processes.
  package init(_ choice: Choice, _ start: @escaping WorkerStart) {
    self.choice = choice
    self.start = start
    workers = ReplayWorkers(start)
  }

  /// Ends all processes of built-in strategies.
  package func endAll() { workers.endAll() }

  /// Runs a case or a script.
  ///
  /// - Throws: when the file cannot be read, names an unknown solver or takes a solver that is not
  ///   given; when no process can be started, and when the tool contradicts itself.
  package func replay(_ path: String) throws(CommandFailure) -> Outcome {
    InputFiles.isScript(path)
      ? try outcome(try StoredScript.load(path))
      : try outcome(try StoredCase.load(path, scope: choice.scope))
  }

  private func outcome(_ stored: StoredScript) throws(CommandFailure) -> Outcome {
    // Another program says nothing about a finding, unless the user names its file.
    let isGiven =
      stored.finding.map { finding in
        choice.pools.contains { $0.command.name == finding.accused.name }
      }
      ?? !choice.pools.isEmpty
    if !isGiven, stored.session == nil, !choice.operands.contains(stored.path) {
      return .left(stored)
    }
    let replayed = try Replay(stored, choice.pools, try choice.session(stored), start)
    return replayed.answers.isEmpty ? .stopped : .replayed(replayed)
  }

  private func outcome(_ stored: StoredCase) throws(CommandFailure) -> Outcome {
    let isOwnStrategy = !takesExternal(stored) && !choice.namesStrategies
    if isOwnStrategy, let kind = stored.endingOfPart {
      let replayed = try Replay(stored, ending: kind, start)
      // A run that was cut short by a signal did not hang.
      return Interruption.signal == 0 ? .replayed(replayed) : .stopped
    }
    let (replay, strategies) = try replayed(stored)
    // An answer that was cut short by a signal is not one.
    guard let replay, Interruption.signal == 0 else { return .stopped }
    return .replayed(
      choice.confirmsTime
        ? try replay.timed(stored, strategies, now: MonotonicClock.now) : replay)
  }

  /// Whether the external solvers solve a case: one that the user names, or that has no finding.
  ///
  /// Only its own strategy can show that a finding is still open.
  private func takesExternal(_ stored: StoredCase) -> Bool {
    !choice.external.isEmpty
      && (stored.verdict == nil || choice.operands.contains(stored.path))
  }

  /// - Returns: the replay with the strategies of its answers; nil when the run is stopped.
  private func replayed(
    _ stored: StoredCase
  ) throws(CommandFailure) -> (replay: Replay?, strategies: [Strategy]) {
    if takesExternal(stored) {
      return (try Replay(stored, by: choice.external), choice.external)
    }
    if !choice.namesStrategies, let law = try stored.law() {
      return (try Replay(stored, law), [])
    }
    let strategies = try choice.strategies(stored)
    return (try workers.judge(stored, strategies).map { Replay(stored, $0) }, strategies)
  }
}
