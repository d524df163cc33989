// SPDX-License-Identifier: MIT

import Lowering

/// The evidence of a finding about a layout: what each strategy made of the smallest case, beside
/// what is right.
package struct FindingPage: Sendable {
  /// One layout of the case, or why there is none.
  package struct Column: Sendable {
    /// Whose layout it is.
    package enum Role: String, Sendable {
      /// The layout that is proved right; one of several when `isUnique` is false.
      case exact
      /// The answer that the finding is about.
      case accused
      /// An answer to compare with.
      case other
    }

    package var name: String
    package var role: Role
    /// What was claimed, as `optimal`.
    package var answer: String
    /// What the oracle says about it, as `pass`; empty for the oracle's own.
    package var verdict: String
    /// By view, in the superview; nil where there is no layout.
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
    /// As `label`.
    package var kind: String

    package init(id: String, kind: String) {
      self.id = id
      self.kind = kind
    }
  }

  /// A constraint of the case, or one that a view's own properties make.
  package struct ConstraintRow: Sendable, Hashable {
    package var id: String
    /// In the manner of visual formats: `H:|-(20)-[title]`.
    package var text: String
    package var priority: Double
    /// Whether it is one of a smallest set that contradicts itself.
    package var isInConflict: Bool
    /// How far the accused answer is from keeping it, in points; nil without such an answer.
    package var violation: Double?

    package init(
      id: String, text: String, priority: Double, isInConflict: Bool, violation: Double?
    ) {
      self.id = id
      self.text = text
      self.priority = priority
      self.isInConflict = isInConflict
      self.violation = violation
    }
  }

  /// The violations at one priority.
  package struct Level: Sendable, Hashable {
    /// 1000 stands for the largest violation of a required constraint, all others for sums.
    package var priority: Double
    /// The least sum that is possible, as a fraction; nil when the exact answer is not known.
    package var exact: String?
    /// By column but the exact one; nil where there is no layout.
    package var values: [Double?]

    package init(priority: Double, exact: String?, values: [Double?]) {
      self.priority = priority
      self.exact = exact
      self.values = values
    }
  }

  package var views: [ViewName]
  /// The exact one first if there is one, then the accused, then others.
  package var columns: [Column]
  /// Whether no other layout is as good as the exact one.
  package var isUnique: Bool
  package var constraints: [ConstraintRow]
  package var levels: [Level]
  /// What was claimed to contradict itself by the accused answer: ids.
  package var claimedConflict: [String]
  /// What the certificate proves, in sentences.
  package var proofs: [String]
  /// What else is to be known, in sentences: the law, the costs.
  package var notes: [String]
  /// Nil when there is no layout to draw.
  package var drawing: LayoutDrawing?

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

  /// Whether a constraint is broken for a reader: by more than rounding leaves, however little that
  /// is to see.
  package static func isBroken(by violation: Double) -> Bool { !(violation < 1e-6) }

  /// Whether two frames are the same for a reader: within a thousandth of a point.
  package static func agree(_ left: Layout.Frame, _ right: Layout.Frame) -> Bool {
    // Also false where a number is none.
    abs(left.x - right.x) < 0.001 && abs(left.y - right.y) < 0.001
      && abs(left.width - right.width) < 0.001 && abs(left.height - right.height) < 0.001
  }
}
