// SPDX-License-Identifier: MIT

import EngineScripts
import LinearModel

extension EngineDiagnosis {
  /// The end of a search for a failure of a script.
  package enum Search: Sendable {
    case failing(Examined)
    /// No run failed.
    case right
    case stopped
    /// The exact answers take too long.
    case undecided
  }

  /// The runs after which an engine is taken to be right on a script.
  private static let runsMax = 20

  /// Runs a script until it fails, and examines the failure.
  ///
  /// - Throws: as `examine`.
  package func search(
    _ script: EngineScript, isStopped: () -> Bool
  ) throws(EngineRunner.Failure) -> Search {
    guard let truth = try truth(script) else { return .undecided }
    // A failure that does not come each time needs more than one run.
    for _ in 0..<Self.runsMax {
      guard case .judged(let judgement, _) = try runner.run(script, truth) else { return .stopped }
      guard let verdict = judgement.failure else { continue }
      let examined = try examine(script, verdict: verdict, isStopped: isStopped)
      if examined.rate.failures > 0 { return .failing(examined) }
    }
    return .right
  }

  /// Returns a smaller script that fails in the same way as often as `examined` shows.
  package func minimize(
    _ script: EngineScript, _ examined: Examined, isStopped: @escaping () -> Bool
  ) -> EngineMinimizer.Result {
    let failure = examined.failure
    let isHang = failure.verdictName == ProcessFailure.Kind.hang.rawValue
    return EngineMinimizer.minimize(
      script, runsMax: isHang ? EngineMinimizer.slowRunsMax : EngineMinimizer.runsMax,
      isStopped: isStopped,
      fails: { (try? fails($0, as: failure, runs: examined.rate.runsPerTrial)) ?? false })
  }
}
