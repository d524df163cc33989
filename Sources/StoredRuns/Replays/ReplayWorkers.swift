// SPDX-License-Identifier: MIT

import CampaignEngine
import Judging
import ToolSupport

/// The processes that replay cases; those for the same strategies are reused for the next case.
package final class ReplayWorkers {
  private let start: WorkerStart
  private var names: [String] = []
  private var pool: WorkerPool?

  package init(_ start: @escaping WorkerStart) { self.start = start }

  /// Ends all processes.
  package func endAll() { pool?.endAll() }

  /// Runs built-in strategies on a case in a worker process, so that one that ends its process does
  /// not end the tool.
  ///
  /// - Returns: nil when the run is stopped.
  /// - Throws: when the tool contradicts itself, and when no process can be started.
  func judge(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> [JudgedAnswer]? {
    let judgement = try workers(for: strategies).judge(
      stored.layoutCase, stored.failure, profile: stored.profile)
    switch judgement {
    case .answers(let answers): return answers
    case .stopped: return nil
    case .contradiction(let message):
      throw CommandFailure(.internalError, at: stored.path, "\(message)")
    case .unavailable(let problem):
      throw CommandFailure(.unavailable, at: stored.path, "cannot be run: \(problem)")
    }
  }

  private func workers(for strategies: [Strategy]) throws(CommandFailure) -> WorkerPool {
    if let pool, names == strategies.map(\.name) { return pool }
    pool?.endAll()
    pool = nil
    let started = try start(CampaignSettings(replaying: strategies))
    names = strategies.map(\.name)
    pool = started
    return started
  }
}
