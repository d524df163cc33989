// SPDX-License-Identifier: MIT

/// Bugs that can be planted into `SimplexSolver`, to measure whether testing finds them.
///
/// All but the invented ones occurred in a published solver. A faulted solver skips the final check
/// of its answer, as those solvers do; it still always ends and never traps.
package enum SimplexFault: String, CaseIterable, Sendable {
  /// All strengths are summed up, weighted by their number: 750 is outvoted by 500 and 499.
  ///
  /// Every solver that maps priorities to plain weights does so (kiwi, amoeba, GNUstep).
  case weightedLevels
  /// A failed first phase goes unnoticed, and its last point becomes the answer.
  ///
  /// This is the state of kiwi's solver after a refused constraint.
  case failedPhaseIgnored
  /// Coefficients below 1e-5 are dropped: an absolute tolerance where the numbers have a scale
  /// (kiwi and amoeba with 1e-8).
  case smallCoefficientsDropped
  /// The guard of the repair of violated rows is inverted: a row below its lower bound counts as
  /// valid (compnerd/cassowary's dual simplex).
  case invertedRepairGuard
  /// A redundant equality whose rest is rounding noise is reported as a contradiction (kiwi before
  /// its check for rows of dummies only; nangege/Cassowary).
  case redundantEqualityRejected
  /// Rows that hold at the start are removed from the tableau before they are tested, and never
  /// restored (cassowary-rs, kasuari).
  case goodRowsDropped
  /// The part of the objective for violated basic rows is lost (kiwi's removal of a constraint).
  case basicErrorsForgotten
  /// Only one of the two sides of a preferred equality has a cost (kasuari, casuarius: `else if`).
  case oneSidedEqualities
  /// Falling rows do not limit a step: the ratio test uses one side only (invented).
  case fallingRowsIgnored
  /// A constraint is divided by its negative coefficient and keeps its relation (invented; GNUstep
  /// has several similar sign errors).
  case relationNotFlipped
  /// A conflict is reported with every required constraint (invented).
  case conflictNotMinimal
  /// Strengths that differ by less than 2 are one level: 751 and 750 are traded (invented).
  case closeStrengthsMerged
  /// A level starts with the objective row of the level before (invented; rhea and amoeba have used
  /// rows that were cached before the basis changed).
  case staleObjective
  /// The optimum of a level is not kept while the levels below it are solved (invented).
  case levelsNotHeld
}
