// SPDX-License-Identifier: MIT

/// The work of one reducer.
package struct ReducerStatistics: Sendable, Hashable {
  /// The name of the reducer.
  package let reducer: String
  /// The number of runs of the predicate.
  package var attempts: Int = 0
  /// The number of accepted proposals.
  package var successes: Int = 0
  /// The number of proposals refused without a run because they were not well formed.
  package var invalid: Int = 0
  /// The number of proposals refused without a run because they were not smaller.
  package var notSmaller: Int = 0
  /// The number of proposals that had been refused before.
  package var repeated: Int = 0

  package init(reducer: String) { self.reducer = reducer }
}
