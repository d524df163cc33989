// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel

/// The main strategy: the simplex method of `LayoutSolving`, on a system without a history.
///
/// It claims `.optimal` and `.infeasible` only. An answer is checked against the original
/// constraints before it is returned. A doubtful one is given up with `.numericalDoubt`.
package struct SimplexSolver: Solver {
  package let name = StrategyName.simplex.rawValue
  private let fault: SimplexFault?
  private let slowdown: SimplexSlowdown?

  package init() { self.init(fault: nil) }

  /// Creates a solver with a planted bug or planted useless work, or a healthy one.
  package init(fault: SimplexFault?, slowdown: SimplexSlowdown? = nil) {
    self.fault = fault
    self.slowdown = slowdown
  }

  /// Solves the doubles of the system by the simplex method of `LayoutSolving`.
  ///
  /// It gives up on a system whose exact numbers have no faithful doubles. The limit is in cell
  /// operations.
  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    guard system.hasFaithfulDoubles else {
      return SolveResult(.gaveUp(.numericalDoubt), work: WorkCounters())
    }
    var run = SimplexRun(
      limit: limit.cellOperations, fault: fault, slowdown: slowdown, keepsComponents: false)
    let outcome = SolveOutcome(run.solve(ConstraintRows(system)))
    return SolveResult(outcome, work: WorkCounters(run.work))
  }
}

extension ConstraintRows {
  /// Creates the rows with the doubles of a linear system.
  package init(_ system: LinearSystem) {
    self.init(constraints: system.constraintCount, cells: system.cellCount)
    variableCount = system.variableCount
    for constraint in 0..<system.constraintCount {
      for cell in system.cells(of: constraint) {
        appendCell(column: Int(system.columns[cell]), coefficient: system.coefficients[cell])
      }
      closeRow(
        SolverSession.Relation(system.relations[constraint]), system.constants[constraint],
        strength: system.strengths[constraint].value)
    }
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
    farOperations = counters.farOperations
  }
}
