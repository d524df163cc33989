// SPDX-License-Identifier: MIT

import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Minimization

/// One finding that ended its process, looked into again.
extension WorkerPool {
  /// How a process ends that runs the case in the way that the finding says; nil when it does not.
  ///
  /// - Parameter index: of the case that showed it first, in its campaign.
  package func death(
    on layoutCase: LayoutCase, _ kind: FailureSignature.Kind, index: Int? = nil
  ) -> ProcessFailure? {
    let work = CaseWork.probe(Accusation(kind, index: index), layoutCase)
    if case .died(let death) = done(work, isMinimizing: false) { return death.failure }
    return nil
  }

  /// Makes a case small that fails in this way, which may be to end its process.
  ///
  /// - Parameters:
  ///   - profile: the kind of the case, whose envelopes costs are compared with; nil for those over
  ///     all kinds.
  ///   - jobs: how many processes try cases at a time.
  package func minimize(
    _ layoutCase: LayoutCase, _ kind: FailureSignature.Kind, profile: String? = nil,
    index: Int? = nil, jobs: Int = 1, isStopped: @escaping @Sendable () -> Bool
  ) -> MinimizationResult {
    let accusation = Accusation(
      kind, profile: profile.flatMap { Profile(rawValue: $0) }, index: index)
    return FailureProbe(accusation, self).minimize(
      FailureOrigin(layoutCase: layoutCase, hints: .none), origin: nil, jobs: jobs,
      isStopped: isStopped)
  }
}

extension CampaignSettings {
  /// No campaign, but what workers need to know to run scripts in this session.
  package init(replaying session: SessionTarget) {
    self.init(seed: 0, caseCount: 0, session: session)
  }

  /// No campaign, but what workers need to know to let these strategies answer a case.
  package init(replaying strategies: [Strategy]) {
    self.init(seed: 0, caseCount: 0, strategies: strategies)
  }

  /// No campaign, but what workers need to know to run cases that failed in this way; nil when
  /// there is neither a strategy nor a part of the tool of that name.
  ///
  /// - Parameter seed: of the campaign that found it; any other one when nobody knows.
  package init?(replaying kind: FailureSignature.Kind, seed: UInt64?) {
    self.init(seed: seed ?? 0, caseCount: 0)
    costs = CostOracle()
    // What edits a case in a session does so with each of them.
    scriptFrequency = .always
    if let strategy = Strategy.named(kind.strategy) {
      strategies = [strategy]
    } else if Accusation(kind).part == nil {
      return nil
    }
  }
}
