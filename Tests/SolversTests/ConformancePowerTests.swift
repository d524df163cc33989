// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel
import Solvers
import Synchronization
import TestSupport
import Testing

/// A strategy with a bug around it.
private struct SpoiledSolver: Solver {
  /// The bug of a `SpoiledSolver`.
  enum Bug: String, CaseIterable {
    // Shapes of answers.
    case dropsLastValue, divergesInDoubt
    // Claims.
    case roundsUp, promotesFeasible, contradictsInDoubt, forgetsContradiction
    case growsConflict, cutsConflict, forgetsConflict, givesUpWithoutVariables
    // Limits.
    case ignoresLimit, guessesAtLimit, contradictsAtLimit, givesUpEarly
    // Repetition and order.
    case remembersCalls, countsAllWork, needsSortedRows

    /// The rules that the bug breaks; each rule has a bug that breaks no other, but for the order,
    /// which no claim can depend on and be right.
    var rules: Set<SolverRule> {
      switch self {
      case .dropsLastValue: return [.answers, .emptySystems, .extremeNumbers]
      case .forgetsContradiction, .growsConflict, .cutsConflict, .forgetsConflict:
        return [.answers, .emptySystems]
      case .roundsUp: return [.answers, .extremeNumbers]
      case .promotesFeasible: return [.answers]
      case .divergesInDoubt, .contradictsInDoubt: return [.extremeNumbers]
      case .givesUpWithoutVariables: return [.emptySystems]
      case .ignoresLimit, .guessesAtLimit, .contradictsAtLimit, .givesUpEarly: return [.workLimit]
      case .remembersCalls: return [.repetition, .workLimit]
      case .countsAllWork: return [.repetition]
      case .needsSortedRows: return [.answers, .emptySystems, .order]
      }
    }

    /// The strategy around which the bug is: a weak one has doubts.
    var healthy: any Solver {
      switch self {
      case .promotesFeasible, .contradictsInDoubt: return NaiveSolver()
      default: return SimplexSolver()
      }
    }
  }

  let name = "spoiled"
  let bug: Bug
  private let calls = SharedCount()

  init(_ bug: Bug) { self.bug = bug }

  var promises: SolverPromises {
    if bug == .remembersCalls { return [] }
    return bug.healthy is SimplexSolver ? [.decides, .explains] : []
  }

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    let given = bug == .ignoresLimit ? .standard : limit
    let result = bug.healthy.solve(system, limit: given)
    let call = calls.next()
    var work = result.work
    if bug == .countsAllWork { work.rowOperations += call }
    return SolveResult(spoiled(result.outcome, system, limit, call), work: work)
  }

  private func spoiled(
    _ outcome: SolveOutcome, _ system: LinearSystem, _ limit: WorkLimit, _ call: Int
  ) -> SolveOutcome {
    let zeros = Solution(values: [Double](repeating: 0, count: system.variableCount))
    switch (bug, outcome) {
    case (.dropsLastValue, .optimal(let solution)):
      return .optimal(Solution(values: solution.values.dropLast()))
    case (.divergesInDoubt, .gaveUp(.numericalDoubt)):
      return .feasible(Solution(values: zeros.values.map { _ in .infinity }))
    case (.roundsUp, .optimal(let solution)):
      return .optimal(Solution(values: solution.values.map { $0.rounded(.up) }))
    case (.promotesFeasible, .feasible(let solution)): return .optimal(solution)
    case (.contradictsInDoubt, .gaveUp(.noConvergence)),
      (.contradictsInDoubt, .gaveUp(.numericalDoubt)):
      return .infeasible(conflict: [])
    case (.forgetsContradiction, .infeasible): return .optimal(zeros)
    case (.growsConflict, .infeasible(let conflict)):
      let others = (0..<system.constraintCount).map { ConstraintID($0) }.filter {
        system.strengths[$0.index].isRequired && !conflict.contains($0)
      }
      return .infeasible(conflict: conflict + others.prefix(1))
    case (.cutsConflict, .infeasible(let conflict)) where conflict.count > 1:
      return .infeasible(conflict: conflict.dropLast())
    case (.forgetsConflict, .infeasible): return .infeasible(conflict: [])
    case (.givesUpWithoutVariables, _) where system.variableCount == 0:
      return .gaveUp(.unsupported("no variables"))
    case (.guessesAtLimit, .gaveUp(.workLimit)): return .feasible(zeros)
    case (.contradictsAtLimit, .gaveUp(.workLimit)): return .infeasible(conflict: [])
    case (.givesUpEarly, _) where limit.cellOperations < 1_000_000: return .gaveUp(.workLimit)
    case (.remembersCalls, .optimal(let solution)) where call.isMultiple(of: 3):
      return .feasible(solution)
    case (.needsSortedRows, _):
      let isSorted = zip(system.strengths, system.strengths.dropFirst()).allSatisfy { $0 >= $1 }
      return isSorted ? outcome : .gaveUp(.unsupported("a stronger constraint after a weaker one"))
    default: return outcome
    }
  }
}

/// A number that the copies of a value share.
private final class SharedCount: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

@Suite("The check of strategies finds bugs")
struct ConformancePowerTests {
  /// The most constraints of a minimized system, where no limit asks for more.
  private static let constraintsMax = 6

  @Test("each bug around a strategy breaks its rules, on a small system", arguments: bugs)
  func spoiled(index: Int) {
    let bug = SpoiledSolver.Bug.allCases[index]
    let solver = SpoiledSolver(bug)
    let conformance = SolverConformance(solver, promises: solver.promises)
    var broken: Set<SolverRule> = []
    for rule in SolverRule.allCases {
      guard let found = conformance.search(rule, seeds: 0..<200).counterexample else { continue }
      broken.insert(rule)
      if rule == .workLimit { continue }
      #expect(
        found.value.system.constraintCount <= Self.constraintsMax,
        "\(bug), \(rule): \(found.problem)\n\(found.value.testDescription)")
    }
    #expect(broken == bug.rules, "\(bug)")
  }

  private static let bugs = TestLength.some(
    of: Array(SpoiledSolver.Bug.allCases.indices), quick: 9)

  @Test("faults planted in the simplex strategy are found", arguments: SimplexFault.allCases)
  func simplex(fault: SimplexFault) { expectFound(SimplexSolver(fault: fault), "\(fault)") }

  @Test("faults planted in the relaxation are found", arguments: RelaxationFault.allCases)
  func relaxation(fault: RelaxationFault) {
    expectFound(RelaxationSolver(fault: fault), "\(fault)")
  }

  @Test("faults planted in the naive strategy are found", arguments: NaiveFault.allCases)
  func naive(fault: NaiveFault) { expectFound(NaiveSolver(fault: fault), "\(fault)") }

  private func expectFound(_ solver: some Solver, _ name: String) {
    let conformance = SolverConformance(solver)
    // Most faults show at once, some with extreme numbers only, and one when the second of two
    // equal left sides is the tighter one.
    let searches: [(SolverRule, Range<UInt64>)] = [
      (.answers, 0..<500), (.extremeNumbers, 0..<1_000), (.answers, 500..<5_000),
    ]
    let isFound = searches.contains { rule, seeds in
      conformance.search(rule, seeds: seeds).counterexample != nil
    }
    #expect(isFound, "\(name)")
  }

  @Test("a bug is recorded as an issue")
  func issue() {
    withKnownIssue { checkSolverConformance(SpoiledSolver(.roundsUp), count: 100) }
  }
}
