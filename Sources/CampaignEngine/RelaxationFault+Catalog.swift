// SPDX-License-Identifier: MIT

import LayoutModel
import Solvers

extension RelaxationFault {
  /// What the fault is, and the real bug it is modelled on.
  var origin: String {
    switch self {
    case .stopsEarly:
      return "an iteration cap is taken for convergence: lume's cap of 10,000 iterations"
    case .inequalitiesForgotten:
      return "the last step does not look at inequalities: compnerd/cassowary skips broken rows"
    case .strengthAsWeight:
      return "priorities are weights of one sum: GNUstep, where four at 250 beat one at 750"
    case .singlePrecision: return "results are stored in 32 bits: GNUstep, amoeba"
    case .staleValue: return "a result is the value before the last update: amoeba 765fdf4"
    case .halfPoint: return "what is off by less than half a point counts as satisfied: invented"
    }
  }

  /// The smallest case known by hand on which the fault shows.
  var handMade: HandMadeCase {
    switch self {
    case .halfPoint, .stopsEarly:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .greaterThanOrEqual, 10)
        .adding(.a, .width, .lessThanOrEqual, 10)
    case .inequalitiesForgotten:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .lessThanOrEqual, 10)
        .adding(.a, .width, .equal, 20, at: 750)
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
