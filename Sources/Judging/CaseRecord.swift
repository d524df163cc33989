// SPDX-License-Identifier: MIT

import Diagnosis
import LinearModel
import Lowering
import Oracles

/// The class of an answer, without its numbers.
package enum AnswerClass: UInt8, Sendable, Hashable, CaseIterable {
  case optimal, feasible, infeasible, gaveUp

  package init(_ outcome: SolveOutcome) {
    switch outcome {
    case .optimal: self = .optimal
    case .feasible: self = .feasible
    case .infeasible: self = .infeasible
    case .gaveUp: self = .gaveUp
    }
  }

  /// The name in reports.
  package var name: String {
    switch self {
    case .optimal: return "optimal"
    case .feasible: return "feasible"
    case .infeasible: return "infeasible"
    case .gaveUp: return "gaveUp"
    }
  }
}

/// The answer of one strategy to a case, and the oracle's verdict on it.
package struct StrategyRecord: Sendable {
  /// The name of the strategy.
  package let strategy: String
  package let result: SolveResult
  package let judgement: Judgement
  /// The cost of the answer relative to its cost model; nil if not requested or without a model.
  package var cost: CostComparison?
  /// The growth of the cost when the case is repeated; nil if not requested or if the case cannot
  /// be repeated.
  package var growth: CostGrowth?

  package init(
    strategy: String, result: SolveResult, judgement: Judgement, cost: CostComparison? = nil,
    growth: CostGrowth? = nil
  ) {
    self.strategy = strategy
    self.result = result
    self.judgement = judgement
    self.cost = cost
    self.growth = growth
  }

  package var answer: AnswerClass { AnswerClass(result.outcome) }
  package var verdict: Verdict { judgement.verdict }
}

/// A case solved by all strategies, with the exact answer that judged them.
package struct CaseRecord: Sendable {
  package let lowered: LoweredCase
  /// The exact answer; nil when the oracle reached its limit, and all verdicts are undecided.
  package let answer: ExactAnswer?
  /// The records of the strategies, in the order of the runner's strategies.
  package let strategies: [StrategyRecord]

  package init(lowered: LoweredCase, answer: ExactAnswer?, strategies: [StrategyRecord]) {
    self.lowered = lowered
    self.answer = answer
    self.strategies = strategies
  }

  /// The magnification of small violations by the system; nil when it is not known to be feasible.
  package var conditioning: Conditioning? {
    guard let answer, answer.isFeasible else { return nil }
    return Conditioning(of: answer, in: lowered.system)
  }

  /// The records of strategies with wrong answers.
  package var failures: [StrategyRecord] { strategies.filter { $0.verdict.isFailure } }
}

extension CaseRecord {
  /// Returns the constraints of an irreducible conflict, in order; empty when the system is
  /// feasible or undecided.
  ///
  /// When making the conflict irreducible exceeds the limit, the result is the constraints of the
  /// proof. They contradict each other, too.
  ///
  /// - Throws: when the tool contradicts itself.
  package func conflict(limit: OracleLimit = .standard) throws(InternalError) -> [ConstraintID] {
    guard let answer, case .infeasible(let certificate) = answer.status else { return [] }
    do throws(OracleError) {
      return try ExactOracle.conflict(in: lowered.system, answer: answer, limit: limit) ?? []
    } catch .limitReached {
      return certificate.support
    } catch {
      throw InternalError("\(error)", on: lowered.layoutCase)
    }
  }
}
