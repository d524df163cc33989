// SPDX-License-Identifier: MIT

/// The subject of a finding about a layout; the raw value is the id of the rule, which never
/// changes.
package enum LayoutRule: String, Sendable, Hashable, CaseIterable {
  case unreadable
  case conflict
  case illegalConstraint = "illegal-constraint"
  case ambiguous
  case scrollContentSize = "scroll-content-size"
  case priorityTie = "priority-tie"
  case expectation
  case unsettled, undecided
  case clippedText = "clipped-text"
  case zeroSize = "zero-size"
  case offScreen = "off-screen"
  case viewInTwoHierarchies = "view-in-two-hierarchies"
  case overlap
  case outsideParent = "outside-parent"
  case unsafeArea = "unsafe-area"
  case misplaced
  case wrongTextWidth = "wrong-text-width"
  case doubtfulConstraint = "doubtful-constraint"
  case input
  case truncatedText = "truncated-text"
  case smallTarget = "small-target"
  /// An error in the tool, not in a layout.
  case `internal`

  package var id: String { rawValue }

  /// The severity of a finding, unless it only appears with generated texts.
  package var severity: FindingSeverity {
    switch self {
    case .unreadable, .conflict, .illegalConstraint, .ambiguous, .scrollContentSize, .priorityTie,
      .expectation, .unsettled, .undecided, .clippedText, .zeroSize, .offScreen,
      .viewInTwoHierarchies,
      .internal:
      return .error
    case .overlap, .outsideParent, .unsafeArea, .misplaced, .wrongTextWidth, .doubtfulConstraint,
      .input:
      return .warning
    case .truncatedText, .smallTarget: return .note
    }
  }

  /// Whether its findings have drawn frames, which are rounded to pixels; others have exact ones.
  package var roundsFrames: Bool {
    switch self {
    case .clippedText, .truncatedText, .wrongTextWidth, .zeroSize, .offScreen, .overlap,
      .outsideParent, .unsafeArea, .misplaced, .smallTarget:
      return true
    default: return false
    }
  }
}

/// The severity of a finding; the raw value is the word in reports.
package enum FindingSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
  case note, warning, error

  private var rank: Int {
    switch self {
    case .note: return 0
    case .warning: return 1
    case .error: return 2
    }
  }

  package static func < (lhs: FindingSeverity, rhs: FindingSeverity) -> Bool {
    lhs.rank < rhs.rank
  }

  /// The severity one step lower; a note stays a note.
  package var lowered: FindingSeverity { self == .error ? .warning : .note }
}
