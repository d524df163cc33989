// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A law that changes a plain case into another, its image, and says where everything is there.
package protocol ImageLaw: Law {
  /// The image of a case; nil when the law does not apply to it.
  func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage?
}

extension ImageLaw {
  package var stage: LawStage { .lowering }

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    guard let image = image(of: subject, &choices) else { return .notApplicable }
    // Changed numbers may outgrow what a case may contain.
    guard image.layoutCase.isValid, image.layoutCase.isPlain else { return .notApplicable }
    let lowered = world.lower(image.layoutCase)
    guard let answer = try world.solve(lowered) else { return .undecided }
    let comparison = LawComparison(
      base: subject, lowered: lowered, answer: answer, relation: image.relation,
      fault: world.fault?.lowering)
    return comparison.problem.map { .broken($0) } ?? .holds
  }
}

/// The changed case of a law with what must be so in it.
package struct LawImage: Sendable {
  package var layoutCase: LayoutCase
  package var relation: LawRelation

  /// An image in which all views, guides and strengths are where they were.
  init(_ layoutCase: LayoutCase, of base: LayoutCase) {
    self.layoutCase = layoutCase
    relation = LawRelation(base)
  }
}

/// How a case and its image relate.
package struct LawRelation: Sendable {
  /// A set of views and guides of the image that stand for those of the case.
  struct Copy: Sendable {
    /// By view of the case: the view of the image.
    var views: [Int]
    /// By guide of the case: the guide of the image.
    var guides: [Int]
    var placement = Placement()
  }

  /// At least one; several when the image contains the case several times.
  var copies: [Copy]
  /// Strengths that have another number in the image.
  var strengths: [Strength: Strength] = [:]
  /// Whether every optimal layout of the image stands for one of the case.
  ///
  /// All optimal layouts of the case that the law looks at stand for one of the image.
  var isReversible = true
  /// Whether the image may have one right layout where the case has several.
  var maySettle = false

  init(_ base: LayoutCase) {
    copies = [Copy(views: Array(base.views.indices), guides: Array(base.guides.indices))]
  }
}
