// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel

/// The serious strategy: the simplex method of `LayoutSolving`, on a system as it stands.
///
/// Claims `.optimal` and `.infeasible` only. An answer is checked against the original constraints before it is given, and
/// what stays in doubt is given up with `.numericalDoubt`.
package struct SimplexSolver: Solver {
  package let name = StrategyName.simplex.rawValue
  private let fault: SimplexFault?

  package init() { fault = nil }

  /// A solver with a planted bug, or a healthy one.
  package init(fault: SimplexFault?) { self.fault = fault }

  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    var run = SimplexRun(
      ConstraintRows(system), limit: limit.cellOperations, fault: fault)
    let outcome = SolveOutcome(run.solve())
    return SolveResult(outcome, work: WorkCounters(run.work))
  }
}

extension ConstraintRows {
  /// The doubles of a linear system.
  package init(_ system: LinearSystem) {
    self.init(
      variableCount: system.variableCount, rowStarts: system.rowStarts, columns: system.columns,
      coefficients: system.coefficients,
      relations: ContiguousArray(system.relations.lazy.map { SolverSession.Relation($0) }),
      constants: system.constants,
      strengths: ContiguousArray(system.strengths.lazy.map(\.value)))
  }
}

extension SolverSession.Relation {
  package init(_ relation: Relation) {
    switch relation {
    case .lessThanOrEqual: self = .lessThanOrEqual
    case .equal: self = .equal
    case .greaterThanOrEqual: self = .greaterThanOrEqual
    }
  }
}

extension SolveOutcome {
  package init(_ outcome: SimplexOutcome) {
    switch outcome {
    case .optimal(let values): self = .optimal(Solution(values: values))
    case .infeasible(let conflict):
      self = .infeasible(conflict: conflict.map { ConstraintID(Int($0)) })
    case .gaveUp(.workLimit): self = .gaveUp(.workLimit)
    case .gaveUp(.numericalDoubt): self = .gaveUp(.numericalDoubt)
    }
  }
}

extension WorkCounters {
  package init(_ counters: SolverCounters) {
    self.init()
    pivots = counters.pivots
    rowOperations = counters.rowOperations
    iterations = counters.iterations
    peakCells = counters.peakCells
    cellOperations = counters.cellOperations
  }
}
