// SPDX-License-Identifier: MIT

/// The work limits of one minimization.
///
/// It uses no clock: the same start gives the same result on every machine. A caller with a time
/// limit passes `isStopped` to `Minimizer.minimize`.
package struct MinimizationBudget: Sendable, Hashable {
  /// The largest number of runs of the predicate.
  package var calls: Int
  /// The largest number of runs of the predicate in a row without progress.
  package var callsWithoutProgress: Int
  /// The largest number of accepted steps.
  package var acceptedSteps: Int
  /// The largest number of runs of the predicate that end their process.
  package var endings: Int

  package init(
    calls: Int = 15_000, callsWithoutProgress: Int = 6_000,
    acceptedSteps: Int = MinimizationBudget.acceptedStepsMax, endings: Int = .max
  ) {
    precondition(
      calls >= 0 && callsWithoutProgress >= 0 && acceptedSteps >= 0 && endings >= 0,
      "a budget is not negative: \(calls), \(callsWithoutProgress), \(acceptedSteps), \(endings)")
    self.calls = calls
    self.callsWithoutProgress = callsWithoutProgress
    self.acceptedSteps = acceptedSteps
    self.endings = endings
  }

  /// Returns a budget of runs and ended processes.
  package static func runs(
    _ calls: Int, endings: Int = .max, acceptedSteps: Int = acceptedStepsMax
  ) -> MinimizationBudget {
    MinimizationBudget(
      calls: calls, callsWithoutProgress: calls, acceptedSteps: acceptedSteps, endings: endings)
  }

  /// The limit of accepted steps for layouts and for scripts: far more than any minimization that
  /// ends takes.
  package static let acceptedStepsMax = 500

  /// The usual limits: enough for cases of a hundred views.
  package static let standard = MinimizationBudget()
}
