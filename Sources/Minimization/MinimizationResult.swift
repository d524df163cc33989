// SPDX-License-Identifier: MIT

import LayoutModel

/// The smallest case found, with the work of finding it.
package struct MinimizationResult: Sendable, Hashable {
  /// The reason for the end of minimization.
  package enum End: String, Sendable, Hashable {
    /// No reducer finds a smaller case: minimizing the result again changes nothing.
    case fixpoint
    /// The budget is spent; the result is the smallest case so far.
    case budget
    /// A stop request or the time limit ended it; minimizing resumes from the smallest case so far.
    case stopped
    /// The start case does not fail in the expected way; it is returned unchanged.
    case startPasses
    /// The reducers still made progress after `Minimizer.roundLimit` rounds: an internal error.
    case noFixpoint
  }

  package let layoutCase: LayoutCase
  package let end: End
  /// The number of runs of the predicate, including that on the start case.
  package let calls: Int
  package let acceptedSteps: Int
  /// The number of rounds over all reducers.
  package let rounds: Int
  /// The statistics in the order of the reducers.
  package let statistics: [ReducerStatistics]
  /// Places in the smallest case with irrelevant numbers, as "the constant of c1".
  ///
  /// Other values fail in the same way, each place by itself and all together. Empty when this was
  /// not requested, or when minimization was cut short.
  package let indifferent: [String]
  /// Whether a stop came before the irrelevant numbers were known.
  package let explanationIsCut: Bool

  /// Whether the case belongs to a fixed list of tiny cases.
  ///
  /// Then it is the first of them that fails in this way, from any start.
  package var isOfSmallestCases: Bool { SmallCases.contains(layoutCase) }
}
