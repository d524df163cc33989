// SPDX-License-Identifier: MIT

import LayoutModel

/// A strategy with one planted fault, by which the tester itself is tested.
package struct Mutant: Sendable {
  /// The strategy and the fault: `simplex.weightedSum`.
  package var name: String { strategy.name }
  package let strategy: Strategy
  /// What the fault is, and the real bug it is modelled on.
  package let origin: String
  /// The smallest case known by hand on which the mutant is wrong.
  package let handMade: LayoutCase

  /// The mutant of the given name; nil when there is none.
  package static func named(_ name: String) -> Mutant? {
    MutantCatalog.all.first { $0.name == name }
  }
}
