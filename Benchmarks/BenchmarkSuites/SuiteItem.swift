// SPDX-License-Identifier: MIT

import BenchmarkKit
import Judging
import LinearModel
import Oracles

/// The reason for which an item of a suite cannot be prepared.
package struct SuiteFailure: Error, Sendable, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A piece of work for every strategy.
package struct SuiteItem: Sendable {
  /// The name, as `workload/chain100`; the part before the slash is the family.
  package let name: String
  /// The name without the size, and the size, for the growth of its cost; nil when it has none.
  package let growth: Growth?
  /// Whether it is quick enough for `--smoke`.
  package let isSmoke: Bool
  /// Reads and creates all parts that are not measured.
  package let prepare: @Sendable () throws(SuiteFailure) -> PreparedWork

  /// Items whose costs are fitted together.
  package struct Growth: Sendable, Hashable {
    package let series: String
    package let size: Int
  }

  package init(
    _ name: String, growth: Growth? = nil, isSmoke: Bool = false,
    prepare: @escaping @Sendable () throws(SuiteFailure) -> PreparedWork
  ) {
    self.name = name
    self.growth = growth
    self.isSmoke = isSmoke
    self.prepare = prepare
  }
}

/// Prepared work that has not run yet.
package struct PreparedWork: Sendable {
  /// Does the work once.
  package let run: @Sendable (any Solver) -> WorkResult
  /// The work of a strategy that resumes from its last answer; nil for work without earlier
  /// answers.
  package var incremental: (@Sendable () -> WorkResult)?
  /// Returns a hash that is equal for equal inputs; takes as long as reading all of them.
  package let inputs: @Sendable () -> UInt64
  /// Returns the answers of an exact solver to the same problems, `.gaveUp` where it reached its
  /// limit.
  ///
  /// No answers for work that it cannot solve, as whole layouts.
  package let exact: @Sendable () -> [Answer]

  package init(
    inputs: @escaping @Sendable () -> UInt64,
    exact: @escaping @Sendable () -> [Answer] = { [] },
    run: @escaping @Sendable (any Solver) -> WorkResult
  ) {
    self.run = run
    self.inputs = inputs
    self.exact = exact
  }

  /// Returns the work of a strategy.
  package func runner(of strategy: Strategy) -> () -> WorkResult {
    if let incremental, strategy.name == Self.incrementalStrategy { return incremental }
    return { run(strategy.solver) }
  }

  /// The only strategy with sessions; its mutants are excluded, since their faults would not show
  /// in a session.
  private static let incrementalStrategy = "simplex"

  /// Returns work that solves systems which are the same for every strategy.
  package static func solving(_ systems: [LinearSystem]) -> PreparedWork {
    PreparedWork(inputs: { Digest.of(systems) }, exact: { systems.map(exactAnswer) }) { solver in
      var result = WorkResult()
      for (index, system) in systems.enumerated() {
        let solved = solver.solve(system, limit: .standard)
        result.add(solved.work)
        result.answers.append(.solved(system: index, solved.outcome))
      }
      result.systems = systems
      return result
    }
  }
}

/// Returns the proved answer, `.gaveUp` when the exact solver reaches its limit.
private func exactAnswer(_ system: LinearSystem) -> Answer {
  let answer: ExactAnswer
  do throws(OracleError) {
    answer = try ExactOracle.solve(system)
  } catch .limitReached {
    return Answer(outcome: .gaveUp, levels: [], digest: 0)
  } catch {
    preconditionFailure("the exact solver does not accept its own answer: \(error)")
  }
  guard let optimum = answer.optimum else {
    return Answer(outcome: .infeasible, levels: [], digest: 0)
  }
  let levels = optimum.levels.map {
    LevelViolation(strength: $0.strength.value, violation: $0.optimum.doubleValue)
  }
  return Answer(outcome: .optimal, levels: levels, digest: 0)
}

/// The answers and the counts of the work; converted to `Answer`s outside of the measured part.
package struct WorkResult: Sendable {
  /// The answer to one problem of the item.
  enum Outcome: Sendable {
    /// The answer to a system that other strategies get, too.
    case solved(system: Int, SolveOutcome)
    /// A whole layout, whose systems depend on the passes before; examined outside of the measured
    /// part.
    case laidOut(@Sendable () -> (Answer.Outcome, digest: UInt64))
  }

  var answers: [Outcome] = []
  var systems: [LinearSystem] = []
  package private(set) var counters: [(name: String, count: Int)] = []

  init() {}

  mutating func add(_ work: WorkCounters) {
    add("pivots", work.pivots)
    add("rowOperations", work.rowOperations)
    add("cellOperations", work.cellOperations)
    add("iterations", work.iterations)
    add("peakCells", work.peakCells)
  }

  mutating func add(_ name: String, _ count: Int) {
    if let index = counters.firstIndex(where: { $0.name == name }) {
      counters[index].count += count
    } else {
      counters.append((name, count))
    }
  }

  /// Returns the answers with their violations.
  package func summarized() -> [Answer] {
    answers.map { answer in
      switch answer {
      case .laidOut(let look):
        let (outcome, digest) = look()
        return Answer(outcome: outcome, levels: [], digest: digest)
      case .solved(let index, let outcome):
        let levels = outcome.solution.map { systems[index].objectives(at: $0.values) } ?? []
        return Answer(
          outcome: Answer.Outcome(outcome),
          levels: levels.map {
            LevelViolation(strength: $0.strength.value, violation: $0.violation)
          },
          digest: Digest.of(outcome))
      }
    }
  }
}

extension Answer.Outcome {
  init(_ outcome: SolveOutcome) {
    switch outcome {
    case .optimal: self = .optimal
    case .feasible: self = .feasible
    case .infeasible: self = .infeasible
    case .gaveUp: self = .gaveUp
    }
  }
}
