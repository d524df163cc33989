// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Pools
import Solvers
import Supervision
import Synchronization

/// A runner that takes a case through all phases: lowering, every strategy, the exact solution and
/// the verdicts.
///
/// There are two kinds of parallelism. A campaign has many cases, so its unit of work is a batch of
/// cases. The strategies of one case run in turn on one worker: nothing is shared and nothing
/// blocks. A single case (`solve`, `check`, `replay`) runs its strategies and the oracle side by
/// side (`inParallel`). Both give the same record.
package struct CaseRunner: Sendable {
  package let strategies: [Strategy]
  package let limit: WorkLimit
  package let oracleLimit: OracleLimit
  /// A planted fault of the lowering, for strategies and oracle alike.
  package let loweringFault: LoweringFault?

  package init(
    strategies: [Strategy] = Strategy.healthy, limit: WorkLimit = .standard,
    oracleLimit: OracleLimit = .standard, loweringFault: LoweringFault? = nil
  ) {
    self.strategies = strategies
    self.limit = limit
    self.oracleLimit = oracleLimit
    self.loweringFault = loweringFault
  }

  /// Runs one case.
  ///
  /// - Precondition: the case is well formed (`validate()` finds nothing).
  /// - Parameters:
  ///   - layoutCase: the case to run.
  ///   - inParallel: whether strategies and oracle run side by side.
  ///   - repeats: whether each strategy solves twice; both results must agree bit for bit.
  ///   - costs: judges the cost of right answers; nil when costs are not judged.
  ///   - withoutOracle: whether the case is known to exceed the oracle's limit; then nothing is
  ///     judged.
  ///   - onPhase: receives the next phase; not called when strategies run side by side.
  /// - Returns: the record of the case.
  /// - Throws: when the oracle's checker rejects the oracle's answer.
  package func run(
    _ layoutCase: LayoutCase, inParallel: Bool = false, repeats: Bool = false,
    costs: CostOracle? = nil, withoutOracle: Bool = false,
    onPhase: (CasePhase) -> Void = { _ in }
  ) throws(InternalError) -> CaseRecord {
    onPhase(.layout)
    let lowered = CaseRunner.plain(layoutCase, limit: limit, fault: loweringFault)
    let system = lowered.system
    var results: [SolveResult] = []
    var repeated: [SolveResult?] = []
    let exact: Result<ExactAnswer, OracleError>
    let limits = strategies.map { costs?.limit(limit, for: $0, system) ?? limit }
    if inParallel {
      (results, exact) = solveSideBySide(system, limits)
      repeated = zip(strategies, limits).map { repeats ? $0.solver.solve(system, limit: $1) : nil }
    } else {
      for (position, strategy) in strategies.enumerated() {
        onPhase(.strategy(position))
        let solve = { strategy.solver.solve(system, limit: limits[position]) }
        results.append(solve())
        repeated.append(repeats ? solve() : nil)
      }
      onPhase(.oracle)
      exact = withoutOracle ? .failure(.limitReached) : solveExactly(system)
    }
    let answer = try accepted(exact, layoutCase)
    var records: [StrategyRecord] = []
    records.reserveCapacity(strategies.count)
    for (position, strategy) in strategies.enumerated() {
      let result = results[position]
      let differs = repeated[position].map { !$0.isIdentical(to: result) } ?? false
      let judgement =
        differs
        ? Judgement(.nonDeterministic) : try judgement(of: result, lowered, answer)
      let record = StrategyRecord(
        strategy: strategy.name, result: result, judgement: judgement)
      guard let costs else {
        records.append(record)
        continue
      }
      // The strategy solves again, which shows how its cost grows.
      onPhase(.strategy(position))
      records.append(costs.judged(record, of: strategy, on: lowered, limit: limit))
      onPhase(.oracle)
    }
    return CaseRecord(lowered: lowered, answer: answer, strategies: records)
  }

  /// Returns the input of the strategies: the plain case of the last pass of layout, lowered.
  ///
  /// The healthy simplex strategy runs the passes, for all judged strategies.
  package static func plain(
    _ layoutCase: LayoutCase, limit: WorkLimit = .standard, fault: LoweringFault? = nil
  ) -> LoweredCase {
    if layoutCase.isPlain { return lower(layoutCase, fault: fault) }
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver(), limit: limit).lowered
    return fault == nil ? settled : lower(settled.layoutCase, fault: fault)
  }

  /// Whether the passes of layout ended with a layout; always true for a plain case, which needs
  /// none.
  package static func isLaidOut(_ layoutCase: LayoutCase) -> Bool {
    if layoutCase.isPlain { return true }
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    return AnswerClass(settled.result.outcome) != .gaveUp
  }

  private func judgement(
    of result: SolveResult, _ lowered: LoweredCase, _ answer: ExactAnswer?
  ) throws(InternalError) -> Judgement {
    guard let answer else {
      if case .gaveUp(.processFailed(let failure)) = result.outcome {
        return Judgement(.processFailed(failure))
      }
      if case .gaveUp(let reason) = result.outcome { return Judgement(.gaveUp(reason)) }
      return Judgement(.undecided(.oracleLimit))
    }
    do throws(OracleError) {
      return try judge(result, of: lowered.system, against: answer, limit: oracleLimit)
    } catch {
      throw InternalError("judging contradicts itself: \(error)", on: lowered.layoutCase)
    }
  }

  private func solveExactly(_ system: LinearSystem) -> Result<ExactAnswer, OracleError> {
    do throws(OracleError) {
      return .success(try ExactOracle.solve(system, limit: oracleLimit))
    } catch {
      return .failure(error)
    }
  }

  private func solveSideBySide(
    _ system: LinearSystem, _ limits: [WorkLimit]
  ) -> ([SolveResult], Result<ExactAnswer, OracleError>) {
    let exact = Mutex<Result<ExactAnswer, OracleError>>(.failure(.limitReached))
    let results = Mutex<[SolveResult?]>([SolveResult?](repeating: nil, count: strategies.count))
    let count = strategies.count + 1
    Parallel.perform(count: count, threads: count) { index in
      if index == 0 {
        let answer = solveExactly(system)
        exact.withLock { $0 = answer }
      } else {
        let result = strategies[index - 1].solver.solve(system, limit: limits[index - 1])
        results.withLock { $0[index - 1] = result }
      }
    }
    return (results.withLock { $0.compactMap { $0 } }, exact.withLock { $0 })
  }

  /// Returns the answer, or nil when the oracle reached its limit.
  private func accepted(
    _ exact: Result<ExactAnswer, OracleError>, _ layoutCase: LayoutCase
  ) throws(InternalError) -> ExactAnswer? {
    switch exact {
    case .success(let answer): return answer
    case .failure(.limitReached): return nil
    case .failure(.certificateRejected(let reason)):
      throw InternalError("the checker rejects the oracle's answer: \(reason)", on: layoutCase)
    }
  }
}
