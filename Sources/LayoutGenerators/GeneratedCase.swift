// SPDX-License-Identifier: MIT

import LayoutModel

/// What kind of cases a generator makes.
package enum Profile: String, Sendable, Hashable, CaseIterable {
  /// Exactly one right layout, by construction.
  case wellFormed
  /// A constraint that would settle a view is left out.
  case ambiguous
  /// Contains a planted irreducible conflict.
  case conflicting
  /// Optional constraints that cannot all hold trade off by priority.
  case competing
  /// Ties, redundant equalities, zero sizes.
  case degenerate
  /// Tiny and huge coefficients.
  case extreme
  /// Patterns that real applications use.
  case idiomatic
}

/// What a section of an idiomatic case shows; S1 to S8 are the scenes of tutorials.
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
  /// S7: after some steps.
  case animatedBanner
  /// S8: what is not good style and yet has one right layout.
  case pitfalls
}

/// What the last section of an idiomatic case may show: something is missing, or too much.
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
  /// S8: two edges and a height that do not agree.
  case wrongHeight
}

/// What is known about a generated case because of how it was made.
///
/// The oracle is checked against it: a disagreement is an internal error, never a verdict.
package enum PlantedTruth: Sendable, Hashable {
  /// Nothing: the case was changed after it was made, or read from a file.
  case unknown
  /// The required constraints can all hold.
  case feasible
  /// They can hold, and only one layout is right.
  case unique
  /// They can hold, and the view has several right places (in the root's coordinates), sizes or,
  /// for a scroll view, content sizes along the axis.
  case ambiguous(view: Int, Axis)
  /// The constraints with these indices contradict each other (together with the root's fixed size,
  /// the non-negative sizes and what holds the views that they speak of), and without any one of
  /// them the rest can hold.
  case conflict(constraints: [Int])
}

/// Where a view lies along an axis in every right layout, because of how the case was made.
package struct PlantedStretch: Sendable, Hashable {
  /// The index of the view.
  package var view: Int
  package var axis: Axis
  /// The low edge of the alignment rectangle in the root's coordinates, in points.
  package var low: Ratio
  /// The length of the alignment rectangle, in points.
  package var size: Ratio
  /// The length of the content of a scroll view, in points; nil for other views and where a text
  /// decides.
  package var content: Ratio?
}

/// A layout case with what its generator knows about it.
package struct GeneratedCase: Sendable, Hashable {
  package var layoutCase: LayoutCase
  package var profile: Profile
  package var truth: PlantedTruth
  /// Where views lie, for `.unique`: all but those whose place or size depends on how large a text
  /// is.
  package var stretches: [PlantedStretch]

  /// What the sections of an idiomatic case show, from top to bottom.
  package var patterns: [Pattern] = []
  /// What its last section shows, when something is missing or too much there.
  package var stage: Stage?
  /// The features that were switched on, a bit for each (`forEachFeature`).
  var features: UInt32 = 0
  /// How often choices led nowhere before these were drawn.
  package var redraws = 0
  /// How often a generator gave up before this one, which was given another seed.
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
