// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Minimization

/// A finding that ended its process, examined again.
extension WorkerPool {
  /// Returns the end of a process that runs the case in the way of the finding; nil when it does
  /// not end.
  ///
  /// `index` is the index of the finding's first case in its campaign.
  package func death(
    on layoutCase: LayoutCase, _ kind: FailureIdentity, index: Int? = nil
  ) -> ProcessFailure? {
    let work = CaseWork.probe(Accusation(kind, index: index), layoutCase)
    if case .died(let death) = done(work, isMinimizing: false) { return death.failure }
    return nil
  }

  /// Minimizes a case that fails in this way, also by ending its process.
  ///
  /// - Parameters:
  ///   - layoutCase: the case.
  ///   - kind: the failure.
  ///   - profile: the name of the case's profile, which selects the cost model; nil for the cost
  ///     model of all profiles.
  ///   - index: the index of its first case in its campaign.
  ///   - jobs: the number of processes that try cases at a time.
  ///   - isStopped: whether the minimization must stop.
  /// - Returns: the smallest case, with the reason why minimization ended.
  package func minimize(
    _ layoutCase: LayoutCase, _ kind: FailureIdentity, profile: String? = nil,
    index: Int? = nil, jobs: Int = 1, isStopped: @escaping @Sendable () -> Bool
  ) -> MinimizationResult {
    let accusation = Accusation(
      kind, profile: profile.flatMap { Profile(rawValue: $0) }, index: index)
    return FailingLayoutLook(accusation, on: layoutCase, at: self, isStopped: isStopped)
      .minimized(jobs: jobs)
  }
}

extension CampaignSettings {
  /// Creates settings for workers that only run scripts in this session.
  package init(replaying session: SessionTarget) {
    self.init(seed: 0, caseCount: 0, session: session)
  }

  /// Creates settings for workers that only run these strategies on a case.
  package init(replaying strategies: [Strategy]) {
    self.init(seed: 0, caseCount: 0, strategies: strategies)
  }

  /// Creates settings for workers that run cases which failed in this way.
  ///
  /// Returns nil when neither a strategy nor a part of the tool has that name.
  ///
  /// - Parameters:
  ///   - kind: the failure.
  ///   - seed: the seed of the campaign that found it; nil if unknown.
  package init?(replaying kind: FailureIdentity, seed: UInt64?) {
    self.init(seed: seed ?? 0, caseCount: 0)
    costs = CostOracle()
    // The edits of a session run on every case.
    scriptFrequency = .always
    switch kind.accused {
    case .strategy(let name):
      guard let strategy = Strategy.named(name) else { return nil }
      strategies = [strategy]
    case .part: break
    case .stage, .fault, .solver, .engine, .check: return nil
    }
  }
}
