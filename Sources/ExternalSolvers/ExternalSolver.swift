// SPDX-License-Identifier: MIT

import LinearModel
import Scripts

/// A solver strategy that sends each system to an adapter as a whole.
///
/// Its claims are judged like those of any strategy. The program alone decides whether the same
/// system gives the same result. Its counters are not requested, because they are not compared.
package struct ExternalSolver: Solver {
  package let name: String
  private let pool: AdapterPool

  package init(_ pool: AdapterPool) {
    self.pool = pool
    name = pool.command.name
  }

  /// Solves the system in a process of the program, within the time limit of its pool.
  ///
  /// The limit of work does not apply to it, and its work is not counted.
  package func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    SolveResult(outcome(of: system), work: WorkCounters())
  }

  private func outcome(of system: LinearSystem) -> SolveOutcome {
    let script = SolverScript(system)
    let constraints = script.constraints
    let strengths = Set(constraints.map(\.strength))
    guard let scale = PriorityScale(strengths, offered: pool.greeting.priorities) else {
      return .gaveUp(.unsupported("that many priorities"))
    }
    let request = AdapterRequest.solve(
      variables: system.variableCount, constraints: constraints)
    let outcome: AdapterPool.Outcome<AdapterReply>
    do throws(AdapterStartError) {
      outcome = try pool.run { process, deadline in
        switch process.ask([request], scale, deadline: deadline, isStopped: pool.isStopped) {
        case .replies(let replies): return .done(replies[0])
        case .failed(let failure): return .failed(failure)
        case .stopped: return .stopped
        }
      }
    } catch {
      return .gaveUp(.unsupported("being started again: \(error.problem)"))
    }
    switch outcome {
    case .done(let reply), .failedAfterOthers(_, let reply): return SolveOutcome(reply)
    case .failed(let failure): return .gaveUp(.processFailed(failure))
    case .stopped: return .gaveUp(.unsupported("being stopped"))
    }
  }
}

extension SolveOutcome {
  /// Creates the outcome that a reply to a request for an answer claims.
  ///
  /// - Parameters:
  ///   - reply: the reply.
  ///   - row: maps the id of a constraint to its row of the judged system.
  package init(_ reply: AdapterReply, row: (Int) -> Int = { $0 }) {
    switch reply.status {
    case .optimal: self = .optimal(Solution(values: reply.values))
    case .feasible: self = .feasible(Solution(values: reply.values))
    case .infeasible, .refused:
      self = .infeasible(conflict: reply.conflict.map { ConstraintID(row($0)) })
    case .gaveUp, .ok: self = .gaveUp(.unsupported(reply.reason.isEmpty ? "this" : reply.reason))
    }
  }
}
