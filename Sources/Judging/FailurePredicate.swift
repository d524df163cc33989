// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Minimization
import Oracles
import Supervision

/// Whether one strategy fails on a case in one way, or one law is broken on it: what minimizing
/// must keep.
package struct FailurePredicate: Sendable {
  /// The strategy that fails; for a law the one that answers are compared with in reports.
  package let strategy: Strategy
  package let kind: FailureSignature.Kind
  /// The law, when it is one that is broken.
  package let law: LawCheck?
  /// Judges the cost, when it is that which is too high: of each case by its own size, so that
  /// nothing is gained by making a case small only.
  package let costs: CostOracle?

  package init(_ strategy: Strategy, _ kind: FailureSignature.Kind, costs: CostOracle? = nil) {
    self.strategy = strategy
    self.kind = kind
    law = nil
    self.costs = costs
  }

  /// Whether a law is broken.
  package init(_ law: LawCheck) {
    strategy = Strategy.healthy[0]
    kind = law.kind
    self.law = law
    costs = nil
  }

  /// The same with a strategy that is known to end its process in this way, so that it can be told
  /// without that.
  package func dead(by failure: ProcessFailure?) -> FailurePredicate {
    law == nil ? FailurePredicate(strategy.dead(by: failure), kind, costs: costs) : self
  }

  /// The failure of the strategy on the case when it is of this kind.
  ///
  /// A case on which the tool contradicts itself does not count: minimizing must not wander off to
  /// another problem.
  package func failure(
    on layoutCase: LayoutCase, onPhase: (CasePhase) -> Void = { _ in }
  ) -> (CaseRecord, StrategyRecord)? {
    if let law {
      onPhase(.laws)
      return law.failure(on: layoutCase)
    }
    let repeats = kind.verdict == .nonDeterministic
    guard
      let record = try? CaseRunner(strategies: [strategy])
        .run(layoutCase, repeats: repeats, costs: costs, onPhase: onPhase),
      let failure = record.failures.first,
      FailureSignature.Kind(strategy: strategy.name, verdict: failure.verdict) == kind
    else { return nil }
    return (record, failure)
  }

  /// Makes a case small that fails in this way.
  ///
  /// - Parameters:
  ///   - explains: whether to find out which numbers of the smallest case do not matter.
  ///   - jobs: how many cases are tried at a time.
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
  /// What a verdict says about where the fault is: the broken constraint, the conflict, the views
  /// that are not where the exact layout has them.
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
