// SPDX-License-Identifier: MIT

/// One solution of one system, with its counters.
///
/// It is a primal simplex method in doubles, level by level, on the system after a presolve.
///
/// Required equalities are solved for one variable each (`EqualityElimination`), constraints on one
/// variable become bounds and kinks (`Reduction`), and each connected component is solved by itself
/// (`LexicographicSimplex`). A contradiction is confirmed on the original constraints, where a
/// minimal conflict is found (`ConflictFinder`).
///
/// An answer is checked against the original constraints before it is returned. Where rounding may
/// have decided, the system is solved again in a slower way (`Presolve`), and finally given up.
package struct SimplexRun {
  let limit: Int
  let fault: SimplexFault?
  let slowdown: SimplexSlowdown?
  /// Whether later solutions may resume from this one.
  let keepsComponents: Bool
  package private(set) var work = SolverCounters()
  /// The smallest ratio of a presolve's pivot to its row's largest coefficient.
  private var leastPivotShare = 1.0
  /// The state of the solution, for resuming; nil without one.
  private(set) var reduced: ReducedSystemBox?

  /// - Parameters:
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - fault: a planted bug; nil for a healthy solver.
  ///   - slowdown: planted useless work; nil for a healthy solver.
  ///   - keepsComponents: whether later changes may follow.
  package init(
    limit: Int, fault: SimplexFault? = nil, slowdown: SimplexSlowdown? = nil,
    keepsComponents: Bool = true
  ) {
    self.keepsComponents = keepsComponents
    self.limit = limit
    self.fault = fault
    self.slowdown = slowdown
  }

  private enum Attempt {
    case solved(ReducedSystemBox)
    case contradiction
    case doubt
    case workLimit
  }

  /// Solves a system.
  package mutating func solve(_ system: borrowing ConstraintRows) -> SimplexOutcome {
    if let fault, fault.distorts { return solveAsRead(fault.distorted(system)) }
    return solveAsRead(system)
  }

  private mutating func solveAsRead(_ system: borrowing ConstraintRows) -> SimplexOutcome {
    guard isFinite(system) else { return .gaveUp(.numericalDoubt) }
    // A contradiction in one way may be rounding; the constraints themselves are searched for it
    // once.
    var wasContradiction = false
    for presolve in Presolve.allCases {
      // A presolve with large pivots only is the same in the stable way.
      if presolve == .stable, leastPivotShare >= presolve.pivotRatio { continue }
      switch attempt(system, presolve) {
      case .solved(let box):
        if fault != nil || box.system.holds(system, work: &work) {
          reduced = box
          return .optimal(box.system.allValues)
        }
      case .contradiction:
        if !wasContradiction, let outcome = explain(system) { return outcome }
        wasContradiction = true
      case .doubt: break
      case .workLimit: return .gaveUp(.workLimit)
      }
    }
    return .gaveUp(.numericalDoubt)
  }

  private func isFinite(_ system: borrowing ConstraintRows) -> Bool {
    if system.isAllFinite { return true }
    for row in 0..<system.constraintCount where !system.isOff(row) {
      if !system.isFinite(row) { return false }
    }
    return true
  }

  /// Returns the conflict behind a contradiction, or nil when there is certainly none.
  private mutating func explain(_ system: borrowing ConstraintRows) -> SimplexOutcome? {
    var required: ContiguousArray<Int32> = []
    for row in 0..<system.constraintCount where system.isRequired(row) {
      required.append(Int32(row))
    }
    if fault == .conflictNotMinimal { return .infeasible(required) }
    var finder = ConflictFinder(
      variableCount: system.variableCount, workLimit: limit - work.spent,
      ignoresSupports: slowdown == .supportsIgnored)
    let search = finder.search(system, among: required)
    work.add(finder.work)
    switch search {
    case .conflict(let constraints):
      return .infeasible(constraints)
    case .workLimit:
      return .gaveUp(.workLimit)
    case .none, .doubt:
      return fault == .redundantEqualityRejected ? .infeasible([]) : nil
    }
  }

  // MARK: - Solving

  private mutating func attempt(
    _ system: borrowing ConstraintRows, _ presolve: Presolve
  ) -> Attempt {
    var equalities: ContiguousArray<Int32> = []
    var isEliminated = ContiguousArray(repeating: false, count: system.constraintCount)
    if presolve != .omitted {
      for constraint in 0..<system.constraintCount
      where system.isRequired(constraint) && system.relations[constraint] == .equal {
        equalities.append(Int32(constraint))
        isEliminated[constraint] = true
      }
    }
    var tableau = SparseTableau(
      rows: equalities.count, columns: equalities.isEmpty ? 0 : system.variableCount,
      cellCount: equalities.isEmpty ? 0 : system.cellCount)
    let elimination = EqualityElimination(
      system, equalities: equalities, tableau: &tableau,
      pivotRatio: presolve.pivotRatio, workLimit: limit - work.spent, fault: fault)
    leastPivotShare = elimination.leastPivotShare
    work.pivots += elimination.pivots
    work.rowOperations += tableau.rowOperations
    work.cellOperations += tableau.cellOperations + system.cellCount
    work.farOperations += tableau.farOperations
    work.peakCells = max(work.peakCells, tableau.peakCells)
    switch elimination.status {
    case .complete: break
    case .contradiction: return .contradiction
    case .doubt: return .doubt
    case .workLimit: return .workLimit
    }
    if tableau.hasLostDetail { return .doubt }
    return attempt(
      ReducedSystem(
        system, elimination: elimination, isEliminated: isEliminated, presolve,
        workLimit: limit - work.spent, fault: fault))
  }

  private mutating func attempt(_ given: consuming ReducedSystem) -> Attempt {
    var reduced = given
    work.cellOperations += reduced.reduction.cellOperations
    work.cellOperations += reduced.substitution.cellOperations
    work.farOperations += reduced.substitution.farOperations
    leastPivotShare = min(leastPivotShare, reduced.substitution.definitions.leastPivotShare)
    work.pivots += reduced.substitution.definitions.pivots
    if work.spent > limit { return .workLimit }
    switch reduced.reduction.status {
    case .complete: break
    case .contradiction where fault != .failedPhaseIgnored: return .contradiction
    case .contradiction: break
    case .doubt: return .doubt
    case .workLimit: return .workLimit
    }
    switch reduced.solve(
      limit: limit - work.spent, keepsComponents: keepsComponents, fault: fault, work: &work)
    {
    case .optimal: return .solved(ReducedSystemBox(reduced))
    case .infeasible: return .contradiction
    case .doubt: return .doubt
    case .workLimit: return .workLimit
    }
  }
}

extension LexicographicSimplex {
  /// The work so far.
  var work: SolverCounters {
    var work = SolverCounters()
    work.pivots = pivots
    work.iterations = steps
    work.rowOperations = tableau.rowOperations
    work.cellOperations = tableau.cellOperations
    work.farOperations = tableau.farOperations
    work.peakCells = tableau.peakCells
    return work
  }
}
