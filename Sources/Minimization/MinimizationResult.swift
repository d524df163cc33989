// SPDX-License-Identifier: MIT

import LayoutModel

/// The smallest case found, and what it took to find it.
package struct MinimizationResult: Sendable, Hashable {
  /// Why minimizing ended.
  package enum End: String, Sendable, Hashable {
    /// No reducer finds anything more: minimizing the result again changes nothing.
    case fixpoint
    /// The budget is spent; the result is the smallest case so far.
    case budget
    /// Somebody asked for an end, or the time was over; minimizing goes on from the smallest case
    /// so far.
    case stopped
    /// The start case does not fail in the way asked for; it is returned as it is.
    case startPasses
    /// The reducers still made progress after `Minimizer.roundLimit` rounds: an internal error.
    case noFixpoint
  }

  package let layoutCase: LayoutCase
  package let end: End
  /// Runs of the predicate, the one on the start case included.
  package let calls: Int
  package let acceptedSteps: Int
  /// Times that all reducers were run.
  package let rounds: Int
  /// In the order in which the reducers run.
  package let statistics: [ReducerStatistics]
  /// Places in the smallest case whose numbers do not matter, as "the constant of c1": other values
  /// fail in the same way, each for itself and all at once.
  ///
  /// Empty when nobody asked, or when minimizing did not come to its end.
  package let indifferent: [String]
  /// Whether a stop came before it was known which numbers do not matter.
  package let explanationIsCut: Bool

  /// Whether the case is one of a fixed list of tiny cases, and so the first of them that fails in
  /// this way, wherever minimizing started.
  package var isOfSmallestCases: Bool { SmallCases.contains(layoutCase) }
}
