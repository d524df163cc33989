// SPDX-License-Identifier: MIT

import CampaignEngine
import ExternalSolvers
import Judging
import ToolSupport

extension StoredScript {
  /// Minimizes the script, on which a solver is wrong.
  ///
  /// - Parameters:
  ///   - pools: the adapters that the user gives.
  ///   - session: the session that runs the script; nil for a script of an adapter.
  ///   - jobs: the number of scripts that are tried at a time.
  ///   - time: the time limit.
  ///   - start: starts the processes of the session.
  /// - Returns: the smallest script, and the failure that it shows.
  /// - Throws: `.badInput` when no solver is wrong on the script, and as a replay does.
  package func minimized(
    _ pools: [AdapterPool], _ session: SessionTarget?, jobs: Int,
    time: MinimizingTime, _ start: WorkerStart
  ) throws(CommandFailure) -> MinimizedScript {
    try withDesks(pools, session, start) { (desks) throws(CommandFailure) in
      for desk in desks {
        let look = try examined(at: desk)
        guard let failure = look?.failure(of: desk.runner.name) else { continue }
        // A slow program gets the same small script as a fast one.
        let countsRuns = failure.verdict.endsProcess || !desk.runner.isSession
        return time.measure(countsRuns: countsRuns) { isOver in
          desk.minimize(
            script, failure, rate: look?.rate, jobs: jobs,
            isStopped: { Interruption.signal != 0 || isOver() })
        }
      }
      let names = desks.map(\.runner.name).joined(separator: ", ")
      throw .badInput(at: path, "nothing to minimize: not wrong on this script: \(names)")
    }
  }
}
