// SPDX-License-Identifier: MIT

import LayoutModel
import Solvers

extension NaiveFault {
  /// What the fault is, and the real bug it is modelled on.
  var origin: String {
    switch self {
    case .dropForgotten:
      return "optimal is claimed though a constraint was dropped: refused adds that leave no trace"
    case .flippedConstant:
      return "the constant of <= has the wrong sign: GNUstep libs-gui#935, #938"
    case .relationKept:
      return "a multiplication by -1 keeps the relation: the commonest slip of standard forms"
    case .absoluteTolerance:
      return "coefficients below 1e-3 are zero, whatever the scale: kiwi, amoeba with 1e-8"
    case .redundancyRefused:
      return "a redundant required equality is a contradiction: nangege/Cassowary#3"
    case .twinsCollapsed:
      return "inequalities with the same left side share one row: GNUstep f29bdc7a7"
    case .singleRepair:
      return "what a repair breaks stays broken: the guard of compnerd/cassowary"
    }
  }

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
      return HandMadeCase(views: 1).adding(.root, .width, .equal, 400)
    case .twinsCollapsed:
      return HandMadeCase(views: 1).adding(.a, .width, .greaterThanOrEqual, 10)
    case .singleRepair:
      return HandMadeCase(views: 0).adding(.root, .width, .lessThanOrEqual, 0)
    }
  }
}
