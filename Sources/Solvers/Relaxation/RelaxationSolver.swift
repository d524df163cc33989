// SPDX-License-Identifier: MIT

import LinearModel

/// An iterative solver: sweeps of projections, level by level, and a polishing step at the end.
///
/// The required equalities are solved for some variables first, in an order that leaves chains and
/// trees sparse. The required inequalities are swept until the point settles (see `Sweeper`). Then
/// each optional strength, from high to low, joins in: its constraints pull with a limited force,
/// so that the sum of their violations shrinks while everything above stays where it is; those that
/// pull in vain are given up, and must not get worse from then on; the others must hold. The result
/// is accurate to about a thousandth of a point, which is enough to see which constraints are
/// active. Polishing makes these hold to rounding and goes down from there, a step at a time, while
/// its effort lasts (see `ActiveSetDescent`).
///
/// It claims `.optimal` when no optional constraint is violated, or when multipliers prove that the
/// violations cannot be lowered (see `OptimalityProof`); else `.feasible` when all required
/// constraints hold; `.infeasible` when multipliers prove a contradiction (see `FarkasProof`),
/// without naming the conflict.
package struct RelaxationSolver: Solver {
  package let name = "relaxation"
  private let fault: RelaxationFault?
  private let slowdown: RelaxationSlowdown?

  package init() { self.init(fault: nil) }

  /// A solver with a planted fault, or with planted work for nothing, or without.
  package init(fault: RelaxationFault?, slowdown: RelaxationSlowdown? = nil) {
    self.fault = fault
    self.slowdown = slowdown
  }

  /// - Complexity: at most `RelaxationRun.sweepsMax` sweeps of twice the cells each, once the
  ///   equalities are solved, and polishing: its steps cost one pass over the rows each,
  ///   `RelaxationRun.descentEffort` passes at most.
  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    solve(system, limit: limit, startingFrom: nil)
  }

  /// Solves a system, starting from a known layout, such as that of the window before it was
  /// resized.
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
    var run = RelaxationRun(
      rows, start: start?.values, fault: fault, slowdown: slowdown, limit: limit)
    let outcome = run.outcome()
    return SolveResult(outcome, work: run.work)
  }
}
