// SPDX-License-Identifier: MIT

/// How much work a minimization may do.
///
/// There is no clock in it: the same start gives the same result on every machine. A caller that
/// needs one passes `isStopped` to `Minimizer.minimize`.
package struct MinimizationBudget: Sendable, Hashable {
  /// The most runs of the predicate.
  package var calls: Int
  /// The most runs of the predicate in a row that bring nothing.
  package var callsWithoutProgress: Int
  /// The most accepted steps.
  package var acceptedSteps: Int
  /// The most runs of the predicate that end their process.
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

  /// Accepted steps of layouts and of scripts: far more than any of them takes that comes to an
  /// end.
  package static let acceptedStepsMax = 500

  /// Enough for cases of a hundred views.
  package static let standard = MinimizationBudget()
}
