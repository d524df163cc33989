// SPDX-License-Identifier: MIT

/// The work of one reducer.
package struct ReducerStatistics: Sendable, Hashable {
  /// The name of the reducer.
  package let reducer: String
  /// Runs of the predicate.
  package var attempts: Int = 0
  /// Accepted proposals.
  package var successes: Int = 0
  /// Proposals that the predicate never saw because they were not well formed.
  package var invalid: Int = 0
  /// Proposals that the predicate never saw because they were not smaller.
  package var notSmaller: Int = 0
  /// Proposals that had been refused before.
  package var repeated: Int = 0

  package init(reducer: String) { self.reducer = reducer }
}
