// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Scripts

/// The parts of a script that cannot be written for other programs: numbers that are no doubles,
/// and answers that are too long.
struct ScriptScreening {
  let script: SolverScript
  let truth: [StepTruth]

  /// - Throws: for a number without a double near to it.
  func checkNumbers() throws(SourceRefusal) {
    for (index, step) in script.steps.enumerated() {
      guard case .add(let constraint) = step else { continue }
      try check(constraint, "step \(index + 1)")
    }
    for (index, truth) in truth.enumerated() {
      switch truth {
      case .answer(let answer), .refused(.some(let answer)):
        try check(answer, "step \(index + 1)")
      case .done, .refused(nil), .either, .skipped, .anything: continue
      }
    }
  }

  private func check(
    _ constraint: SolverScript.Constraint, _ place: String
  ) throws(SourceRefusal) {
    for term in constraint.terms {
      try DoubleText.check(
        term.coefficient, "\(place): the coefficient of variable \(term.variable.index)")
    }
    try DoubleText.check(constraint.constant, "\(place): the constant")
  }

  private func check(_ answer: RightAnswer, _ place: String) throws(SourceRefusal) {
    try DoubleText.check(answer.tolerance, "\(place): the tolerance of the answer")
    guard let optimum = answer.optimum else { return }
    for (variable, value) in optimum.point.enumerated() {
      try DoubleText.checkAnswer(value, "\(place): the value of variable \(variable)")
    }
    for level in [(strength: Strength.required, least: Rational.zero)] + optimum.levels {
      try DoubleText.checkAnswer(level.least, "\(place): the least sum of violations")
      var weight = answer.tolerance
      for row in answer.rows where row.strength == level.strength {
        for term in row.terms {
          weight += answer.tolerance * term.coefficient.magnitude.doubleValue
        }
      }
      try DoubleText.check(weight, "\(place): the tolerance of a sum of violations")
    }
  }

  /// - Parameter limit: the largest number of values, names and terms of all readings together.
  /// - Throws: for a script beyond the limit.
  func checkSize(limit: Int) throws(SourceRefusal) {
    var (variables, constraints, readings, size) = (0, 0, 0, 0)
    for (index, step) in script.steps.enumerated() {
      switch step {
      case .add(let constraint):
        constraints += 1
        for term in constraint.terms { variables = max(variables, term.variable.index + 1) }
        size += constraint.terms.count
      case .suggest(let variable, _, _):
        constraints += 1
        variables = max(variables, variable + 1)
      case .solve:
        readings += 1
        size += 2 * (variables + constraints) + Self.size(of: truth[index])
      case .remove, .endSuggestion, .setConstant, .setStrength, .setActive: continue
      }
      if size + variables > limit {
        throw SourceRefusal(
          sentence:
            "too long to be written: \(variables) variables and \(constraints) constraints at up to "
            + "\(readings) readings; at most \(limit) values, names and terms")
      }
    }
  }

  private static func size(of truth: StepTruth) -> Int {
    switch truth {
    case .answer(let answer), .refused(.some(let answer)):
      var size = answer.optimum?.point.count ?? 0
      for row in answer.rows { size += row.terms.count + 1 }
      return size
    case .done, .refused(nil), .either, .skipped, .anything: return 0
    }
  }
}
