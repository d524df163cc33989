// SPDX-License-Identifier: MIT

import LinearModel
import Synchronization

/// A counter of the runs of a solver in one trial.
package final class RunMeter: Sendable {
  private struct Counts {
    var runs = 0
    var hangs = 0
  }

  private let counts = Mutex(Counts())

  package init() {}

  /// The number of runs.
  package var runs: Int { counts.withLock { $0.runs } }
  /// The number of runs that took the whole time limit.
  package var hangs: Int { counts.withLock { $0.hangs } }

  /// Counts a run.
  func count(_ outcome: ScriptRunner.Outcome) {
    counts.withLock {
      $0.runs += 1
      if case .judged(let judgement, _) = outcome,
        judgement.verdict.failureKind == .process(.hang)
      {
        $0.hangs += 1
      }
    }
  }
}
