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

/// What one strategy answered to a case, and what the oracle says about it.
package struct StrategyRecord: Sendable {
  /// The name of the strategy.
  package let strategy: String
  package let result: SolveResult
  package let judgement: Judgement
  /// What the answer cost beside its envelope; nil when that was not asked, or there is none.
  package var cost: CostComparison?
  /// How the cost grows when the case is repeated; nil when that was not asked, or it cannot be.
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
  /// Nil when the oracle reached its limit: then nothing is known, and all verdicts are undecided.
  package let answer: ExactAnswer?
  /// In the order of the runner's strategies.
  package let strategies: [StrategyRecord]

  package init(lowered: LoweredCase, answer: ExactAnswer?, strategies: [StrategyRecord]) {
    self.lowered = lowered
    self.answer = answer
    self.strategies = strategies
  }

  /// How much the system magnifies small violations; nil when it is not known to be feasible.
  package var conditioning: Conditioning? {
    guard let answer, answer.isFeasible else { return nil }
    return Conditioning(of: answer, in: lowered.system)
  }

  /// Those whose answer is wrong.
  package var failures: [StrategyRecord] { strategies.filter { $0.verdict.isFailure } }
}

extension CaseRecord {
  /// The constraints of an irreducible conflict, in order; empty when the system is feasible or
  /// undecided.
  ///
  /// When making the conflict irreducible takes more than the limit, the constraints of the proof,
  /// which contradict each other, too.
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
