// SPDX-License-Identifier: MIT

import Minimization

/// All there is to find out about a failure before it can be stored as a finding: its smallest
/// case, whether that shows it, and what is to be said.
///
/// It may take as long as minimizing does.
struct FailureLook: Sendable {
  let start: FailureOrigin
  let origin: ChoiceOrigin?
  let probe: FailureProbe
  /// Nil when the case is not made small.
  let minimizing: MinimizingTerms?

  /// How long a case may be made small.
  struct MinimizingTerms: Sendable {
    let time: MinimizingTime?
    let isStopped: @Sendable () -> Bool
  }

  /// What came of it.
  struct Outcome: Sendable {
    /// Nil when the case is as it was found.
    let minimized: MinimizationResult?
    let failure: CaseWork.Failure
    let description: FindingDescription
  }

  func outcome() -> Outcome {
    var minimized = minimizing.map(minimized)
    var failure = probe.failure(on: minimized?.layoutCase ?? start.layoutCase)
    if minimized != nil, !probe.isConfirmed(failure) {
      // There is less time for each run while minimizing, so what seemed to hang may only have been
      // slow.
      minimized = nil
      failure = probe.failure(on: start.layoutCase)
    }
    return Outcome(
      minimized: minimized, failure: failure, description: probe.description(of: failure))
  }

  private func minimized(_ minimizing: MinimizingTerms) -> MinimizationResult {
    let isStopped = minimizing.isStopped
    let work = { (isOver: @escaping @Sendable () -> Bool) in
      probe.minimize(
        start, origin: isStopped() ? nil : origin, isStopped: { isStopped() || isOver() })
    }
    return minimizing.time?.measure(endsProcess: probe.endsProcess, work) ?? work { false }
  }
}
