// SPDX-License-Identifier: MIT

import ObservedRates

/// Some runs of one script: how often it failed, and the judgement that shows it.
package struct EngineObservation: Sendable, Hashable {
  /// The judgement of the first failing run, else of the first run.
  package let judgement: EngineJudgement
  package let rate: ObservedRate

  /// Runs a script a number of times, or until the third failure; nil when the work is stopped.
  ///
  /// - Parameters:
  ///   - runs: the number of runs.
  ///   - once: returns the judgement of one run; nil when the work is stopped.
  /// - Throws: the errors of `once`.
  /// - Precondition: `runs > 0`.
  package init?<Failure: Error>(
    runs: Int, once: () throws(Failure) -> EngineJudgement?
  ) throws(Failure) {
    precondition(runs > 0, "nothing to observe")
    var rate = ObservedRate()
    var shown: EngineJudgement?
    while rate.runs < runs, rate.failures < ObservedRate.failuresMax {
      guard let judgement = try once() else { return nil }
      rate.count(fails: judgement.failure != nil)
      if shown?.failure == nil, judgement.failure != nil || shown == nil { shown = judgement }
    }
    guard let shown else { return nil }
    (self.judgement, self.rate) = (shown, rate)
  }
}
