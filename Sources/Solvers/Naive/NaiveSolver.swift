// SPDX-License-Identifier: MIT

import LinearModel

/// The solver one writes first.
///
/// Constraints are taken by descending strength and turned into equations by Gaussian elimination.
/// An inequality becomes an equation when it is found violated; an optional constraint that
/// contradicts the equations before it is dropped. Variables that no equation fixes are 0. Nothing
/// is ever weighed against anything, so it is right about easy layouts and modest about the rest:
///
/// - `.optimal` only when every constraint, optional ones included, holds: then no objective can be
///   lower;
/// - `.feasible` when all required constraints hold;
/// - `.infeasible`, without explanation, only when the required equalities and the inequalities
///   that were made equations contradict a required row, each pushing the right way (see
///   `FarkasProof`);
/// - else it gives up.
///
/// Every claim is checked against all rows first.
package struct NaiveSolver: Solver {
  package let name = "naive"
  private let fault: NaiveFault?
  private let slowdown: NaiveSlowdown?

  package init() { self.init(fault: nil) }

  /// A solver with a planted fault, or with planted work for nothing, or without.
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
