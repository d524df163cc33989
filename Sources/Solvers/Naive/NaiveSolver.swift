// SPDX-License-Identifier: MIT

import LinearModel

/// The simplest solver.
///
/// Constraints are handled by descending strength and turned into equations by Gaussian
/// elimination. A violated inequality becomes an equation. An optional constraint that contradicts
/// the equations before it is dropped. Variables that no equation fixes are 0. The solver never
/// compares alternatives, so it is right about easy layouts and claims little about the rest:
///
/// - `.optimal` only when every constraint, optional ones included, holds: then no objective can be
///   lower;
/// - `.feasible` when all required constraints hold;
/// - `.infeasible`, without explanation, only when the required equalities and the inequalities
///   that became equations contradict a required row, each pushing in the right direction (see
///   `FarkasProof`);
/// - otherwise it gives up.
///
/// Every claim is checked against all rows first.
package struct NaiveSolver: Solver {
  package let name = "naive"
  private let fault: NaiveFault?
  private let slowdown: NaiveSlowdown?

  package init() { self.init(fault: nil) }

  /// Creates a solver with a planted fault or planted useless work, or a healthy one.
  package init(fault: NaiveFault?, slowdown: NaiveSlowdown? = nil) {
    self.fault = fault
    self.slowdown = slowdown
  }

  /// - Complexity: O(rounds x cells of the elimination); the effort is at most about 40 times the
  ///   size of the system, plus one elimination.
  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    var rows = ScaledRows(system)
    if let fault { fault.misread(&rows, of: system) }
    let flaws = (fault?.flaws ?? []).union(slowdown?.flaws ?? [])
    var run = ActiveSetRun(rows, flaws: flaws, limit: limit)
    let outcome = run.outcome()
    return SolveResult(outcome, work: run.work)
  }
}
