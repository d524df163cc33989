// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import LayoutSolving
import Laws
import LinearModel
import Lowering
import Oracles
import Solvers

/// All mutants, in groups: a group is the faults of one part of the project.
package enum MutantCatalog {
  /// All mutants, in the order of lists.
  package static let all: [Mutant] = groups.flatMap(\.self)

  private static let groups: [[Mutant]] = [
    SimplexFault.allCases.map(mutant), AnswerFault.allCases.map(mutant),
    RelaxationFault.allCases.map(mutant),
    NaiveFault.allCases.map(mutant), LoweringFault.allCases.map(mutant),
    ImportFault.allCases.map(mutant), SlowdownCatalog.all, SessionFault.allCases.map(mutant),
  ]

  private static func mutant(_ fault: SimplexFault) -> Mutant {
    ofStrategy(
      .simplex, fault.rawValue, SimplexSolver(fault: fault), fault.origin, fault.seenBy,
      fault.handMade)
  }

  private static func mutant(_ fault: AnswerFault) -> Mutant {
    ofStrategy(
      .simplex, fault.rawValue, AnswerFaultSolver(fault: fault), fault.origin, fault.seenBy,
      fault.handMade)
  }

  private static func mutant(_ fault: RelaxationFault) -> Mutant {
    ofStrategy(
      .relaxation, fault.rawValue, RelaxationSolver(fault: fault), fault.origin, fault.seenBy,
      fault.handMade)
  }

  private static func mutant(_ fault: NaiveFault) -> Mutant {
    ofStrategy(
      .naive, fault.rawValue, NaiveSolver(fault: fault), fault.origin, fault.seenBy,
      fault.handMade)
  }

  private static func ofStrategy(
    _ family: StrategyName, _ fault: String, _ solver: any Solver, _ origin: FaultOrigin,
    _ seenBy: [FailureKind], _ handMade: HandMadeCase
  ) -> Mutant {
    let strategy = Strategy(name: "\(family.rawValue).\(fault)", solver: solver)
    return Mutant(
      name: strategy.name, origin: origin, seenBy: seenBy,
      subject: .strategy(
        strategy, healthy: Strategy.healthy(family), handMade: handMade.layoutCase))
  }

  private static func mutant(_ fault: LoweringFault) -> Mutant {
    ofWorld(.lowering(fault), fault.origin, fault.seenBy, fault.handMade)
  }

  private static func mutant(_ fault: ImportFault) -> Mutant {
    ofWorld(.importing(fault), fault.origin, fault.seenBy, fault.handMade)
  }

  private static func mutant(_ fault: SessionFault) -> Mutant {
    Mutant(
      name: SessionTarget(fault: fault).name, origin: fault.origin, seenBy: fault.seenBy,
      subject: .session(fault))
  }

  private static func ofWorld(
    _ fault: WorldFault, _ origin: FaultOrigin, _ laws: [String], _ handMade: LayoutCase
  ) -> Mutant {
    Mutant(
      name: fault.name, origin: origin,
      seenBy: laws.map { .lawBroken($0) },
      subject: .world(fault, handMade: handMade))
  }
}
