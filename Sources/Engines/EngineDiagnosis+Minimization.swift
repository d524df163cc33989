// SPDX-License-Identifier: MIT

import CorpusStore
import EngineScripts
import Minimization
import ObservedRates

extension EngineDiagnosis {
  /// The end of a search for a failure of a script.
  package enum Search: Sendable {
    case failing(Examined)
    /// No run failed.
    case right
    case stopped
    /// The exact answers take too long, or the engine does not offer what the script changes.
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

  /// A minimized script, with the failure that it shows.
  package struct Minimized: Sendable {
    package let result: MinimizedSubject<EngineScript>
    /// The failure; another cause than before if the script is wrong in some runs only.
    package let failure: FailureIdentity
    /// The examination of the script; nil when it did not fail again, and after a stop.
    package let examined: Examined?
  }

  /// Minimizes a script that fails in the same way as often as `examined` shows.
  ///
  /// A long script may always show what a shorter one shows sometimes. Then the shorter one has the
  /// cause `sometimes`, and is minimized further by trials of several runs.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - examined: the failure.
  ///   - share: the number of runs after which the minimization is cut short; nil for no limit but
  ///     the usual one.
  ///   - isStopped: whether the minimization must stop.
  /// - Returns: the smallest script, and the failure that it shows.
  package func minimize(
    _ script: EngineScript, _ examined: Examined, share: Int? = nil,
    isStopped: @escaping () -> Bool
  ) -> Minimized {
    var first = smaller(script, examined, share, isStopped)
    var shown = again(first, examined.failure, isStopped)
    if shown?.failure.cause == .unrepeatable, !isStopped() {
      // The trials were misled by what other scripts had left behind in their processes.
      first = smaller(script, examined, share, isAlone: true, isStopped)
      shown = again(first, examined.failure, isStopped)
    }
    guard let shown, shown.failure.cause == .sometimes, examined.failure.cause != .sometimes,
      !isStopped()
    else { return Minimized(first, examined.failure, shown) }
    let left = share.map { max(0, $0 - first.runs) }
    let second = smaller(first.subject, shown, left, isStopped).after(first)
    return Minimized(second, shown.failure, again(second, shown.failure, isStopped))
  }

  /// Returns the usual limit of runs.
  private func runsMax(_ examined: Examined) -> Int {
    EngineMinimizer.runsMax(
      perTrial: examined.rate.runsPerTrial,
      endsProcess: examined.failure.verdict.endsProcess
    )
  }

  private func smaller(
    _ script: EngineScript, _ examined: Examined, _ share: Int?, isAlone: Bool = false,
    _ isStopped: @escaping () -> Bool
  ) -> MinimizedSubject<EngineScript> {
    let (failure, runs) = (examined.failure, examined.rate.runsPerTrial)
    let runsMax = runsMax(examined)
    let result = EngineMinimizer.minimize(
      script, runsMax: min(runsMax, share ?? .max), isStopped: isStopped,
      trial: {
        (try? trial($0, failure, runs: runs, isAlone: isAlone, isStopped: isStopped)) ?? .untried
      })
    let isShared = share.map { $0 < runsMax } ?? false
    return isShared && result.end == .calls ? result.cutShort : result
  }

  /// Examines a minimized script, in enough runs to say that each one fails.
  ///
  /// - Returns: nil when none fails, and after a stop.
  private func again(
    _ result: MinimizedSubject<EngineScript>, _ failure: FailureIdentity, _ isStopped: () -> Bool
  ) -> Examined? {
    if isStopped() { return nil }
    let examined = try? examine(
      result.subject, verdict: failure.verdict, agreeing: ObservedRate.agreeingMin,
      isStopped: isStopped)
    return examined.flatMap { $0.judgement == nil ? nil : $0 }
  }
}

extension EngineDiagnosis.Minimized {
  fileprivate init(
    _ result: MinimizedSubject<EngineScript>, _ failure: FailureIdentity,
    _ examined: EngineDiagnosis.Examined?
  ) {
    (self.result, self.examined) = (result, examined)
    // A cause is that of runs which all fail; one that comes sometimes is known by its rate.
    self.failure = examined?.rate.isPartial == true ? examined?.failure ?? failure : failure
  }
}
