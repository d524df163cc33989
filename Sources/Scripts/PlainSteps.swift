// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The plain steps that are possible at a position of a script.
enum PlainSteps {
  private static let strengths = [1000, 750, 500, 250].map { Strength($0) }

  /// Returns the plain steps for a place in a script.
  ///
  /// `index` is the step that they replace; nil for an additional step.
  ///
  /// - Complexity: O(variables + constraints of the script).
  static func all(for script: SolverScript, at index: Int?) -> [SolverScript.Step] {
    let ids = script.constraints.map(\.id)
    var id = (ids.max() ?? -1) + 1
    // References to a constraint that is added here stay valid.
    if let index, case .add(let constraint) = script.steps[index] { id = constraint.id }
    var steps: [SolverScript.Step] = [.solve]
    for variable in 0..<script.variableCount {
      steps += additions(of: variable, id: id)
      steps.append(.endSuggestion(variable: variable))
      for strength in strengths where !strength.isRequired {
        for value in [0.0, 1, .nan] {
          steps.append(.suggest(variable: variable, value: value, strength: strength))
        }
      }
    }
    for other in ids where other != id {
      steps += [.remove(other), .setActive(other, false), .setActive(other, true)]
      steps += [0.0, 1, .nan].map { .setConstant(other, $0) }
      steps += strengths.map { .setStrength(other, $0) }
    }
    return steps
  }

  private static func additions(of variable: Int, id: Int) -> [SolverScript.Step] {
    var steps: [SolverScript.Step] = []
    for strength in strengths {
      for relation in [Relation.equal, .lessThanOrEqual] {
        for constant in [0, 1] {
          steps.append(
            .add(
              .init(
                id: id, [.init(.one, VariableID(variable))], relation, Rational(constant),
                strength: strength)))
        }
      }
    }
    return steps
  }

  /// Returns the steps of the same kind for the same variable or constraint, with other small
  /// numbers, priorities and relations.
  static func variants(of step: SolverScript.Step) -> [SolverScript.Step] {
    let values = [0.0, 1, 2]
    let usual = strengths.dropLast()
    switch step {
    case .add(let constraint):
      var steps: [SolverScript.Step] = []
      for strength in usual {
        for relation in [Relation.equal, .lessThanOrEqual, .greaterThanOrEqual] {
          for value in 0...2 {
            var copy = constraint
            (copy.strength, copy.relation, copy.constant) = (strength, relation, Rational(value))
            steps.append(.add(copy))
          }
        }
      }
      return steps
    case .suggest(let variable, let value, _):
      return (value.isFinite ? values : [value]).flatMap { value in
        usual.filter { !$0.isRequired }.map {
          .suggest(variable: variable, value: value, strength: $0)
        }
      }
    case .setConstant(let id, let value) where value.isFinite:
      return values.map { .setConstant(id, $0) }
    case .setStrength(let id, _): return usual.map { .setStrength(id, $0) }
    case .remove, .endSuggestion, .setConstant, .setActive, .solve: return [step]
    }
  }
}
