// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// A diagnosed case with the plain case that the passes of layout made of it.
///
/// Only this type names the items and constraints of the linear system.
///
/// Views, guides and constraints of the case keep their indices in the plain case. The passes
/// append guides and constraints of their own, as stack views do. A `ConstraintOrigin` and an
/// `Item` of a constraint of the plain case may name those, so `DiagnosedCase` itself takes indices
/// of views only, which both cases share.
package struct DiagnosedLayout: Sendable {
  package let diagnosed: DiagnosedCase
  package let lowered: LoweredCase

  /// - Precondition: the plain case is the one that the passes of layout made of the diagnosed
  ///   case.
  package init(_ diagnosed: DiagnosedCase, _ lowered: LoweredCase) {
    let (own, plain) = (diagnosed.layoutCase, lowered.layoutCase)
    precondition(
      own.views.count == plain.views.count && own.guides.count <= plain.guides.count
        && own.constraints.count <= plain.constraints.count,
      "the passes of layout add guides and constraints, and nothing else")
    self.diagnosed = diagnosed
    self.lowered = lowered
  }

  package var plain: LayoutCase { lowered.layoutCase }

  /// Returns the kind of a guide as its author wrote it; for a guide that the passes added, its
  /// own.
  ///
  /// The plain case contains numbers instead of areas.
  func kind(ofGuide index: Int) -> Guide.Kind {
    let guides = diagnosed.layoutCase.guides
    return index < guides.count ? guides[index].kind : plain.guides[index].kind
  }

  /// Returns the name of an item of the plain case in the text of a constraint; for a guide that
  /// the passes added, its id.
  package func name(of item: Item) -> String {
    switch item {
    case .view(let index): return diagnosed.constraintName(ofView: index)
    case .guide(let index):
      let guide = plain.guides[index]
      let owner = diagnosed.constraintName(ofView: guide.owner)
      let isOfDocument = diagnosed.isOfDocument
      switch kind(ofGuide: index) {
      case .area(.safeArea): return "\(owner).safeArea"
      case .area(.margins): return "\(owner).layoutMargins"
      case .area(.readable): return "\(owner).readableContent"
      case .area(.keyboard): return "\(owner).keyboard"
      case .scrollContent: return "\(owner).contentLayoutGuide"
      case .scrollFrame: return "\(owner).frameLayoutGuide"
      case .topStrip where isOfDocument: return "\(owner).topLayoutGuide"
      case .bottomStrip where isOfDocument: return "\(owner).bottomLayoutGuide"
      case .free, .inset, .topStrip, .bottomStrip: return guide.id
      }
    }
  }
}
