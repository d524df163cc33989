// SPDX-License-Identifier: MIT

/// Values for all variables of a `LinearSystem`, by variable index.
package struct Solution: Sendable, Hashable {
  package let values: [Double]

  @inlinable package init(values: [Double]) { self.values = values }
}

/// What a strategy says about a system.
///
/// A strategy may give up; it may not lie.
package enum SolveOutcome: Sendable, Hashable {
  /// Claims that the required constraints hold and that every level is optimal.
  case optimal(Solution)
  /// Claims that the required constraints hold, and nothing about optimality.
  case feasible(Solution)
  /// Claims that the required constraints contradict each other, and that `conflict` is an
  /// irreducible contradictory subset of them. An empty set claims no explanation.
  case infeasible(conflict: [ConstraintID])
  /// Claims nothing.
  case gaveUp(GiveUpReason)

  package var solution: Solution? {
    switch self {
    case .optimal(let solution), .feasible(let solution): return solution
    case .infeasible, .gaveUp: return nil
    }
  }
}

/// Why a strategy gave up.
package enum GiveUpReason: Sendable, Hashable {
  /// The work limit was reached.
  case workLimit
  /// Rounding may have spoiled the answer.
  case numericalDoubt
  /// The iteration does not settle.
  case noConvergence
  /// The strategy cannot handle such systems.
  case unsupported(String)
  /// The strategy is a program, and it did not answer as a program should. Unlike the other reasons
  /// this is nobody's right: it is judged as a failure.
  case processFailed(ProcessFailure)
}

/// How a program that solves systems failed to answer.
package enum ProcessFailure: Sendable, Hashable {
  /// It ended; how, and the last line it wrote to standard error.
  case crashed(String)
  /// It did not answer in time.
  case hung
  /// What it wrote is no answer to what it was asked; what is wrong with it.
  case garbled(String)
  /// It took more memory than it may.
  case outOfMemory

  /// The kind of a failure, without its particulars; the raw value is the name in findings.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case crash, hang, memory, garbled

    /// Whether the process ends in the middle of its work.
    package var endsProcess: Bool { self != .garbled }
  }

  package var kind: Kind {
    switch self {
    case .crashed: return .crash
    case .hung: return .hang
    case .garbled: return .garbled
    case .outOfMemory: return .memory
    }
  }

  /// The name of its kind in findings.
  package var name: String { kind.rawValue }

  /// The failure in one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .crashed(let how): return "the program ended: \(how)"
    case .hung: return "the program did not answer in time"
    case .garbled(let problem): return "the program's output is no answer: \(problem)"
    case .outOfMemory: return "the program took more memory than it may"
    }
  }
}

/// Deterministic measures of the work a strategy did: the same system always gives the same
/// numbers.
package struct WorkCounters: Sendable, Hashable {
  /// Changes of basis, or eliminations.
  package var pivots: Int = 0
  /// Row additions, or single-constraint projections.
  package var rowOperations: Int = 0
  /// Sweeps over all constraints.
  package var iterations: Int = 0
  /// The most coefficients held at a time.
  package var peakCells: Int = 0
  /// Coefficients read or written: the unit of `WorkLimit`.
  package var cellOperations: Int = 0
  /// Time beyond `cellOperations`, in their unit, that work takes in memory which no cache holds:
  /// only limits look at it.
  package var farOperations: Int = 0

  /// The work in the unit of `WorkLimit`.
  package var spent: Int { cellOperations + farOperations }

  package init() {}
}

/// How much work a strategy may do before it must give up with `.workLimit`.
package struct WorkLimit: Sendable, Hashable {
  /// The most coefficients that may be read or written.
  package var cellOperations: Int

  /// What was taken away so far; more than there was where the last work took more than was left.
  package private(set) var spent = 0

  package init(cellOperations: Int) { self.cellOperations = cellOperations }

  /// Takes work away from what may still be done.
  package mutating func spend(_ work: WorkCounters) { spend(work.spent) }

  /// Takes work away from what may still be done, in the unit of limits.
  package mutating func spend(_ work: Int) {
    spent += work
    cellOperations = max(0, cellOperations - work)
  }

  /// About a second of work.
  package static let standard = WorkLimit(cellOperations: 500_000_000)
}

/// The answer of a strategy with the work it took.
package struct SolveResult: Sendable, Hashable {
  package let outcome: SolveOutcome
  package let work: WorkCounters

  package init(_ outcome: SolveOutcome, work: WorkCounters) {
    self.outcome = outcome
    self.work = work
  }

  /// Whether two results are the same bit for bit: a value that is no number is the same as itself,
  /// and the two zeros differ.
  package func isIdentical(to other: SolveResult) -> Bool {
    guard work == other.work else { return false }
    switch (outcome, other.outcome) {
    case (.optimal(let one), .optimal(let two)), (.feasible(let one), .feasible(let two)):
      return one.values.elementsEqual(two.values) { $0.bitPattern == $1.bitPattern }
    default: return outcome == other.outcome
    }
  }
}
