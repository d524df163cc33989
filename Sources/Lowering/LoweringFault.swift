// SPDX-License-Identifier: MIT

/// Planted faults on the way from a case to its linear system and back to frames.
///
/// Strategies and oracle are given the same wrong system, so no answer looks wrong: only laws about how the answers to
/// related cases relate can see such a fault. Each turns the lowering into a mutant.
package enum LoweringFault: String, CaseIterable, Sendable {
  /// Keeps only the first of several inequalities with the same relation between the same anchors.
  case boundsShareSlot
  /// Takes two siblings in the order of the tree, whichever the constraint names first.
  case siblingsSorted
  /// Takes views whose names differ in upper and lower case only for one view.
  case namesIgnoreCase
  /// Cuts pixels off toward zero instead of rounding them to the nearest.
  case pixelsCutOff
  /// Measures a view that is held at a frame from the root's origin, not its superview's.
  case holdInRootSpace
  /// Keeps constants as 32-bit floats.
  case singlePrecision
  /// Rounds to whole points where a point has several pixels.
  case scaleForgotten
  /// Reads the constant of a constraint on a right edge with the wrong sign.
  case rightConstantNegated
  /// Reads a multiplier of a vertical center as 1.
  case verticalCenterMultiplierLost
  /// Reads the constant of a constraint on a bottom edge with the wrong sign.
  case bottomConstantNegated
  /// Reads the constant of a constraint on a trailing edge with the wrong sign in right-to-left layouts.
  case trailingConstantNegated
  /// Removes a constraint when an equal one is added.
  case equalConstraintsCancel
  /// Takes a required inequality between the anchors of a required equality for a contradiction.
  case redundantBoundRefused
  /// Keeps only the last inequality between the same anchors, whatever its relation.
  case boundsReplaceEachOther
  /// Keeps only one of several constraints that are equal in value, so that it counts once.
  case equalConstraintsMerged
  /// Reads the constant of `<=` between siblings with the wrong sign.
  case siblingCeilingNegated
  /// Takes a required `<=` on a size for an equality.
  case requiredCeilingIsExact
  /// Makes priorities weights of one sum.
  case weightsForPriorities
  /// Leaves out constraints with a priority below 50, that of fitting sizes.
  case lowPrioritiesDropped
  /// Takes constraints for equal that differ in their items only, and keeps one.
  case itemsNotCompared
  /// Leaves out a preference where a required inequality speaks of the same anchors.
  case boundHidesPreference
  /// Follows a root that grows, and not one that shrinks.
  case resizeOnlyGrows
  /// Keeps the height of a row whose new text needs less.
  case cellsOnlyGrow
}

extension LoweringFault {
  /// What the fault is, and the real bug it is modelled on.
  package var origin: String {
    switch self {
    case .boundsShareSlot:
      return "the first inequality between two anchors stands for all: as GNUstep f29bdc7a7"
    case .siblingsSorted:
      return "pairs are kept in the order of the tree, signs are not turned: invented, as kiwi#57"
    case .namesIgnoreCase: return "views are told apart by names without regard to case: invented"
    case .pixelsCutOff: return "pixels are cut off toward zero: the commonest slip of rounding"
    case .holdInRootSpace: return "a held frame is measured from the root: invented"
    case .singlePrecision: return "constants are 32-bit floats: GNUstep GSCSSolution, amoeba"
    case .scaleForgotten: return "frames are rounded to points, whatever the screen: invented"
    case .rightConstantNegated:
      return "the constant of a right edge has the wrong sign: GNUstep 68bb019ce, libs-gui#935"
    case .verticalCenterMultiplierLost:
      return "the multiplier of a center is read on one axis only: invented"
    case .bottomConstantNegated:
      return "the constant of a bottom edge has the wrong sign: GNUstep libs-gui#938"
    case .trailingConstantNegated:
      return "trailing constants have the wrong sign in right-to-left: as GNUstep libs-gui#935"
    case .equalConstraintsCancel:
      return "adding an equal constraint removes the first: the inverted test of GNUstep f29bdc7a7"
    case .redundantBoundRefused:
      return "what follows from an equality is a contradiction: as nangege/Cassowary#3"
    case .boundsReplaceEachOther:
      return "the last inequality between two anchors replaces the others: invented"
    case .equalConstraintsMerged:
      return "constraints that are equal in value collapse into one: GNUstep f29bdc7a7"
    case .siblingCeilingNegated:
      return "the constant of <= between siblings has the wrong sign: as GNUstep libs-gui#935"
    case .requiredCeilingIsExact: return "a required <= on a size is an equality: invented"
    case .weightsForPriorities:
      return "priorities are weights of one sum: GNUstep GSAutoLayoutEngine, kiwi#33, kiwi#110"
    case .lowPrioritiesDropped:
      return "priorities below that of fitting sizes are dropped: invented"
    case .itemsNotCompared:
      return "constraints are equal whatever their items: as GNUstep f29bdc7a7"
    case .boundHidesPreference:
      return "a bound on two anchors hides what is preferred between them: invented"
    case .resizeOnlyGrows: return "a smaller window does not reflow: GNUstep 01bcf6084"
    case .cellsOnlyGrow: return "a self-sizing row never shrinks: invented, as GNUstep 01bcf6084"
    }
  }
}
