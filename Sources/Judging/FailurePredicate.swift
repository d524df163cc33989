// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel
import LinearModel
import Minimization
import Oracles
import Supervision

/// The failure that minimization must keep: one strategy fails in one way, or one law is broken.
package struct FailurePredicate: Sendable {
  /// The strategy that fails; for a law, the strategy that reports compare answers with.
  package let strategy: Strategy
  package let failure: FailureIdentity
  /// The broken law; nil when a strategy fails.
  package let law: LawCheck?
  /// The judge of the cost, when the cost is too high.
  ///
  /// It judges each case by its own size, so a smaller case alone is no success.
  package let costs: CostOracle?

  package init(_ strategy: Strategy, _ failure: FailureIdentity, costs: CostOracle? = nil) {
    self.strategy = strategy
    self.failure = failure
    law = nil
    self.costs = costs
  }

  /// Creates the predicate of a broken law.
  package init(_ law: LawCheck) {
    strategy = Strategy.healthy[0]
    failure = law.failure
    self.law = law
    costs = nil
  }

  /// Returns the same predicate with a stand-in for a strategy that is known to end its process in
  /// this way.
  package func dead(by end: ProcessFailure?) -> FailurePredicate {
    law == nil ? FailurePredicate(strategy.dead(by: end), failure, costs: costs) : self
  }

  /// Returns the failure of the strategy on the case when it is of this kind, else nil.
  ///
  /// A case on which the tool contradicts itself does not count: minimization must not switch to
  /// another problem.
  package func failure(
    on layoutCase: LayoutCase, onPhase: (CasePhase) -> Void = { _ in }
  ) -> (CaseRecord, StrategyRecord)? {
    if let law {
      onPhase(.laws)
      return law.failure(on: layoutCase)
    }
    let repeats = failure.verdict == .nonDeterministic
    guard
      let record = try? CaseRunner(strategies: [strategy])
        .run(layoutCase, repeats: repeats, costs: costs, onPhase: onPhase),
      let failing = record.failures.first,
      FailureIdentity(strategy: strategy.name, verdict: failing.verdict) == failure
    else { return nil }
    return (record, failing)
  }

  /// Minimizes a case that fails in this way.
  ///
  /// - Parameters:
  ///   - layoutCase: a case that fails in this way.
  ///   - hints: the probable places of the fault.
  ///   - origin: the choices behind the case; nil if unknown.
  ///   - explains: whether to determine which numbers of the smallest case do not matter.
  ///   - jobs: the number of cases that are tried at a time.
  ///   - isStopped: whether the user has stopped the search.
  /// - Returns: the smallest case that was found.
  package func minimize(
    _ layoutCase: LayoutCase, hints: MinimizationHints = .none, origin: ChoiceOrigin? = nil,
    explains: Bool = false, jobs: Int = 1, isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> MinimizationResult {
    Minimizer.minimize(
      layoutCase, hints: hints, origin: origin, explains: explains, isStopped: isStopped,
      bench: .pool(jobs: jobs, isStopped: isStopped) { Trial(fails: failure(on: $0) != nil) })
  }
}

extension MinimizationHints {
  /// Creates hints about the place of the fault from a verdict: the broken constraint, the
  /// conflict, and the views that are not at their place in the exact layout.
  package init(_ record: CaseRecord, _ failure: StrategyRecord) {
    var rows: [ConstraintID] = []
    if case .requiredViolated(let row) = failure.verdict { rows.append(row) }
    if let answer = record.answer, case .infeasible(let proof) = answer.status {
      rows += proof.support
    }
    if case .infeasible(let conflict) = failure.result.outcome { rows += conflict }
    var constraints = Set<Int>()
    for row in rows {
      if case .constraint(let index) = record.lowered.origins[row.index] {
        constraints.insert(index)
      }
    }
    self.init(
      constraints: constraints.sorted(), views: MinimizationHints.differingViews(record, failure))
  }

  private static func differingViews(_ record: CaseRecord, _ failure: StrategyRecord) -> [Int] {
    guard let optimum = record.answer?.optimum, let solution = failure.result.outcome.solution,
      solution.values.count == optimum.point.count
    else { return [] }
    let exact = optimum.point.map(\.doubleValue)
    return record.lowered.viewVariables.indices.filter { view in
      let first = record.lowered.viewVariables[view]
      return (first..<first + 4).contains { !(abs(solution.values[$0] - exact[$0]) < 0.001) }
    }
  }
}
