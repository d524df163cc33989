// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import Oracles
import Testing

/// The claims that a strategy documents beyond those of every `Solver`.
package struct SolverPromises: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Claims `.optimal` and `.infeasible` only, and gives up a system of small numbers only where
  /// doubles do not hold them exactly, for doubt.
  package static let decides = SolverPromises(rawValue: 1)
  /// Each contradiction has a conflict set.
  package static let explains = SolverPromises(rawValue: 2)
}

/// The rules that every `Solver` must keep, however good its answers are.
///
/// An answer is judged by the exact oracle: a strategy may give up, or claim less than it could,
/// and may claim nothing that is provably wrong.
package struct SolverConformance<Subject: Solver>: Sendable {
  package let solver: Subject
  package let promises: SolverPromises

  package init(_ solver: Subject, promises: SolverPromises = []) {
    self.solver = solver
    self.promises = promises
  }

  /// Looks for a system for which a rule is broken.
  package func search(
    _ rule: SolverRule, seeds: Range<UInt64>
  ) -> PropertyRun<SolverRule.Sample> {
    TestSupport.search(rule.samples, seeds: seeds) { try outcome(of: rule, $0) }
  }

  /// The outcome of a rule for one sample.
  package func outcome(
    of rule: SolverRule, _ sample: SolverRule.Sample
  ) throws -> PropertyOutcome {
    let system = sample.system
    switch rule {
    case .answers, .emptySystems: return try answer(to: system, isPlain: true)
    case .extremeNumbers: return try answer(to: system, isPlain: false)
    case .repetition: return repetition(system)
    case .workLimit: return limit(of: system, percent: sample.limitPercent)
    case .order: return order(of: system, sample)
    }
  }

  // MARK: - Rules

  private func solve(_ system: LinearSystem, limit: WorkLimit = .standard) -> SolveResult {
    solver.solve(system, limit: limit)
  }

  private func answer(to system: LinearSystem, isPlain: Bool) throws -> PropertyOutcome {
    let result = solve(system)
    if let problem = malformation(result, system) { return .fails(problem) }
    if isPlain, let problem = brokenPromise(result.outcome, system) { return .fails(problem) }
    if case .gaveUp = result.outcome { return .notApplicable }
    let limit = isPlain ? OracleLimit.standard : Self.extremeLimit
    guard let exact = try exactAnswer(to: system, limit) else { return .notApplicable }
    let judgement = try judge(result, of: system, against: exact, limit: limit)
    if judgement.verdict.isFailure {
      return .fails(
        "\(result.outcome): \(judgement.verdict), off by \(judgement.measured) where "
          + "\(judgement.tolerance) is tolerated")
    }
    if case .undecided = judgement.verdict { return .notApplicable }
    return .holds
  }

  /// A few thousand operations on numbers of hundreds of digits, which take long.
  private static var extremeLimit: OracleLimit {
    OracleLimit(tableauCells: 10_000, cellOperations: 200_000)
  }

  /// The exact answer; nil where the oracle reaches its limit.
  private func exactAnswer(
    to system: LinearSystem, _ limit: OracleLimit
  ) throws(OracleError) -> ExactAnswer? {
    do {
      return try ExactOracle.solve(system, limit: limit)
    } catch .limitReached {
      return nil
    }
  }

  /// Why a result is none, whatever it claims.
  private func malformation(_ result: SolveResult, _ system: LinearSystem) -> String? {
    if let values = result.outcome.solution?.values {
      if values.count != system.variableCount {
        return "\(values.count) values for \(system.variableCount) variables"
      }
      if let odd = values.first(where: { !$0.isFinite }) { return "the value \(odd)" }
    }
    switch result.outcome {
    case .gaveUp(.processFailed): return "a strategy that is no process blames one"
    // Limits are as large as these systems need, many times over.
    case .gaveUp(.workLimit) where result.work.spent < WorkLimit.standard.cellOperations:
      return "gave up at the limit after \(result.work.spent) cells"
    default: break
    }
    let counters = WorkCounter.allCases.map { result.work[$0] }
    return counters.contains { $0 < 0 } ? "negative work: \(result.work)" : nil
  }

  private func brokenPromise(_ outcome: SolveOutcome, _ system: LinearSystem) -> String? {
    if promises.contains(.decides) {
      switch outcome {
      case .optimal, .infeasible: break
      case .gaveUp(.numericalDoubt) where system.isRounded: break
      case .feasible, .gaveUp: return "decides nothing: \(outcome)"
      }
    }
    if promises.contains(.explains), outcome == .infeasible(conflict: []) {
      return "explains no contradiction"
    }
    return nil
  }

  private func repetition(_ system: LinearSystem) -> PropertyOutcome {
    let results = (0..<3).map { _ in solve(system) }
    let differs = results.dropFirst().first { !$0.isIdentical(to: results[0]) }
    return .when(differs == nil, else: "\(results[0]), then \(String(describing: differs))")
  }

  private func limit(of system: LinearSystem, percent: Int) -> PropertyOutcome {
    let whole = solve(system)
    let limit = Int((Double(whole.work.spent) * Double(percent) / 100).rounded(.down))
    let cut = solve(system, limit: WorkLimit(cellOperations: limit))
    let spent = "\(cut.work.spent) cells of \(limit), \(whole.work.spent) without a limit"
    if cut.work.spent > limit + SolverRule.overrun(for: system) { return .fails("spent \(spent)") }
    // The last step may end the work and reach the limit.
    if cut.outcome == .gaveUp(.workLimit), limit <= whole.work.spent { return .holds }
    return .when(
      cut.outcome == whole.outcome,
      else: "\(cut.outcome) within a limit, \(whole.outcome) without: \(spent)")
  }

  private func order(of system: LinearSystem, _ sample: SolverRule.Sample) -> PropertyOutcome {
    let changed = [
      ("rows", system.keeping(sample.rows)), ("variables", system.renumbered(sample.variables)),
    ]
    let first = solve(system).outcome
    for (name, other) in changed {
      let second = solve(other).outcome
      let isKept =
        promises.contains(.decides) && !system.isRounded
        ? first.status == second.status
        : Set([first.status, second.status]) != ["holds", "contradiction"]
      if !isKept { return .fails("\(first), with other \(name) \(second)") }
    }
    return first.status == "none" ? .notApplicable : .holds
  }
}

extension SolveOutcome {
  /// The claim about the required constraints.
  fileprivate var status: String {
    switch self {
    case .optimal, .feasible: return "holds"
    case .infeasible: return "contradiction"
    case .gaveUp: return "none"
    }
  }
}

/// A rule that every `Solver` must keep.
package enum SolverRule: String, Sendable, CaseIterable {
  /// Values are finite, one for each variable, and no claim is provably wrong.
  case answers
  /// The same for systems without constraints, variables or terms.
  case emptySystems
  /// The same where numbers are too large or too small for doubles.
  case extremeNumbers
  /// The same system gives the same result, bit for bit.
  case repetition
  /// A limit that is reached makes the strategy give up, and nothing else.
  case workLimit
  /// The order of constraints and variables turns no claim into its opposite.
  case order

  /// A system, and how to change what it is solved with.
  package struct Sample: Sendable, CustomTestStringConvertible {
    package let system: LinearSystem
    /// The constraints in another order.
    package var rows: [Int] = []
    /// The places of the variables in another order.
    package var variables: [Int] = []
    /// The share of the work without a limit that is allowed.
    package var limitPercent = 0

    package var testDescription: String {
      system.testDescription + "\nrows \(rows), variables \(variables), limit \(limitPercent) %"
    }
  }

  /// How many cells a step that ends beyond its limit may take.
  static func overrun(for system: LinearSystem) -> Int {
    100 + 5 * (system.cellCount + system.constraintCount + system.variableCount)
  }

  /// Systems of small numbers: feasible and not, with and without room.
  private static let plain = Generator<LinearSystem>.oneOf([
    .tiny, .wild, .feasible, .redundant, .coupled(variables: 1...5), .boxes(views: 1...5),
    .layout(views: 1...5),
  ])

  /// The systems for which a rule is checked.
  package var samples: Generator<Sample> {
    switch self {
    case .answers: return Self.plain.map { Sample(system: $0) }
    case .emptySystems: return Generator.degenerate.map { Sample(system: $0) }
    case .extremeNumbers: return Generator.extreme.map { Sample(system: $0) }
    case .repetition:
      return Generator<LinearSystem>.oneOf([Self.plain, .degenerate, .extreme]).map {
        Sample(system: $0)
      }
    case .workLimit:
      let tangled = Generator<LinearSystem>.wild(
        variables: 10...20, strengths: [1000, 750, 500, 500, 250]
      ) { 2 * $0...3 * $0 }
      let systems = Generator<LinearSystem>.oneOf([
        Self.plain, .degenerate, .layout(views: 2...12), tangled,
      ])
      return Generator { (source) throws(GenerationStop) in
        var sample = Sample(system: try systems.generate(from: &source))
        sample.limitPercent = try source.integer(in: 0...120)
        return sample
      }
    case .order:
      return Generator { (source) throws(GenerationStop) in
        var sample = Sample(system: try Self.plain.generate(from: &source))
        sample.rows = try source.shuffled(Array(0..<sample.system.constraintCount))
        sample.variables = try source.shuffled(Array(0..<sample.system.variableCount))
        return sample
      }
    }
  }
}

/// Checks the rules of `Solver` for random systems, and records an issue with the smallest system
/// for which one is broken.
///
/// - Parameters:
///   - solver: any strategy.
///   - promises: the claims that its documentation makes beyond those of every strategy.
///   - count: how many systems are made for each rule; a fifth of them in a quick run.
///   - floor: of how many systems of a hundred the strategy must claim something; five where
///     numbers are extreme.
///   - sourceLocation: the place of the issue.
package func checkSolverConformance(
  _ solver: some Solver, promises: SolverPromises = [], count: Int = 1_000, floor: Int = 90,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let conformance = SolverConformance(solver, promises: promises)
  for rule in SolverRule.allCases {
    forAll(
      rule.samples, count: count, floor: rule == .extremeNumbers ? min(floor, 5) : floor,
      sourceLocation: sourceLocation
    ) { sample in
      let outcome = try conformance.outcome(of: rule, sample)
      guard case .fails(let problem) = outcome else { return outcome }
      return .fails("\(solver.name), \(rule.rawValue): \(problem)")
    }
  }
}
