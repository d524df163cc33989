// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// A strategy, or the lowering, with one planted fault, by which the tester itself is tested.
package struct Mutant: Sendable {
  /// What has the fault, and the fault: `simplex.weightedLevels`, `lowering.rightConstantNegated`.
  package let name: String
  /// The strategy with the fault; a healthy one when the lowering has it.
  package let strategy: Strategy
  /// The fault of the lowering; nil when the strategy has one.
  package let loweringFault: LoweringFault?
  /// What the fault is, and the real bug it is modelled on.
  package let origin: String
  /// The smallest case known by hand on which the mutant is wrong.
  package let handMade: LayoutCase

  package init(strategy: Strategy, origin: String, handMade: LayoutCase) {
    name = strategy.name
    self.strategy = strategy
    loweringFault = nil
    self.origin = origin
    self.handMade = handMade
  }

  package init(_ fault: LoweringFault) {
    name = LawCheck.subjectName(of: fault)
    strategy = Strategy.healthy[0]
    loweringFault = fault
    origin = fault.origin
    handMade = fault.handMade
  }

  /// The mutant of the given name; nil when there is none.
  package static func named(_ name: String) -> Mutant? {
    MutantCatalog.all.first { $0.name == name }
  }
}
