// SPDX-License-Identifier: MIT

import Lowering

/// The evidence of a finding about a layout: the answer of each strategy to the smallest case, and
/// the right one.
package struct FindingPage: Sendable {
  /// One layout of the case, or the reason for its absence.
  package struct Column: Sendable {
    /// The role of the layout in the finding.
    package enum Role: String, Sendable {
      /// The layout that is proved right; one of several when `isUnique` is false.
      case exact
      /// The answer that the finding is about.
      case accused
      /// Another answer, for comparison.
      case other
    }

    package var name: String
    package var role: Role
    /// The claim, as `optimal`.
    package var answer: String
    /// The oracle's verdict on it, as `pass`; empty for the oracle's own.
    package var verdict: String
    /// The frames by view, in the superview; nil where there is no layout.
    package var frames: [Layout.Frame]?

    package init(
      name: String, role: Role, answer: String, verdict: String, frames: [Layout.Frame]?
    ) {
      self.name = name
      self.role = role
      self.answer = answer
      self.verdict = verdict
      self.frames = frames
    }
  }

  /// A view of the case.
  package struct ViewName: Sendable, Hashable {
    package var id: String
    /// The kind of view, as `label`.
    package var kind: String

    package init(id: String, kind: String) {
      self.id = id
      self.kind = kind
    }
  }

  /// A constraint of the case, or one from a view's own properties.
  package struct ConstraintRow: Sendable, Hashable {
    package var id: String
    /// The constraint in the style of visual formats: `H:|-(20)-[title]`.
    package var text: String
    package var priority: Double
    /// Whether it belongs to an irreducible conflict.
    package var isInConflict: Bool
    /// The violation by the accused answer, in points; nil without such an answer.
    package var violation: Double?
    /// The violation by the exact layout, in points; nil without one.
    package var expected: Double?
    /// Whether it follows from a view's own properties, as hugging does.
    package var isImplicit: Bool

    package init(
      id: String, text: String, priority: Double, isInConflict: Bool, violation: Double?,
      expected: Double? = nil, isImplicit: Bool = false
    ) {
      self.id = id
      self.text = text
      self.priority = priority
      self.isInConflict = isInConflict
      self.violation = violation
      self.expected = expected
      self.isImplicit = isImplicit
    }

    /// Whether the accused answer breaks it, and by more than the exact layout does.
    package var isWrong: Bool {
      violation.map { FindingPage.isBroken(by: $0 - (expected ?? 0)) } ?? false
    }
  }

  /// A fact besides constraints and frames that is expected to be another one, as the status.
  package struct Fact: Sendable, Hashable {
    package var name: String
    package var expected: String
    package var actual: String
    package var isWrong: Bool

    package init(_ name: String, expected: String, actual: String, isWrong: Bool) {
      self.name = name
      self.expected = expected
      self.actual = actual
      self.isWrong = isWrong
    }
  }

  /// The violations at one priority.
  package struct Level: Sendable, Hashable {
    /// The priority; for 1000 the values are the largest violation of a required constraint, for
    /// all others sums.
    package var priority: Double
    /// The least possible sum, as a fraction; nil when the exact answer is not known.
    package var exact: String?
    /// The violations by column, without the exact one; nil where there is no layout.
    package var values: [Double?]

    package init(priority: Double, exact: String?, values: [Double?]) {
      self.priority = priority
      self.exact = exact
      self.values = values
    }
  }

  package var views: [ViewName]
  /// The columns: first the exact one if there is one, then the accused one, then others.
  package var columns: [Column]
  /// Whether no other layout is as good as the exact one.
  package var isUnique: Bool
  package var constraints: [ConstraintRow]
  package var levels: [Level]
  /// The ids of the conflict that the accused answer claims.
  package var claimedConflict: [String]
  /// The statements that the certificate proves, in sentences.
  package var proofs: [String]
  /// Further facts in sentences: the law, the costs.
  package var notes: [String]
  /// The drawing; nil when there is no layout to draw.
  package var drawing: LayoutDrawing?
  /// Facts about the whole answer.
  package var facts: [Fact] = []
  /// By view whether x, y, width and height are the same in every correct layout; nil where that is
  /// not known.
  package var fixedNumbers: [[Bool]]?
  /// The only variable of the constraints; nil when there are several.
  package var numberLine: NumberLine?

  package init(
    views: [ViewName], columns: [Column], isUnique: Bool, constraints: [ConstraintRow],
    levels: [Level], claimedConflict: [String] = [], proofs: [String] = [], notes: [String] = [],
    drawing: LayoutDrawing? = nil
  ) {
    self.views = views
    self.columns = columns
    self.isUnique = isUnique
    self.constraints = constraints
    self.levels = levels
    self.claimedConflict = claimedConflict
    self.proofs = proofs
    self.notes = notes
    self.drawing = drawing
  }

  /// Whether a constraint is violated by more than rounding, even if that is invisible.
  package static func isBroken(by violation: Double) -> Bool { !(violation < 1e-6) }
}
