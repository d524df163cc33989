// SPDX-License-Identifier: MIT

/// A hunt of one planted fault: tries cases until the fault is found and minimized, or the time is
/// over.
protocol FaultHunt {
  var plan: MutantPlan { get }
  var result: MutantCatch { get set }
  /// Whether the search is complete.
  var isDone: Bool { get }
  /// Whether there is no failure of the main kind, but one of another kind that may show the fault.
  var hasOnlyReserve: Bool { get }

  /// Tries the next case.
  ///
  /// - Returns: the internal error that ends the hunt, if there is one.
  mutating func tryNext() -> String?
  /// Minimizes the reserve in place of a failure of the main kind.
  mutating func takeReserve()
  /// Returns the result.
  func finished() -> MutantCatch
}

extension FaultHunt {
  /// Hunts to the end.
  ///
  /// With only a reserve, the last part of the time is kept for its minimization.
  mutating func run() -> MutantCatch {
    while !isDone, result.problem == nil, !(hasOnlyReserve ? plan.isLate() : plan.hasEnded()) {
      result.problem = tryNext()
    }
    if hasOnlyReserve { takeReserve() }
    return finished()
  }
}
