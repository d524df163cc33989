// SPDX-License-Identifier: MIT

import LayoutModel
import Oracles
import Solvers

extension RelaxationFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .stopsEarly:
      return FaultOrigin(
        "an iteration cap is taken for convergence", after: "lume's cap of 10,000 iterations")
    case .inequalitiesForgotten:
      return FaultOrigin(
        "the last step does not look at inequalities", after: "compnerd/cassowary skips broken rows"
      )
    case .strengthAsWeight:
      return FaultOrigin(
        "priorities are weights of one sum", after: "GNUstep, where four at 250 beat one at 750")
    case .singlePrecision:
      return FaultOrigin("results are stored in 32 bits", after: "GNUstep, amoeba")
    case .staleValue:
      return FaultOrigin("a result is the value before the last update", after: "amoeba 765fdf4")
    case .halfPoint: return .invented("what is off by less than half a point counts as satisfied")
    }
  }

  /// The kinds of failure that show the fault, the main one first.
  var seenBy: [FailureKind] {
    switch self {
    case .stopsEarly, .inequalitiesForgotten, .halfPoint: return [.requiredViolated]
    case .singlePrecision: return [.requiredViolated, .wrongValue]
    case .strengthAsWeight: return [.worseThanOptimal]
    case .staleValue: return [.worseThanOptimal, .requiredViolated]
    }
  }

  /// The smallest case known by hand on which the fault shows.
  var handMade: HandMadeCase {
    switch self {
    case .halfPoint:
      return HandMadeCase(views: 1).adding(.root, .width, .lessThanOrEqual, .a, .width)
    case .stopsEarly:
      return HandMadeCase(views: 1)
        .adding(.root, .left, .greaterThanOrEqual, .a, .right, plus: 1)
    case .inequalitiesForgotten:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, -1, at: 500)
    case .strengthAsWeight:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 750)
        .adding(.root, .width, .equal, .a, .width, times: 3, at: 500)
    case .singlePrecision:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, .root, .width, times: LayoutNumber(1, 3, form: .fraction))
    case .staleValue:
      return HandMadeCase(views: 1).adding(.a, .height, .equal, 10, at: 750)
    }
  }
}
