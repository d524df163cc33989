// SPDX-License-Identifier: MIT

import LinearModel

/// An iterative solver: sweeps of projections, level by level, and a polishing step at the end.
///
/// The required constraints are swept until the point settles (see `Sweeper`). Then each optional strength, from
/// high to low, joins in: its constraints pull with a limited force, so that the sum of their
/// violations shrinks while everything above stays where it is; when the point settles, those that hold must hold
/// from then on, and the others must not get worse. The result is accurate to about a thousandth of
/// a point, which is enough to see which constraints are active. Polishing eliminates these, from the point
/// reached, so that they hold to rounding (see `ActiveSetRun`), and every claim is checked on all rows.
///
/// It claims `.optimal` when no optional constraint is violated, or when multipliers prove that the violations
/// cannot be lowered (see `OptimalityProof`); else `.feasible` when all required constraints hold. Levels
/// that do not settle within their sweeps are left to the polishing step, which takes them greedily.
package struct RelaxationSolver: Solver {
  package let name = "relaxation"
  private let fault: RelaxationFault?

  package init() { self.init(fault: nil) }

  /// A solver with a planted fault, or without.
  package init(fault: RelaxationFault?) { self.fault = fault }

  /// - Complexity: at most `RelaxationRun.sweepsMax` sweeps of twice the cells each, and polishing.
  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    solve(system, limit: limit, startingFrom: nil)
  }

  /// Solves a system, starting from a known layout, such as that of the window before it was resized.
  ///
  /// - Parameters:
  ///   - system: any system.
  ///   - limit: when reached, the outcome is `.gaveUp(.workLimit)`.
  ///   - start: values of all variables; nil, or a wrong count, starts from 0.
  /// - Returns: an outcome that may depend on the start only where several answers are right.
  package func solve(
    _ system: LinearSystem, limit: WorkLimit, startingFrom start: Solution?
  ) -> SolveResult {
    var rows = ScaledRows(system)
    if let fault { fault.misread(&rows) }
    var run = RelaxationRun(rows, start: start?.values, fault: fault, limit: limit)
    let outcome = run.outcome()
    return SolveResult(outcome, work: run.work)
  }
}
