// SPDX-License-Identifier: MIT

/// The numbers of recorded frames that the solved layouts reproduce, for one group of scopes.
package struct FidelityFigures: Sendable, Hashable {
  /// The scopes with at least one view to compare.
  package var scopes = 0
  /// The scopes all of whose compared views agree.
  package var scopesAgreeing = 0
  /// The views that were compared.
  package var views = 0
  /// The views within a point of the recorded frame on all four numbers.
  package var viewsAgreeing = 0
  /// The views within half a point of the recorded frame.
  package var viewsWithinHalf = 0
  /// The different layout shapes among the scopes: similar scopes, of which documents have many,
  /// count once.
  package var shapes = 0
  /// The shapes all of whose scopes agree.
  package var shapesAgreeing = 0
  /// The scopes whose required constraints contradict each other by less than a point, compared
  /// with one of them broken.
  package var scopesWithBrokenConstraint = 0

  package init() {}

  /// Returns the figures of two groups together.
  ///
  /// A shape that both have counts twice.
  package static func + (one: FidelityFigures, other: FidelityFigures) -> FidelityFigures {
    var sum = one
    sum.scopes += other.scopes
    sum.scopesAgreeing += other.scopesAgreeing
    sum.views += other.views
    sum.viewsAgreeing += other.viewsAgreeing
    sum.viewsWithinHalf += other.viewsWithinHalf
    sum.shapes += other.shapes
    sum.shapesAgreeing += other.shapesAgreeing
    sum.scopesWithBrokenConstraint += other.scopesWithBrokenConstraint
    return sum
  }

  /// The share of views that agree; 0 when none was compared.
  package var share: Double { views == 0 ? 0 : Double(viewsAgreeing) / Double(views) }
}

/// A view whose solved frame is not the recorded one.
package struct FidelityDisagreement: Sendable, Hashable {
  /// The probable cause, by the required constraints that the recorded frames break.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// The required constraints contradict each other on this canvas.
    case conflict
    /// The recorded frames are an equally good answer: the import or the document leaves the view
    /// free.
    case underdetermined
    case safeArea = "safe area or layout guide"
    case margin
    case baseline
    /// The recorded frames break another required constraint: they are outdated, or the import is
    /// wrong.
    case required = "required constraint"
    /// The recorded frames satisfy the required constraints but are not optimal.
    case optional = "optional constraint"
    /// The passes of layout do not settle.
    case unsettled = "layout that does not settle"
    case solverGaveUp = "the solver gave up"
  }

  package var cause: Cause
  package var file: String
  package var line: Int
  package var group: FidelityReport.Group
  package var scope: String
  package var view: String
  /// The frame that the document records: x, y, width, height, in points.
  package var recorded: [Double]
  /// The solved frame: x, y, width, height, in points; empty when there is none.
  package var solved: [Double]
}
