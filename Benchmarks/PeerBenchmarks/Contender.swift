// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel
import Workloads

/// The reason for a missing answer of this solver.
package struct ContenderFailure: Error, Equatable {
  package let text: String
}

/// This project's solver with a workload, driven in the same order as the peers' drivers drive
/// theirs.
final class Contender {
  private let workload: WorkloadFile
  private var session = SolverSession()
  private var edited: SolverSession.Variable?
  private var variables: [SolverSession.Variable] = []
  private var constraints: [SolverSession.Constraint] = []
  /// The values read last, by variable.
  private(set) var values: [Double]

  /// Makes a contender without work done.
  init(_ workload: WorkloadFile) {
    self.workload = workload
    values = [Double](repeating: 0, count: workload.variableCount)
  }

  /// Creates variables, the preference for the first suggestion and all constraints in order,
  /// solves, and reads all values.
  func build() throws(ContenderFailure) {
    variables.reserveCapacity(workload.variableCount)
    for _ in 0..<workload.variableCount { variables.append(session.addVariable()) }
    let edit = variables[workload.editVariable]
    session.addEdit(of: edit, strength: .strong)
    session.suggest(workload.firstSuggestion, for: edit)
    edited = edit
    constraints.reserveCapacity(workload.constraints.count)
    for constraint in workload.constraints { constraints.append(add(constraint)) }
    try solveAndRead()
  }

  /// Suggests another value of the edit variable, solves, and reads all values.
  func suggest(_ value: Double) throws(ContenderFailure) {
    guard let edited else { throw ContenderFailure(text: "nothing is built") }
    session.suggest(value, for: edited)
    try solveAndRead()
  }

  /// Removes a constraint and adds it again, then solves and reads all values.
  func removeAndAddAgain(_ index: Int) throws(ContenderFailure) {
    session.remove(constraints[index])
    constraints[index] = add(workload.constraints[index])
    try solveAndRead()
  }

  private func add(_ constraint: WorkloadFile.Constraint) -> SolverSession.Constraint {
    session.addConstraint(
      constraint.terms.map { SolverSession.Term($0.coefficient, variables[$0.variable]) },
      constraint.relation.ofSession, constraint.constant, strength: constraint.rank.ofSession)
  }

  private func solveAndRead() throws(ContenderFailure) {
    switch session.solve() {
    case .solved: break
    case .conflict(let set): throw ContenderFailure(text: "\(set.count) constraints contradict")
    case .gaveUp(let reason): throw ContenderFailure(text: "gave up, \(reason)")
    }
    session.withValues { answer in
      for index in values.indices { values[index] = answer[index] }
    }
  }
}

extension Relation {
  fileprivate var ofSession: SolverSession.Relation {
    switch self {
    case .lessThanOrEqual: return .lessThanOrEqual
    case .equal: return .equal
    case .greaterThanOrEqual: return .greaterThanOrEqual
    }
  }
}

extension Workload.Rank {
  fileprivate var ofSession: SolverSession.Strength {
    switch self {
    case .weak: return .weak
    case .medium: return .medium
    case .strong: return .strong
    case .required: return .required
    }
  }
}
