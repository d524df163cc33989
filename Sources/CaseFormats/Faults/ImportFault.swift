// SPDX-License-Identifier: MIT

/// Planted faults of the readers of cases: Interface Builder documents, case files, texts of visual
/// formats.
///
/// Each fault misreads a file. No answer looks wrong then, since strategies and oracle get the same
/// wrong case. Only a case that is written and read again shows such a fault.
package enum ImportFault: String, CaseIterable, Sendable {
  // Documents
  /// Reads the multiplier `16:9` as 9:16.
  case ratioInverted
  /// Reads the constant with the wrong sign where a constraint's first item is the view that holds
  /// it.
  case ownConstantNegated
  /// Takes a constraint without a priority for one at 750.
  case missingPriorityIsHigh
  /// Takes a constraint without a relation for one with the relation of the constraint before.
  case relationCarriesOver
  /// Takes the last rectangle of a view for its frame, whatever its key.
  case frameIsLastRectangle
  /// Takes a side without an item for the root, not the view that holds the constraint.
  case ownerIsRoot
  /// Reads `leadingMargin` as `leading`, and so all attributes of margins.
  case marginsForgotten
  /// Takes the guide of the safe area for that of the margins.
  case safeAreaIsMargins
  /// Reads `baseline` as the first baseline.
  case baselineIsFirst
  /// Reads the hugging priority of the other axis.
  case huggingAxesSwapped
  /// Reads hugging priorities where compression resistance is meant.
  case resistanceIsHugging
  /// Takes the flexible bottom of a mask for a flexible top, and the other way round.
  case maskEndsSwapped
  /// Forgets that a document fixes a view's frame.
  case fixedFrameForgotten
  /// Never translates autoresizing masks into constraints.
  case masksNotTranslated
  /// Reads leading as left and trailing as right.
  case leadingIsLeft
  /// Cuts constants off at the point.
  case constantsCutOff
  /// Takes the preferred margins of a superview for kept where the document does not say so.
  case marginsAlwaysKept
  // Case files
  /// Rounds fractions and ratios to six digits.
  case fractionsRounded
  /// Reads insets in the order of a style sheet: top, right, bottom, left.
  case insetsClockwise
  // Texts of visual formats
  /// Reads the spaces of vertical formats with the wrong sign.
  case verticalSpaceNegated
  /// Takes the space to a superview's margin for eight points.
  case standardSpaceIsEight
  /// Forgets the priorities in formats.
  case formatPriorityLost

  /// The format of the misread file.
  package enum Format: Sendable, Hashable, CaseIterable {
    case document, caseFile, visualFormat
  }

  /// The format of the file that the fault misreads.
  package var format: Format {
    switch self {
    case .fractionsRounded, .insetsClockwise: return .caseFile
    case .verticalSpaceNegated, .standardSpaceIsEight, .formatPriorityLost: return .visualFormat
    default: return .document
    }
  }
}
