// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel
import Workloads

/// Changes of a workload, one after the other, each with an answer: a drag, or preferences that are
/// removed and added again.
///
/// The strategy that can resume from its last answer does so in a session; others solve each
/// changed system from the beginning. Both read all values after each change, and their answers are
/// compared. Each run begins with a new session, which its time includes and its counts do not. The
/// work for an answer depends on the answers before it, so only runs from the same beginning are
/// comparable.
struct SessionScript: Sendable {
  enum Step: Sendable {
    case suggest(Double)
    case remove(row: Int)
    case add(row: Int)
  }

  let workload: Workload
  let steps: [Step]
  /// The problem after each step.
  let systems: [LinearSystem]

  /// The distance of a drag's widths, in steps of the workload's own; the drag returns to its
  /// start.
  private static let widthStep = 10
  /// The number of preferences that are removed and added again.
  private static let churns = 10

  /// Returns a drag of the window through a whole wave of its widths, in 20 steps.
  static func drag(_ workload: Workload) -> SessionScript {
    let widths = stride(from: widthStep, through: 200, by: widthStep).map {
      workload.sweepWidth($0)
    }
    let first = workload.system(width: widths[0])
    return SessionScript(
      workload: workload, steps: widths.map { .suggest($0.doubleValue) },
      systems: widths.map { width in
        var system = first
        system.setConstant(width, of: 0)
        return system
      })
  }

  /// Returns a script that removes weak preferences from all parts of the workload and adds them
  /// again, one after the other.
  static func churn(_ workload: Workload) -> SessionScript {
    let weak = workload.rows.indices.filter { workload.rows[$0].rank == .weak }
    let count = min(churns, weak.count)
    let rows = (0..<count).map { weak[$0 * weak.count / count] }
    let whole = workload.system(width: workload.firstWidth)
    return SessionScript(
      workload: workload, steps: rows.flatMap { [.remove(row: $0), .add(row: $0)] },
      systems: rows.flatMap { [workload.system(width: workload.firstWidth, without: $0), whole] })
  }

  var prepared: PreparedWork {
    let script = self
    var work = PreparedWork.solving(systems)
    work.incremental = {
      var result = RunningScript(script).run()
      result.systems = script.systems
      return result
    }
    return work
  }
}

/// A script with its session.
private final class RunningScript {
  private let script: SessionScript
  private var session = SolverSession()
  private let variables: [SolverSession.Variable]
  /// The constraints by row of the workload.
  private var constraints: [SolverSession.Constraint] = []

  init(_ script: SessionScript) {
    self.script = script
    let workload = script.workload
    var variables: [SolverSession.Variable] = []
    for _ in 0..<workload.variableCount { variables.append(session.addVariable()) }
    self.variables = variables
    let edit = variables[Workload.editVariable]
    session.addEdit(of: edit, strength: .init(Workload.Rank.strong.strength.value))
    session.suggest(workload.firstWidth.doubleValue, for: edit)
    for row in workload.rows { constraints.append(add(row)) }
    _ = session.solve()
  }

  private func add(_ row: Workload.Row) -> SolverSession.Constraint {
    let relation: SolverSession.Relation
    switch row.relation {
    case .lessThanOrEqual: relation = .lessThanOrEqual
    case .equal: relation = .equal
    case .greaterThanOrEqual: relation = .greaterThanOrEqual
    }
    return session.addConstraint(
      row.terms.map { .init(Double($0.coefficient), variables[$0.variable]) }, relation,
      Double(row.constant), strength: .init(row.rank.strength.value))
  }

  func run() -> WorkResult {
    var result = WorkResult()
    let before = session.counters
    for (index, step) in script.steps.enumerated() {
      switch step {
      case .suggest(let width): session.suggest(width, for: variables[Workload.editVariable])
      case .remove(let row): session.remove(constraints[row])
      case .add(let row): constraints[row] = add(script.workload.rows[row])
      }
      result.answers.append(.solved(system: index, answer()))
    }
    let after = session.counters
    result.add("pivots", after.pivots - before.pivots)
    result.add("rowOperations", after.rowOperations - before.rowOperations)
    result.add("cellOperations", after.cellOperations - before.cellOperations)
    result.add("iterations", after.iterations - before.iterations)
    return result
  }

  private func answer() -> SolveOutcome {
    switch session.solve() {
    case .solved: return .optimal(Solution(values: session.withValues { Array($0) }))
    case .conflict: return .infeasible(conflict: [])
    case .gaveUp: return .gaveUp(.numericalDoubt)
    }
  }
}
