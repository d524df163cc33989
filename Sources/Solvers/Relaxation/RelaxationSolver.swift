// SPDX-License-Identifier: MIT

import LinearModel

/// An iterative solver: sweeps of projections, level by level, and a polishing step at the end.
///
/// The required equalities are solved for some variables first, in an order that keeps chains and
/// trees sparse. The required inequalities are swept until the point settles (see `Sweeper`). Then
/// each optional strength joins, from high to low. Its constraints pull with a limited force, so
/// that the sum of their violations shrinks while everything above stays the same. Constraints that
/// pull in vain are given up, and must not get worse from then on; the others must hold. The result
/// is accurate to about a thousandth of a point, which is enough to identify the active
/// constraints. Polishing makes these hold to rounding and descends from there step by step, up to
/// its effort limit (see `ActiveSetDescent`).
///
/// It claims `.optimal` when no optional constraint is violated, or when multipliers prove that the
/// violations cannot be lowered (see `OptimalityProof`). It claims `.feasible` when all required
/// constraints hold. It claims `.infeasible` when multipliers prove a contradiction (see
/// `FarkasProof`), without naming the conflict.
package struct RelaxationSolver: Solver {
  package let name = "relaxation"
  private let fault: RelaxationFault?
  private let slowdown: RelaxationSlowdown?

  package init() { self.init(fault: nil) }

  /// Creates a solver with a planted fault or planted useless work, or a healthy one.
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
