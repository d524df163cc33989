// SPDX-License-Identifier: MIT

/// Bugs that can be planted into `SimplexSolver`, to measure whether testing finds them.
///
/// All but the invented ones happened in a published solver. A faulted solver skips the final check
/// of its answer, as those solvers do; it still always ends and never traps.
package enum SimplexFault: String, CaseIterable, Sendable {
  /// All strengths are summed up, weighted by their number: 750 is outvoted by 500 and 499. So does
  /// every solver that maps priorities to plain weights (kiwi, amoeba, GNUstep).
  case weightedLevels
  /// A failed first phase goes unnoticed, and its last point is given as the answer: the state that
  /// kiwi's solver is left in after a refused constraint.
  case failedPhaseIgnored
  /// Coefficients below 1e-5 are dropped: an absolute tolerance where the numbers have a scale
  /// (kiwi and amoeba with 1e-8).
  case smallCoefficientsDropped
  /// The guard of the repair of violated rows is inverted: a row below its lower bound is taken for
  /// a good one (compnerd/cassowary's dual simplex).
  case invertedRepairGuard
  /// A redundant equality whose rest is rounding noise is reported as a contradiction (kiwi before
  /// its check for rows of dummies only; nangege/Cassowary).
  case redundantEqualityRejected
  /// Rows that hold at the start are taken out of the tableau before they are tested, and never
  /// come back (cassowary-rs, kasuari).
  case goodRowsDropped
  /// The part of the objective that comes from violated basic rows is forgotten (kiwi's removal of
  /// a constraint).
  case basicErrorsForgotten
  /// Only one of the two sides of a preferred equality has a cost (kasuari, casuarius: `else if`).
  case oneSidedEqualities
  /// Rows that fall do not limit a step: the ratio test looks at one side only (invented).
  case fallingRowsIgnored
  /// A constraint is divided by its negative coefficient and keeps its relation (invented; GNUstep
  /// has several sign errors of the kind).
  case relationNotFlipped
  /// A conflict is reported with every required constraint (invented).
  case conflictNotMinimal
  /// Strengths that differ by less than 2 are one level: 751 and 750 are traded (invented).
  case closeStrengthsMerged
  /// A level starts with the objective row of the level before (invented; rhea and amoeba have used
  /// rows that were cached before the basis changed).
  case staleObjective
  /// The optimum of a level is not held while the levels below it are solved (invented).
  case levelsNotHeld
}
