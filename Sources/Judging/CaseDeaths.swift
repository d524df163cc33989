// SPDX-License-Identifier: MIT

import CorpusStore
import LinearModel
import Supervision

/// The known process endings of one case, by phase.
package struct CaseDeaths {
  private let deaths: [CaseDeath]

  /// Selects the endings of one case from those of many.
  package init(_ deaths: [CaseDeath], of index: Int) {
    self.deaths = deaths.filter { $0.index == index }
  }

  var isEmpty: Bool { deaths.isEmpty }

  /// The way in which the process ended in a phase; nil when it did not end.
  package subscript(phase: CasePhase) -> ProcessFailure? {
    deaths.first { $0.phase == phase }?.failure
  }

  /// The parts that ended their process, with their failures; strategies are reported by their
  /// verdicts.
  package var parts: [(part: CasePhase, kind: FailureIdentity)] {
    CasePhase.parts.compactMap { part in
      self[part].map { (part, FailureIdentity(.part(part), .process($0.kind))) }
    }
  }
}

/// A stand-in for a strategy that is known to end its process on a case.
struct DeadSolver: Solver {
  let name: String
  let failure: ProcessFailure

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    SolveResult(.gaveUp(.processFailed(failure)), work: WorkCounters())
  }
}

extension Strategy {
  /// Returns a strategy that answers with the known process ending; itself when `failure` is nil.
  func dead(by failure: ProcessFailure?) -> Strategy {
    guard let failure else { return self }
    return Strategy(name: name, solver: DeadSolver(name: solver.name, failure: failure))
  }
}

extension CaseRunner {
  /// Returns the runner for one case, with stand-ins for strategies that are known to end their
  /// process on it.
  package func without(_ deaths: CaseDeaths) -> CaseRunner {
    if deaths.isEmpty { return self }
    return CaseRunner(
      strategies: strategies.enumerated().map { position, strategy in
        strategy.dead(by: deaths[.strategy(position)])
      },
      limit: limit, oracleLimit: oracleLimit, loweringFault: loweringFault)
  }
}
