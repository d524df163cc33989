// SPDX-License-Identifier: MIT

import LayoutModel
import LayoutSolving
import Oracles

extension SimplexFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .weightedLevels:
      return FaultOrigin(
        "priorities are weights of one sum, so 500 and 499 outvote 750", after: "kiwi#110, GNUstep")
    case .failedPhaseIgnored:
      return FaultOrigin(
        "a failed first phase leaves its last point as the answer",
        after: "kiwi after a refused add")
    case .smallCoefficientsDropped:
      return FaultOrigin(
        "coefficients below 1e-5 are dropped, whatever the scale", after: "kiwi, amoeba with 1e-8")
    case .invertedRepairGuard:
      return FaultOrigin(
        "the repair skips the rows that need it", after: "compnerd/cassowary's dual simplex")
    case .redundantEqualityRejected:
      return FaultOrigin(
        "a redundant equality with rounding noise is a contradiction", after: "kiwi#15, Cassowary#3"
      )
    case .goodRowsDropped:
      return FaultOrigin(
        "rows that hold at the start leave the tableau for good", after: "cassowary-rs c7f57f8")
    case .basicErrorsForgotten:
      return FaultOrigin("the cost of violated basic rows is forgotten", after: "kiwi dcec3cd")
    case .oneSidedEqualities:
      return FaultOrigin(
        "one of the two sides of a preferred equality costs nothing", after: "kasuari#37")
    case .fallingRowsIgnored:
      return .invented("the ratio test looks at rising rows only")
    case .relationNotFlipped:
      return FaultOrigin(
        "a division by a negative number keeps the relation", after: "as GNUstep's sign errors")
    case .conflictNotMinimal:
      return .invented("a conflict names every required constraint")
    case .closeStrengthsMerged:
      return .invented("priorities that differ by less than 2 are traded")
    case .staleObjective:
      return FaultOrigin(
        "a level starts with the objective row of the one before", after: "as rhea and amoeba")
    case .levelsNotHeld:
      return .invented("the optimum of a level is not held for those below")
    }
  }

  /// The kinds of failure that show the fault, the main one first.
  var seenBy: [FailureKind] {
    switch self {
    case .failedPhaseIgnored: return [.wrongFeasible]
    case .smallCoefficientsDropped:
      return [.wrongInfeasible, .requiredViolated, .worseThanOptimal, .wrongValue]
    case .invertedRepairGuard: return [.requiredViolated, .wrongFeasible]
    case .redundantEqualityRejected: return [.wrongInfeasible]
    case .goodRowsDropped: return [.wrongFeasible, .requiredViolated]
    case .fallingRowsIgnored: return [.requiredViolated, .worseThanOptimal, .needlessGiveUp]
    case .relationNotFlipped:
      return [
        .wrongInfeasible, .requiredViolated, .worseThanOptimal, .wrongFeasible, .wrongConflict,
      ]
    case .conflictNotMinimal: return [.wrongConflict]
    case .weightedLevels, .basicErrorsForgotten, .oneSidedEqualities, .closeStrengthsMerged,
      .staleObjective, .levelsNotHeld:
      return [.worseThanOptimal]
    }
  }

  /// The smallest case known by hand on which the fault shows.
  var handMade: HandMadeCase {
    switch self {
    case .weightedLevels:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 750)
        .adding(.root, .width, .equal, .a, .width, times: 3, at: 500)
    case .closeStrengthsMerged:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 751)
        .adding(.root, .width, .equal, .a, .width, times: 3, at: 750)
    case .failedPhaseIgnored:
      return HandMadeCase(views: 0).adding(.root, .width, .lessThanOrEqual, 0)
    case .invertedRepairGuard:
      return HandMadeCase(views: 1).adding(.root, .right, .lessThanOrEqual, .a, .right)
    case .smallCoefficientsDropped:
      return HandMadeCase(views: 1)
        .adding(
          .root, .width, .equal, .a, .width, times: LayoutNumber(1, 1_000_000_000, form: .fraction))
    case .redundantEqualityRejected:
      // Thirds that add up to the right edge exactly, but not in doubles.
      return HandMadeCase(views: 1)
        .adding(.a, .left, .equal, .root, .left, plus: LayoutNumber(1513, 3, form: .fraction))
        .adding(.a, .width, .equal, 58)
        .adding(.a, .right, .equal, .root, .centerX, plus: LayoutNumber(1087, 3, form: .fraction))
    case .goodRowsDropped:
      return HandMadeCase(views: 2)
        .adding(.a, .left, .equal, .root, .right)
        .adding(.b, .left, .greaterThanOrEqual, .a, .right)
        .adding(.root, .right, .greaterThanOrEqual, .b, .right, plus: 1)
    case .basicErrorsForgotten, .staleObjective:
      return HandMadeCase(views: 1).adding(.root, .right, .equal, .a, .right, at: 500)
    case .oneSidedEqualities:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, 10, at: 750)
    case .fallingRowsIgnored:
      return HandMadeCase(views: 1)
        .adding(.a, .height, .equal, .a, .width, plus: 1, at: 750)
        .adding(.a, .width, .equal, 0, at: 500)
        .adding(.root, .width, .equal, .a, .height, at: 250)
    case .relationNotFlipped:
      return HandMadeCase(views: 1).adding(.a, .left, .lessThanOrEqual, .a, .right, plus: 10)
    case .conflictNotMinimal:
      return HandMadeCase(views: 0).adding(.root, .width, .equal, 10)
    case .levelsNotHeld:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 750)
        .adding(.a, .width, .equal, 20, at: 500)
    }
  }
}
