// SPDX-License-Identifier: MIT

import Minimization
import Pools

extension TrialBench where Proposal: Sendable {
  /// Returns a bench that tries several proposals at a time, on workers of a pool; with one job on
  /// the thread that proposes.
  ///
  /// Trials begun beyond the last one that counts are finished and discarded: at most one for each
  /// of the other workers.
  package static func pool(
    jobs: Int, isStopped: @escaping @Sendable () -> Bool,
    trial: @escaping @Sendable (Proposal) -> Trial
  ) -> TrialBench {
    TrialBench(jobs: jobs) { proposals, wanted in
      var trials: [Trial] = []
      OrderedPool(jobs: max(1, min(jobs, proposals.count))).run(
        count: proposals.count, shouldStop: isStopped, unit: { trial(proposals[$0]) },
        fold: { _, trial in
          trials.append(trial)
          return trial.fails == wanted ? .stop : .next
        })
      return trials
    }
  }
}
