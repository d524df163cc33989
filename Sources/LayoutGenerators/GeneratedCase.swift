// SPDX-License-Identifier: MIT

import LayoutModel

/// The kind of generated cases.
package enum Profile: String, Sendable, Hashable, CaseIterable {
  /// There is exactly one right layout, by construction.
  case wellFormed
  /// A constraint that would settle a view is missing.
  case ambiguous
  /// The case contains a planted irreducible conflict.
  case conflicting
  /// Optional constraints contradict each other and compete by priority.
  case competing
  /// The case has ties, redundant equalities and zero sizes.
  case degenerate
  /// The case has tiny and huge coefficients.
  case extreme
  /// The case has patterns of real applications.
  case idiomatic
}

/// The pattern of a section of an idiomatic case; S1 to S8 are the scenes of tutorials.
package enum Pattern: Int, Sendable, Hashable, CaseIterable {
  case chain
  /// S2.
  case centredPair
  case formRows, equalColumns, toolbar
  /// S1.
  case feedCell
  /// S3.
  case scrolledLabel
  /// S4.
  case scrolledMultiple
  /// S5.
  case logoAndText
  /// S6.
  case selfSizingCell
  case aspectGrid, stack, areas, masks
  /// S7 after some steps.
  case animatedBanner
  /// S8: bad style that has one right layout all the same.
  case pitfalls
  /// A collection view with a flow layout.
  case grid
}

/// The unfinished or contradictory pattern of the last section of an idiomatic case.
package enum Stage: Int, Sendable, Hashable, CaseIterable {
  /// S2: the invisible helper is missing.
  case loosePair
  /// S2: the two do not fit side by side.
  case tooWidePair
  /// S3: the content lacks an edge along one axis or both.
  case halfScrolledLabel
  /// S5: the frame of the logo is still translated into constraints.
  case translatedLogo
  /// S6: the table's temporary height leaves too little room for a chain that is required.
  case encapsulatedCell
  /// S8: two edges and a height that contradict each other.
  case wrongHeight
}

/// The properties of a generated case that are known from its construction.
///
/// The oracle is checked against them: a disagreement is an internal error, never a verdict.
package enum PlantedTruth: Sendable, Hashable {
  /// Nothing is known: the case was changed after its generation, or read from a file.
  case unknown
  /// The required constraints can all be satisfied.
  case feasible
  /// They can be satisfied, and only one layout is right.
  case unique
  /// They can be satisfied, and the view has several right places, sizes or content sizes along the
  /// axis.
  ///
  /// Places are in the root's coordinates; only scroll views have content sizes.
  case ambiguous(view: Int, Axis)
  /// The constraints with these indices contradict each other, and without any one of them the rest
  /// can be satisfied.
  ///
  /// The contradiction includes the root's fixed size, the non-negative sizes and the constraints
  /// that hold the views of the conflict.
  case conflict(constraints: [Int])
}

/// The place of a view along an axis in every right layout, known from the construction of the
/// case.
package struct PlantedStretch: Sendable, Hashable {
  /// The index of the view.
  package var view: Int
  package var axis: Axis
  /// The low edge of the alignment rectangle in the root's coordinates, in points.
  package var low: Ratio
  /// The length of the alignment rectangle, in points.
  package var size: Ratio
  /// The length of the content of a scroll view, in points; nil for other views and if it depends
  /// on a text.
  package var content: Ratio?
}

/// A layout case with the facts known to its generator.
package struct GeneratedCase: Sendable, Hashable {
  package var layoutCase: LayoutCase
  package var profile: Profile
  package var truth: PlantedTruth
  /// The places of views, for `.unique`: all except those that depend on the size of a text.
  package var stretches: [PlantedStretch]

  /// The patterns of the sections of an idiomatic case, from top to bottom.
  package var patterns: [Pattern] = []
  /// The unfinished or contradictory pattern of its last section, if any.
  package var stage: Stage?
  /// The enabled features, a bit for each (`forEachFeature`).
  var features: UInt32 = 0
  /// The number of discarded attempts before these choices.
  package var redraws = 0
  /// The number of generators that gave up before this one, which got another seed.
  package var deadEnds = 0

  package init(
    layoutCase: LayoutCase, profile: Profile, truth: PlantedTruth, stretches: [PlantedStretch] = []
  ) {
    self.layoutCase = layoutCase
    self.profile = profile
    self.truth = truth
    self.stretches = stretches
  }
}
