// SPDX-License-Identifier: MIT

import LayoutModel

/// The smallest case found, with the work of finding it.
package struct MinimizationResult: Sendable, Hashable {
  package let layoutCase: LayoutCase
  package let end: MinimizationEnd
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
