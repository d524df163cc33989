// SPDX-License-Identifier: MIT

/// Planted faults in the translation of a case to its linear system and back to frames.
///
/// Strategies and oracle get the same wrong system, so no answer looks wrong. Only laws about the
/// relation of the answers to related cases can detect such a fault. Each turns the lowering into a
/// mutant.
package enum LoweringFault: String, CaseIterable, Sendable {
  /// Keeps only the first of several inequalities with the same relation between the same anchors.
  case boundsShareSlot
  /// Takes two siblings in the order of the tree, independent of their order in the constraint.
  case siblingsSorted
  /// Takes views whose names differ in upper and lower case only as one view.
  case namesIgnoreCase
  /// Truncates pixels toward zero instead of rounding them to the nearest.
  case pixelsCutOff
  /// Measures a view that is held at a frame from the root's origin, not its superview's.
  case holdInRootSpace
  /// Keeps constants as 32-bit floats.
  case singlePrecision
  /// Rounds to whole points where a point has several pixels.
  case scaleForgotten
  /// Rounds a frame's origin and size, not its edges.
  case sizesRounded
  /// Rounds halves of a pixel to the even one.
  case halvesToEven
  /// Rounds halves of a pixel away from zero.
  case halvesFromZero
  /// Rounds edges in the root's coordinates, not the superview's.
  case roundedInRoot
  /// Truncates the sizes of contents to pixels.
  case contentCutOff
  /// Reads the constant of a constraint on a right edge with the wrong sign.
  case rightConstantNegated
  /// Reads a multiplier of a vertical center as 1.
  case verticalCenterMultiplierLost
  /// Reads the constant of a constraint on a bottom edge with the wrong sign.
  case bottomConstantNegated
  /// Reads the constant of a constraint on a trailing edge with the wrong sign in right-to-left
  /// layouts.
  case trailingConstantNegated
  /// Removes a constraint when an equal one is added.
  case equalConstraintsCancel
  /// Takes a required inequality between the anchors of a required equality as a contradiction.
  case redundantBoundRefused
  /// Keeps only the last inequality between the same anchors, whatever its relation.
  case boundsReplaceEachOther
  /// Keeps only one of several constraints that are equal in value, so that it counts once.
  case equalConstraintsMerged
  /// Reads the constant of `<=` between siblings with the wrong sign.
  case siblingCeilingNegated
  /// Takes a required `<=` on a size as an equality.
  case requiredCeilingIsExact
  /// Turns priorities into weights of one sum.
  case weightsForPriorities
  /// Leaves out constraints with a priority below 50, that of fitting sizes.
  case lowPrioritiesDropped
  /// Takes constraints that differ in their items only as equal, and keeps one.
  case itemsNotCompared
  /// Leaves out a preference where a required inequality refers to the same anchors.
  case boundHidesPreference
  /// Follows a root that grows, and not one that shrinks.
  case resizeOnlyGrows
  /// Keeps the height of a row whose new text needs less.
  case cellsOnlyGrow
}
