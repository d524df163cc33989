// SPDX-License-Identifier: MIT

import LayoutModel
import Oracles
import Solvers

extension NaiveFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .dropForgotten:
      return FaultOrigin(
        "optimal is claimed though a constraint was dropped",
        after: "refused adds that leave no trace")
    case .flippedConstant:
      return FaultOrigin(
        "the constant of <= has the wrong sign", after: "GNUstep libs-gui#935, #938")
    case .relationKept:
      return FaultOrigin(
        "a multiplication by -1 keeps the relation", after: "the commonest slip of standard forms")
    case .absoluteTolerance:
      return FaultOrigin(
        "coefficients below 1e-3 are zero, whatever the scale", after: "kiwi, amoeba with 1e-8")
    case .redundancyRefused:
      return FaultOrigin(
        "a redundant required equality is a contradiction", after: "nangege/Cassowary#3")
    case .twinsCollapsed:
      return FaultOrigin(
        "inequalities with the same left side share one row", after: "GNUstep f29bdc7a7")
    case .singleRepair:
      return FaultOrigin(
        "what a repair breaks stays broken", after: "the guard of compnerd/cassowary")
    }
  }

  /// The kinds of failure that show the fault, the main one first.
  var seenBy: [FailureKind] {
    switch self {
    case .dropForgotten: return [.worseThanOptimal]
    case .flippedConstant, .absoluteTolerance, .redundancyRefused:
      return [.wrongInfeasible] + (self == .redundancyRefused ? [] : Self.misreadings)
    case .relationKept: return [.requiredViolated] + Self.misreadings
    case .twinsCollapsed: return [.requiredViolated, .wrongFeasible]
    case .singleRepair: return [.wrongFeasible, .requiredViolated]
    }
  }

  /// The other possible failures when a system is read differently than it was given.
  private static let misreadings: [FailureKind] = [
    .requiredViolated, .worseThanOptimal, .wrongFeasible, .wrongInfeasible, .wrongValue,
  ]

  /// The smallest case known by hand on which the fault shows.
  var handMade: HandMadeCase {
    switch self {
    case .dropForgotten:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 500)
        .adding(.root, .width, .equal, .a, .width, times: 3, at: 500)
    case .flippedConstant:
      return HandMadeCase(views: 0).adding(.root, .width, .lessThanOrEqual, 400)
    case .relationKept:
      return HandMadeCase(views: 1)
        .adding(.a, .left, .greaterThanOrEqual, .root, .left, plus: 10)
    case .absoluteTolerance:
      return HandMadeCase(views: 1)
        .adding(.root, .width, .equal, .a, .width, times: LayoutNumber(1, 2000, form: .fraction))
    case .redundancyRefused:
      return HandMadeCase(views: 0).adding(.root, .width, .equal, 400)
    case .twinsCollapsed:
      return HandMadeCase(views: 1).adding(.a, .width, .greaterThanOrEqual, 10)
    case .singleRepair:
      return HandMadeCase(views: 0).adding(.root, .width, .lessThanOrEqual, 0)
    }
  }
}
