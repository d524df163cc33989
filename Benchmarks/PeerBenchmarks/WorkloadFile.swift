// SPDX-License-Identifier: MIT

import LinearModel
import Workloads

/// A workload in numbers for any solver, in the file format of `scripts/peers/README.md`.
package struct WorkloadFile: Sendable, Equatable {
  /// A constraint on the sum of its terms.
  package struct Constraint: Sendable, Equatable {
    package var terms: [Term]
    package var relation: Relation
    package var constant: Double
    package var rank: Workload.Rank
  }

  /// A coefficient times a variable.
  package struct Term: Sendable, Equatable {
    package var variable: Int
    package var coefficient: Double
  }

  package var name: String
  package var variableCount: Int
  /// The dragged variable; its suggestion is a strong preference.
  package var editVariable: Int
  package var firstSuggestion: Double
  /// The constraints in the order of their addition.
  package var constraints: [Constraint]
  /// The later suggestions.
  package var sweep: [Double]
  /// The indices of constraints that are removed and added again.
  package var churn: [Int]

  /// The number of constraints that are removed and added again.
  static let churnCount = 1000

  /// Makes the file of a workload: the churn list cycles through all weak constraints.
  package init(_ workload: Workload) {
    name = workload.name
    variableCount = workload.variableCount
    editVariable = Workload.editVariable
    firstSuggestion = workload.firstWidth.doubleValue
    let constraints = workload.rows.map { row in
      Constraint(
        terms: row.terms.map {
          Term(variable: $0.variable, coefficient: Double($0.coefficient))
        }, relation: row.relation, constant: Double(row.constant), rank: row.rank)
    }
    self.constraints = constraints
    sweep = (0..<Workload.sweepCount).map { workload.sweepWidth($0).doubleValue }
    let weak = constraints.indices.filter { constraints[$0].rank == .weak }
    churn = weak.isEmpty ? [] : (0..<WorkloadFile.churnCount).map { weak[$0 % weak.count] }
  }

  /// A file without constraints, for the memory of a program without work.
  package static let empty = WorkloadFile(
    name: "empty", variableCount: 1, editVariable: 0, firstSuggestion: 0, constraints: [],
    sweep: [], churn: [])

  init(
    name: String, variableCount: Int, editVariable: Int, firstSuggestion: Double,
    constraints: [Constraint], sweep: [Double], churn: [Int]
  ) {
    self.name = name
    self.variableCount = variableCount
    self.editVariable = editVariable
    self.firstSuggestion = firstSuggestion
    self.constraints = constraints
    self.sweep = sweep
    self.churn = churn
  }

  /// Returns the violations of values when the last suggestion for the edit variable was
  /// `suggestion`.
  ///
  /// - Precondition: there is a value for each variable.
  package func objectives(of values: [Double], suggestion: Double) -> WorkloadObjectives {
    precondition(values.count == variableCount, "\(values.count) values of \(variableCount)")
    var result = WorkloadObjectives()
    for constraint in constraints {
      var residual = -constraint.constant
      for term in constraint.terms { residual += term.coefficient * values[term.variable] }
      let violation: Double
      switch constraint.relation {
      case .equal: violation = abs(residual)
      case .lessThanOrEqual: violation = residual > 0 || residual.isNaN ? residual : 0
      case .greaterThanOrEqual: violation = residual < 0 || residual.isNaN ? -residual : 0
      }
      switch constraint.rank {
      case .required:
        if !(violation <= result.required) { result.required = violation }
      case .strong: result.strong += violation
      case .medium: result.medium += violation
      case .weak: result.weak += violation
      }
    }
    result.strong += abs(values[editVariable] - suggestion)
    return result
  }
}
