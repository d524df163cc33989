// SPDX-License-Identifier: MIT

/// A hunt of one planted fault: tries case after case until the fault has been made small, or there
/// is no more time.
protocol FaultHunt {
  var plan: MutantPlan { get }
  var result: MutantCatch { get set }
  /// Whether nothing more is to be looked for.
  var isDone: Bool { get }
  /// Whether there is no failure of the main kind, but one of another kind that may show the fault.
  var hasOnlyReserve: Bool { get }

  /// Tries the next case.
  ///
  /// - Returns: the internal error that ends the hunt, if there is one.
  mutating func tryNext() -> String?
  /// Makes small what is there in place of a failure of the main kind.
  mutating func takeReserve()
  /// What was caught.
  func finished() -> MutantCatch
}

extension FaultHunt {
  /// Hunts to the end.
  ///
  /// Where there is only a reserve, the last of the time is for making that small.
  mutating func run() -> MutantCatch {
    while !isDone, result.problem == nil, !(hasOnlyReserve ? plan.isLate() : plan.hasEnded()) {
      result.problem = tryNext()
    }
    if hasOnlyReserve { takeReserve() }
    return finished()
  }
}
