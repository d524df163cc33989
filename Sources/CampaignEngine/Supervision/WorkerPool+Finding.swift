// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Minimization

/// One finding that ended its process, looked into again.
extension WorkerPool {
  /// How a process ends that runs the case in the way that the finding says; nil when it does not.
  package func death(
    on layoutCase: LayoutCase, _ kind: FailureSignature.Kind
  ) -> ProcessFailure? {
    if case .died(let death) = done(.probe(kind, layoutCase), isMinimizing: false) {
      return death.failure
    }
    return nil
  }

  /// Makes a case small that ends its process.
  package func minimize(
    _ layoutCase: LayoutCase, _ kind: FailureSignature.Kind, isStopped: @escaping () -> Bool
  ) -> MinimizationResult {
    FailureProbe(kind, self).minimize(
      FailureOrigin(layoutCase: layoutCase, hints: .none), origin: nil, isStopped: isStopped)
  }
}

extension CampaignSettings {
  /// No campaign, but what workers need to know to run cases that failed in this way; nil when there is neither a
  /// strategy nor a part of the tool of that name.
  package init?(replaying kind: FailureSignature.Kind) {
    self.init(seed: 0, caseCount: 0)
    if let strategy = Strategy.named(kind.strategy) {
      strategies = [strategy]
    } else if !CasePhase.parts.contains(where: { $0.partName == kind.strategy }) {
      return nil
    }
  }
}
