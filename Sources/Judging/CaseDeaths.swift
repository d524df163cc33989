// SPDX-License-Identifier: MIT

import LinearModel
import Supervision

/// What is known to end its process on one case.
package struct CaseDeaths {
  private let deaths: [CaseDeath]

  /// Those of one case among many.
  package init(_ deaths: [CaseDeath], of index: Int) {
    self.deaths = deaths.filter { $0.index == index }
  }

  var isEmpty: Bool { deaths.isEmpty }

  /// How the process ended in a phase; nil when it did not.
  package subscript(phase: CasePhase) -> ProcessFailure? {
    deaths.first { $0.phase == phase }?.failure
  }

  /// The parts of the tool that did not come to an end; strategies are told by their verdicts.
  package var kinds: [FailureSignature.Kind] {
    CasePhase.parts.compactMap { part in
      guard let name = part.partName, let failure = self[part] else { return nil }
      return FailureSignature.Kind(strategy: name, verdict: .process(failure.kind))
    }
  }
}

/// Stands for a strategy that is known not to come to an end on a case.
struct DeadSolver: Solver {
  let name: String
  let failure: ProcessFailure

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    SolveResult(.gaveUp(.processFailed(failure)), work: WorkCounters())
  }
}

extension Strategy {
  /// The strategy as it is known to end on a case; itself when nothing is known.
  func dead(by failure: ProcessFailure?) -> Strategy {
    guard let failure else { return self }
    return Strategy(name: name, solver: DeadSolver(name: solver.name, failure: failure))
  }
}

extension CaseRunner {
  /// The runner for one case, with stand-ins for strategies that are known to end their process on
  /// it.
  package func without(_ deaths: CaseDeaths) -> CaseRunner {
    if deaths.isEmpty { return self }
    return CaseRunner(
      strategies: strategies.enumerated().map { position, strategy in
        strategy.dead(by: deaths[.strategy(position)])
      },
      limit: limit, oracleLimit: oracleLimit, loweringFault: loweringFault)
  }
}
