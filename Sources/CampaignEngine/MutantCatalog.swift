// SPDX-License-Identifier: MIT

import LayoutSolving
import Lowering
import Solvers

/// All mutants of the built-in strategies and of the lowering.
package enum MutantCatalog {
  /// In the order of the strategies, then of their faults; last the lowering.
  package static let all: [Mutant] =
    SimplexFault.allCases.map(mutant) + RelaxationFault.allCases.map(mutant)
    + NaiveFault.allCases.map(mutant) + SlowdownCatalog.all
    + LoweringFault.allCases.map { Mutant($0) }

  private static func mutant(_ fault: SimplexFault) -> Mutant {
    Mutant(
      strategy: Strategy(
        name: "\(StrategyName.simplex.rawValue).\(fault.rawValue)",
        solver: SimplexSolver(fault: fault)),
      origin: fault.origin, handMade: fault.handMade.layoutCase)
  }

  private static func mutant(_ fault: RelaxationFault) -> Mutant {
    Mutant(
      strategy: Strategy(
        name: "\(StrategyName.relaxation.rawValue).\(fault.rawValue)",
        solver: RelaxationSolver(fault: fault)),
      origin: fault.origin, handMade: fault.handMade.layoutCase)
  }

  private static func mutant(_ fault: NaiveFault) -> Mutant {
    Mutant(
      strategy: Strategy(
        name: "\(StrategyName.naive.rawValue).\(fault.rawValue)", solver: NaiveSolver(fault: fault)),
      origin: fault.origin, handMade: fault.handMade.layoutCase)
  }
}
