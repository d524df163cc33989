// SPDX-License-Identifier: MIT

/// Values for all variables of a `LinearSystem`, by variable index.
package struct Solution: Sendable, Hashable {
  package let values: [Double]

  @inlinable package init(values: [Double]) { self.values = values }
}

/// The answer of a strategy to a system.
///
/// A strategy may give up, but it must not make a wrong claim.
package enum SolveOutcome: Sendable, Hashable {
  /// Claims that the required constraints hold and that every level is optimal.
  case optimal(Solution)
  /// Claims that the required constraints hold, without a claim about optimality.
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

/// A reason why a strategy gave up.
package enum GiveUpReason: Sendable, Hashable {
  /// The work limit was reached.
  case workLimit
  /// Rounding may have spoiled the answer.
  case numericalDoubt
  /// The iteration does not settle.
  case noConvergence
  /// The strategy cannot handle such systems.
  case unsupported(String)
  /// The strategy is a program whose process failed.
  ///
  /// Unlike the other reasons this is not allowed: it is judged as a failure.
  case processFailed(ProcessFailure)

  /// The reason in one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .workLimit: return "the work limit was reached"
    case .numericalDoubt: return "rounding may have spoiled the answer"
    case .noConvergence: return "the iteration does not settle"
    case .unsupported(let what): return "not supported: \(what)"
    case .processFailed(let failure): return failure.sentence
    }
  }
}

/// The failure of a solving program to answer.
package enum ProcessFailure: Sendable, Hashable {
  /// The process ended, with the way and its last line on standard error.
  case crashed(String)
  /// The program did not answer in time.
  case hung
  /// The response is not a valid answer to the request, with the reason.
  case garbled(String)
  /// The process exceeded its memory limit.
  case outOfMemory

  /// The kind of a failure, without its particulars; the raw value is the name in findings.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case crash, hang, memory, garbled

    /// Whether the process ended in the middle of its work.
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
  package var sentence: String { sentence(during: nil) }

  /// Returns the failure with its circumstances in one sentence without a full stop.
  ///
  /// `work` is the work of the process, such as `while it solved the case`. `time` and `memory` are
  /// its limits, such as `5.0 s` and `512 MB`. Each is nil if unknown.
  package func sentence(
    during work: String?, time: String? = nil, memory: String? = nil
  ) -> String {
    let place = work.map { " \($0)" } ?? ""
    switch self {
    case .crashed(let how): return "the process ended" + Self.ending(how, place)
    case .hung:
      return "no answer within " + (time ?? "the time limit") + place
    case .garbled(let problem): return "the response is not a valid answer: \(problem)"
    case .outOfMemory:
      return "the process exceeded its memory limit" + (memory.map { " of \($0)" } ?? "") + place
    }
  }

  /// Returns the end of a sentence about a crash: the code or signal, the work and the last words.
  private static func ending(_ how: String, _ place: String) -> String {
    guard how.starts(with: "exit code ") || how.starts(with: "signal ") else {
      return "\(place): \(how)"
    }
    guard let comma = how.firstIndex(of: ",") else { return " with \(how)\(place)" }
    let words = how[how.index(after: comma)...].drop { $0 == " " }
    return " with \(how[..<comma])\(place): \"\(words)\""
  }
}

/// Deterministic measures of the work a strategy did: the same system always gives the same
/// numbers.
package struct WorkCounters: Sendable, Hashable {
  /// The number of changes of basis, or eliminations.
  package var pivots: Int = 0
  /// The number of row additions, or single-constraint projections.
  package var rowOperations: Int = 0
  /// The number of sweeps over all constraints.
  package var iterations: Int = 0
  /// The largest number of coefficients at a time.
  package var peakCells: Int = 0
  /// The number of coefficients read or written: the unit of `WorkLimit`.
  package var cellOperations: Int = 0
  /// The extra time of work in memory outside of all caches, in the unit of `cellOperations`; only
  /// for limits.
  package var farOperations: Int = 0

  /// The work in the unit of `WorkLimit`.
  package var spent: Int { cellOperations + farOperations }

  package init() {}
}

/// The work limit of a strategy, at which it must give up with `.workLimit`.
package struct WorkLimit: Sendable, Hashable {
  /// The largest number of coefficients that may be read or written.
  package var cellOperations: Int

  /// The deducted work; it may exceed the limit by the last piece of work.
  package private(set) var spent = 0

  package init(cellOperations: Int) { self.cellOperations = cellOperations }

  /// Deducts work from the rest of the limit.
  package mutating func spend(_ work: WorkCounters) { spend(work.spent) }

  /// Deducts work from the rest of the limit, in the unit of limits.
  package mutating func spend(_ work: Int) {
    spent += work
    cellOperations = max(0, cellOperations - work)
  }

  /// The standard limit, about a second of work.
  package static let standard = WorkLimit(cellOperations: 500_000_000)
}

/// The answer of a strategy with its work.
package struct SolveResult: Sendable, Hashable {
  package let outcome: SolveOutcome
  package let work: WorkCounters

  package init(_ outcome: SolveOutcome, work: WorkCounters) {
    self.outcome = outcome
    self.work = work
  }

  /// Whether two results are equal bit for bit: a value that is no number equals itself, and the
  /// two zeros differ.
  package func isIdentical(to other: SolveResult) -> Bool {
    guard work == other.work else { return false }
    switch (outcome, other.outcome) {
    case (.optimal(let one), .optimal(let two)), (.feasible(let one), .feasible(let two)):
      return one.values.elementsEqual(two.values) { $0.bitPattern == $1.bitPattern }
    default: return outcome == other.outcome
    }
  }
}
