// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutSolving
import LinearModel
import Scripts

extension SessionFault {
  /// The smallest script known by hand on which the fault shows.
  package var handMade: SolverScript {
    switch self {
    case .editOutlivesItsEnd:
      return script(.hold(0, at: 0, 250), .suggest(1), .endSuggestion(variable: 0), .solve)
    case .strengthChangeUnseen:
      return script(
        .hold(0, at: 0, 500), .hold(1, at: 1, 750), .solve, .setStrength(1, Strength(250)), .solve)
    case .violatedRemovalForgotten:
      return script(
        .hold(0, at: 0, 750), .hold(1, at: 1, 500), .hold(2, at: 0, 250), .solve, .remove(1),
        .remove(0), .solve)
    case .oneSideRemoved:
      return script(.hold(0, at: 0, 500), .hold(1, at: 1, 250), .remove(0), .solve)
    case .refusedBoundStays:
      return script(
        .hold(0, at: 0), .hold(1, at: 0), .solve, .setConstant(1, 1), .solve, .suggest(0), .solve)
    case .refusalDropsConstraint:
      return script(.hold(0, at: 0), .solve, .hold(1, at: 1), .solve, .suggest(1), .solve)
    case .refusedRemovalForgotten:
      return script(.hold(0, at: 0), .solve, .remove(0), .suggest(.nan), .solve)
    case .equalsRemovedTogether:
      return script(.hold(0, at: 1), .hold(1, at: 1), .remove(0), .solve)
    case .inactiveStillPriced:
      return script(
        .hold(0, at: 1, 500), .hold(1, at: 0, 250), .solve, .setActive(0, false), .solve)
    case .zerosUnreported: return script(.suggest(1), .solve, .suggest(0), .solve)
    case .dependentsUnreported: return script(.hold(0, at: 1), .solve)
    case .rangeOverrun:
      return script(.hold(0, at: 0, .greaterThanOrEqual), .suggest(1), .solve, .suggest(-1), .solve)
    case .dragForgotten:
      return script(
        .suggest(0), .solve, .suggest(1), .solve, .hold(0, at: 0, .greaterThanOrEqual), .solve)
    case .brokenBoundsKept: return script(.suggest(1), .solve, .hold(0, at: 0), .solve)
    case .nonFiniteStays:
      return script(.suggest(0), .solve, .suggest(.nan), .solve, .hold(0, at: 0), .solve)
    }
  }

  private func script(_ steps: SolverScript.Step...) -> SolverScript {
    SolverScript(variableCount: 1, steps: steps)
  }
}

extension SolverScript.Step {
  /// Adds `x0 relation constant`.
  fileprivate static func hold(
    _ id: Int, at constant: Int, _ relation: Relation = .equal, _ priority: Double = 1000
  ) -> Self {
    .add(
      .init(
        id: id, [.init(.one, VariableID(0))], relation, Rational(constant),
        strength: Strength(priority)))
  }

  /// Adds `x0 == constant`.
  fileprivate static func hold(_ id: Int, at constant: Int, _ priority: Double) -> Self {
    hold(id, at: constant, .equal, priority)
  }

  /// Suggests a value for `x0`.
  fileprivate static func suggest(_ value: Double) -> Self {
    .suggest(variable: 0, value: value, strength: Strength(500))
  }
}
