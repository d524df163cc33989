// SPDX-License-Identifier: MIT

import LayoutSolving
import Oracles

extension SessionFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .editOutlivesItsEnd:
      return FaultOrigin("an edit stays in force after it has ended", after: "Rhea e0caac9")
    case .strengthChangeUnseen:
      return .invented("a constraint is priced by its old strength until all is solved afresh")
    case .violatedRemovalForgotten:
      return FaultOrigin(
        "a removed preference that was violated still pulls", after: "kiwi before dcec3cd")
    case .oneSideRemoved:
      return FaultOrigin(
        "of a removed preferred equality one side stays", after: "kasuari before c9689a2")
    case .refusedBoundStays:
      return FaultOrigin(
        "a bound that a refused transaction moved is not moved back",
        after: "kiwi 1.5.1 refuses what is feasible after a refusal")
    case .refusalDropsConstraint:
      return FaultOrigin(
        "after a refusal what the refused constraint contradicted is not in force",
        after: "kiwi 1.5.1, kasuari, kiwi.js")
    case .refusedRemovalForgotten:
      return FaultOrigin(
        "a constraint whose removal was refused is not known any more", after: "kiwi 1.5.1")
    case .equalsRemovedTogether:
      return FaultOrigin(
        "removing a constraint removes all that are equal", after: "GNUstep before f29bdc7a7")
    case .inactiveStillPriced:
      return .invented("a constraint that was switched off is still priced")
    case .zerosUnreported:
      return FaultOrigin(
        "changed variables whose new value is 0 are not reported",
        after: "cassowary-rs before 3216bb5")
    case .dependentsUnreported:
      return .invented("changed variables that equalities define are not reported")
    case .rangeOverrun:
      return FaultOrigin(
        "values continue along a line beyond its range", after: "amoeba before fd379df")
    case .dragForgotten:
      return FaultOrigin(
        "what a drag has changed is forgotten with the next other change",
        after: "amoeba before 765fdf4")
    case .brokenBoundsKept:
      return FaultOrigin(
        "bounds that do not hold are not repaired on a warm start", after: "compnerd/cassowary")
    case .nonFiniteStays:
      return FaultOrigin("a refused infinity stays in its row", after: "kiwi 1.5.1")
    }
  }

  /// The kinds of failure that show the fault, that of its hand-made script first.
  package var seenBy: [FailureKind] {
    switch self {
    case .editOutlivesItsEnd, .violatedRemovalForgotten, .oneSideRemoved, .inactiveStillPriced,
      .dragForgotten:
      return [.worseThanOptimal]
    // What was raised to be required is still priced as if it were not.
    case .strengthChangeUnseen: return [.worseThanOptimal, .requiredViolated]
    case .refusedBoundStays: return [.wrongInfeasible]
    case .refusalDropsConstraint, .brokenBoundsKept: return [.requiredViolated]
    // The other one of the two may be a preference, or have a number that is refused.
    case .equalsRemovedTogether:
      return [.requiredViolated, .worseThanOptimal, .promiseBroken(.nonFiniteIsRefused)]
    // What stops the line may be preferred only.
    case .rangeOverrun: return [.requiredViolated, .worseThanOptimal]
    case .refusedRemovalForgotten: return [.promiseBroken(.constraintsAreKnown)]
    case .zerosUnreported, .dependentsUnreported: return [.promiseBroken(.changesAreReported)]
    case .nonFiniteStays: return [.promiseBroken(.answersAsANewSession)]
    }
  }
}
