// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

extension LoweringFault {
  /// The names of the laws that find the fault; the hunt uses the first one.
  package var seenBy: [String] { [law] + otherLaws }

  private var otherLaws: [String] {
    switch self {
    case .boundsShareSlot: return ["splitEquality"]
    case .siblingsSorted: return ["translate"]
    case .pixelsCutOff: return ["roundToPixels", "scale", "disjointUnion"]
    case .halvesToEven, .halvesFromZero: return ["translate", "scale", "disjointUnion"]
    case .holdInRootSpace: return ["disjointUnion"]
    case .singlePrecision: return ["transpose"]
    case .scaleForgotten: return ["roundToPixels", "translate", "disjointUnion"]
    case .rightConstantNegated: return ["addImplied", "transpose"]
    case .trailingConstantNegated: return ["transpose"]
    case .siblingCeilingNegated: return ["addImplied", "transpose"]
    case .requiredCeilingIsExact: return ["addImplied"]
    case .itemsNotCompared: return ["permuteConstraints"]
    case .boundHidesPreference: return ["raisePriority"]
    default: return []
    }
  }

  /// The name of the law that finds the fault on its hand-made case.
  package var law: String {
    switch self {
    case .boundsShareSlot: return "permuteConstraints"
    case .siblingsSorted: return "permuteViews"
    case .namesIgnoreCase: return "rename"
    case .pixelsCutOff, .holdInRootSpace: return "translate"
    case .singlePrecision, .scaleForgotten: return "scale"
    case .rightConstantNegated: return "mirror"
    case .verticalCenterMultiplierLost, .bottomConstantNegated: return "transpose"
    case .trailingConstantNegated: return "turnDirection"
    case .itemsNotCompared: return "disjointUnion"
    case .equalConstraintsCancel: return "duplicate"
    case .redundantBoundRefused: return "addImplied"
    case .boundsReplaceEachOther, .equalConstraintsMerged, .siblingCeilingNegated:
      return "splitEquality"
    case .requiredCeilingIsExact: return "raisePriority"
    case .weightsForPriorities, .lowPrioritiesDropped: return "renumber"
    case .boundHidesPreference: return "dropSlack"
    case .sizesRounded, .halvesToEven, .halvesFromZero, .roundedInRoot, .contentCutOff:
      return "roundToPixels"
    case .resizeOnlyGrows: return "resizeRoot"
    case .cellsOnlyGrow: return "swapTexts"
    }
  }

  /// The smallest case known by hand on which the law shows the fault.
  var handMade: LayoutCase { handMadeCase.layoutCase }

  private var handMadeCase: HandMadeCase {
    switch self {
    case .boundsShareSlot:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .greaterThanOrEqual, 10).adding(.a, .width, .greaterThanOrEqual, 20)
    case .siblingsSorted, .siblingCeilingNegated:
      return HandMadeCase(views: 2).adding(.b, .left, .equal, .a, .left, plus: 10)
    case .namesIgnoreCase, .itemsNotCompared:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, 10)
    case .equalConstraintsCancel, .boundsReplaceEachOther:
      return HandMadeCase(views: 0).adding(.root, .width, .equal, 0)
    case .singlePrecision, .redundantBoundRefused:
      return HandMadeCase(views: 0).adding(.root, .width, .equal, 400)
    case .scaleForgotten: return HandMadeCase(views: 0)
    case .pixelsCutOff:
      return HandMadeCase(views: 1).adding(.a, .left, .equal, .root, .left, plus: tenths(6))
    case .sizesRounded:
      return HandMadeCase(views: 1)
        .holding(.a, at: LayoutRect(x: tenths(5), y: 0, width: tenths(5), height: 0))
    case .halvesToEven:
      return HandMadeCase(views: 1).adding(.a, .left, .equal, .root, .left, plus: tenths(5))
    case .halvesFromZero:
      return HandMadeCase(views: 1).adding(.a, .left, .equal, .root, .left, plus: tenths(-5))
    case .roundedInRoot:
      return HandMadeCase(views: 2).nesting(.b, in: .a)
        .adding(.root, .left, .equal, .a, .left, plus: tenths(5))
    case .contentCutOff:
      return HandMadeCase(views: 1).changing(.a) { $0.kind = .scrollView }
        .guiding(.a, .scrollContent).adding(guide: 0, .width, .equal, tenths(6))
    case .holdInRootSpace:
      return HandMadeCase(views: 1)
        .holding(.a, at: LayoutRect(x: 0, y: 0, width: 10, height: 10))
    case .rightConstantNegated:
      return HandMadeCase(views: 0).adding(.root, .left, .equal, .root, .right, plus: 400)
    case .bottomConstantNegated:
      return HandMadeCase(views: 1).adding(.a, .right, .equal, .root, .right, plus: 10)
    case .verticalCenterMultiplierLost:
      return HandMadeCase(views: 0).adding(.root, .right, .equal, .root, .centerX, times: 2)
    case .trailingConstantNegated:
      return HandMadeCase(views: 1).adding(.a, .leading, .equal, .root, .leading, plus: 10)
    case .equalConstraintsMerged:
      return HandMadeCase(views: 0)
        .adding(.root, .width, .equal, 10, at: 500).adding(.root, .width, .equal, 10, at: 500)
    case .requiredCeilingIsExact:
      return HandMadeCase(views: 1).adding(.a, .width, .lessThanOrEqual, 10, at: 500)
    case .weightsForPriorities, .lowPrioritiesDropped:
      return HandMadeCase(views: 0).adding(.root, .width, .equal, 0, at: 500)
    case .boundHidesPreference:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .lessThanOrEqual, 20).adding(.a, .width, .equal, 10, at: 500)
    case .resizeOnlyGrows: return HandMadeCase(views: 0)
    case .cellsOnlyGrow:
      return HandMadeCase(views: 1).showing("Word", in: .a)
    }
  }

  private func tenths(_ count: Int64) -> LayoutNumber { LayoutNumber(digits: count, scale: 1) }
}
