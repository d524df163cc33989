// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A law that changes a plain case into another one, its image, and relates their items.
package protocol ImageLaw: Law {
  /// Returns the image of a case; nil when the law does not apply to it.
  func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage?
}

extension ImageLaw {
  package var stage: LawStage { .lowering }

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    guard let image = image(of: subject, &choices) else { return .notApplicable }
    // Changed numbers may exceed the limits of a case.
    guard image.layoutCase.isValid, image.layoutCase.isPlain else { return .notApplicable }
    let lowered = world.lower(image.layoutCase)
    guard let answer = try world.solve(lowered) else { return .undecided }
    let comparison = LawComparison(
      base: subject, lowered: lowered, answer: answer, relation: image.relation,
      fault: world.fault?.lowering)
    return comparison.problem.map { .broken($0) } ?? .holds
  }
}

/// The changed case of a law with its expected relation to the original.
package struct LawImage: Sendable {
  package var layoutCase: LayoutCase
  package var relation: LawRelation

  /// Makes an image in which all views, guides and strengths keep their indices and values.
  init(_ layoutCase: LayoutCase, of base: LayoutCase) {
    self.layoutCase = layoutCase
    relation = LawRelation(base)
  }
}

/// The relation of a case and its image.
package struct LawRelation: Sendable {
  /// A set of views and guides of the image that correspond to those of the case.
  struct Copy: Sendable {
    /// The view of the image by view of the case.
    var views: [Int]
    /// The guide of the image by guide of the case.
    var guides: [Int]
    var placement = Placement()
  }

  /// The copies of the case in the image, at least one.
  var copies: [Copy]
  /// The strengths of the image by changed strength of the case.
  var strengths: [Strength: Strength] = [:]
  /// Whether every optimal layout of the image corresponds to one of the case.
  ///
  /// Each optimal layout of the case that the law examines corresponds to one of the image.
  var isReversible = true
  /// Whether the image may have a unique layout if the case has several.
  var maySettle = false

  init(_ base: LayoutCase) {
    copies = [Copy(views: Array(base.views.indices), guides: Array(base.guides.indices))]
  }
}
