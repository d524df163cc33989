// SPDX-License-Identifier: MIT

import LinearModel

/// The serious strategy: a primal simplex method in doubles, level by level, on what a presolve leaves.
///
/// Required equalities are solved for one variable each (`EqualityElimination`), constraints on one
/// variable become bounds and kinks (`Reduction`), and each connected component is solved for itself
/// (`LexicographicSimplex`). A contradiction is confirmed on the original constraints, where a minimal
/// conflict is found (`ConflictFinder`).
///
/// Claims `.optimal` and `.infeasible` only. An answer is checked against the original constraints
/// before it is given; where rounding may have decided, the system is solved a second time without
/// elimination, and then given up with `.numericalDoubt`.
package struct SimplexSolver: Solver {
  package let name = StrategyName.simplex.rawValue
  private let fault: SimplexFault?

  package init() { fault = nil }

  /// A solver with a planted bug, or a healthy one.
  package init(fault: SimplexFault?) { self.fault = fault }

  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    let given = fault?.distorted(system) ?? system
    var run = SimplexRun(system: given, limit: limit.cellOperations, fault: fault)
    let outcome = run.solve()
    return SolveResult(outcome, work: run.work)
  }
}

/// One solution of one system, with its counters.
struct SimplexRun {
  let system: LinearSystem
  let limit: Int
  let fault: SimplexFault?
  var work = WorkCounters()

  init(system: LinearSystem, limit: Int, fault: SimplexFault?) {
    self.system = system
    self.limit = limit
    self.fault = fault
  }

  private enum Attempt {
    /// The values, and bounds of how far rounding may have moved them.
    case solved([Double], errors: [Double])
    case contradiction
    case doubt
    case workLimit
  }

  mutating func solve() -> SolveOutcome {
    guard isFinite else { return .gaveUp(.numericalDoubt) }
    var wasContradiction = false
    for eliminates in [true, false] {
      switch attempt(eliminates: eliminates) {
      case .solved(let values, let errors):
        if fault != nil || holds(values, errors: errors) {
          return .optimal(Solution(values: values))
        }
      case .contradiction:
        if wasContradiction { return .gaveUp(.numericalDoubt) }
        wasContradiction = true
        if let outcome = explain() { return outcome }
      case .doubt: break
      case .workLimit: return .gaveUp(.workLimit)
      }
    }
    return .gaveUp(.numericalDoubt)
  }

  private var isFinite: Bool {
    system.coefficients.allSatisfy { $0.isFinite } && system.constants.allSatisfy { $0.isFinite }
  }

  /// The conflict behind a contradiction, or nil when there is none for sure.
  private mutating func explain() -> SolveOutcome? {
    let required = system.strengths.indices.filter { system.strengths[$0].isRequired }
    if fault == .conflictNotMinimal {
      return .infeasible(conflict: required.map { ConstraintID($0) })
    }
    var finder = ConflictFinder(system: system, workLimit: limit - work.cellOperations)
    let search = finder.search(among: required.map { Int32($0) })
    add(finder.work)
    switch search {
    case .conflict(let constraints):
      return .infeasible(conflict: constraints.map { ConstraintID(Int($0)) })
    case .workLimit:
      return .gaveUp(.workLimit)
    case .none, .doubt:
      return fault == .redundantEqualityRejected ? .infeasible(conflict: []) : nil
    }
  }

  private mutating func add(_ more: WorkCounters) {
    work.pivots += more.pivots
    work.rowOperations += more.rowOperations
    work.iterations += more.iterations
    work.cellOperations += more.cellOperations
    work.peakCells = max(work.peakCells, more.peakCells)
  }

  // MARK: - Solving

  private mutating func attempt(eliminates: Bool) -> Attempt {
    var equalities: ContiguousArray<Int32> = []
    var isEliminated = ContiguousArray(repeating: false, count: system.constraintCount)
    if eliminates {
      for constraint in 0..<system.constraintCount
      where system.strengths[constraint].isRequired && system.relations[constraint] == .equal {
        equalities.append(Int32(constraint))
        isEliminated[constraint] = true
      }
    }
    var tableau = SparseTableau(
      rows: equalities.count, columns: equalities.isEmpty ? 0 : system.variableCount,
      cellCount: equalities.isEmpty ? 0 : system.cellCount)
    let elimination = EqualityElimination(
      system, equalities: equalities, tableau: &tableau,
      workLimit: limit - work.cellOperations, fault: fault)
    work.pivots += elimination.pivots
    work.rowOperations += tableau.rowOperations
    work.cellOperations += tableau.cellOperations + system.cellCount
    work.peakCells = max(work.peakCells, tableau.peakCells)
    switch elimination.status {
    case .complete: break
    case .contradiction: return .contradiction
    case .doubt: return .doubt
    case .workLimit: return .workLimit
    }
    if tableau.hasLostDetail { return .doubt }
    return attempt(isEliminated, elimination)
  }

  private mutating func attempt(
    _ isEliminated: ContiguousArray<Bool>, _ elimination: borrowing EqualityElimination
  ) -> Attempt {
    let plan = LevelPlan(system, isWeighted: fault == .weightedLevels)
    var reduction = Reduction(
      system, levels: plan.levels, weights: plan.weights, levelCount: plan.levelCount,
      skipping: isEliminated, elimination: elimination)
    reduction.finish()
    work.cellOperations += reduction.cellOperations
    if work.cellOperations > limit { return .workLimit }
    switch reduction.status {
    case .complete: break
    case .contradiction where fault != .failedPhaseIgnored: return .contradiction
    case .contradiction: break
    case .doubt: return .doubt
    }
    var values = [Double](repeating: 0, count: system.variableCount)
    var errors = values
    var localIndex = ContiguousArray<Int32>(repeating: 0, count: system.variableCount)
    for component in reduction.components(isFree: { elimination.ranks[$0] < 0 }) {
      let problem = reduction.problem(of: component, localIndex: &localIndex)
      switch solve(problem, component, &values, &errors) {
      case .optimal: break
      case .infeasible: return .contradiction
      case .doubt: return .doubt
      case .workLimit: return .workLimit
      }
    }
    elimination.complete(&values, errors: &errors)
    return values.allSatisfy { $0.isFinite } ? .solved(values, errors: errors) : .doubt
  }

  private mutating func solve(
    _ problem: KinkedProblem, _ component: Reduction.Component, _ values: inout [Double],
    _ errors: inout [Double]
  ) -> LexicographicSimplex.Status {
    var simplex = LexicographicSimplex(
      problem, workLimit: limit - work.cellOperations, fault: fault)
    let status = simplex.run()
    add(simplex.work)
    let valueErrors = simplex.valueErrors()
    for (local, variable) in component.variables.enumerated() {
      errors[Int(variable)] = valueErrors[local]
      values[Int(variable)] = simplex.value[local]
    }
    return status
  }

  // MARK: - Checking

  /// Whether the values are accurate and the required constraints hold as they were given, with a
  /// margin below what is judged wrong.
  private func holds(_ values: [Double], errors: [Double]) -> Bool {
    var scale = 1.0
    for constant in system.constants { scale = max(scale, abs(constant) / 1000) }
    guard errors.allSatisfy({ $0 <= 1e-7 * scale }) else { return false }
    for constraint in 0..<system.constraintCount where system.strengths[constraint].isRequired {
      var size = 0.0
      for cell in system.cells(of: constraint) { size += abs(system.coefficients[cell]) }
      let violation = system.violation(of: constraint, at: values)
      if !(violation <= 1e-8 * scale * size) { return false }
    }
    return true
  }
}

extension LexicographicSimplex {
  /// What has been done so far.
  var work: WorkCounters {
    var work = WorkCounters()
    work.pivots = pivots
    work.iterations = steps
    work.rowOperations = tableau.rowOperations
    work.cellOperations = tableau.cellOperations
    work.peakCells = tableau.peakCells
    return work
  }
}
