// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

extension LoweringFault {
  /// The name of the law that finds the fault on its hand-made case; only in two of the cases a second one does.
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
    case .namesIgnoreCase, .equalConstraintsCancel, .redundantBoundRefused, .itemsNotCompared:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, 10)
    case .singlePrecision:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, tenths(1))
    case .pixelsCutOff, .scaleForgotten:
      return HandMadeCase(views: 1).adding(.a, .left, .equal, .root, .left, plus: tenths(6))
    case .holdInRootSpace:
      return HandMadeCase(views: 1)
        .holding(.a, at: LayoutRect(x: 0, y: 0, width: 10, height: 10))
    case .rightConstantNegated:
      return HandMadeCase(views: 1).adding(.a, .left, .equal, .root, .left, plus: 10)
    case .bottomConstantNegated:
      return HandMadeCase(views: 1).adding(.a, .right, .equal, .root, .right, plus: 10)
    case .verticalCenterMultiplierLost:
      return HandMadeCase(views: 1).adding(.a, .centerY, .equal, .root, .centerY, times: 2)
    case .trailingConstantNegated:
      return HandMadeCase(views: 1).adding(.a, .leading, .equal, .root, .leading, plus: 10)
    case .boundsReplaceEachOther:
      return HandMadeCase(views: 1).adding(.root, .width, .equal, .a, .width)
    case .equalConstraintsMerged:
      return HandMadeCase(views: 0)
        .adding(.root, .width, .equal, 10, at: 500).adding(.root, .width, .equal, 10, at: 500)
    case .requiredCeilingIsExact:
      return HandMadeCase(views: 1).adding(.a, .width, .lessThanOrEqual, 10, at: 500)
    case .weightsForPriorities:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .equal, 10, at: 750)
        .adding(.root, .width, .equal, .a, .width, times: 3, at: 500)
    case .lowPrioritiesDropped:
      return HandMadeCase(views: 1).adding(.a, .width, .equal, 10, at: 500)
    case .boundHidesPreference:
      return HandMadeCase(views: 1)
        .adding(.a, .width, .lessThanOrEqual, 20).adding(.a, .width, .equal, 10, at: 500)
    case .resizeOnlyGrows: return HandMadeCase(views: 0)
    case .cellsOnlyGrow:
      return HandMadeCase(views: 1).showing("Word", in: .a)
        .adding(.a, .top, .equal, .root, .top).adding(.root, .bottom, .equal, .a, .bottom)
        .adding(.a, .leading, .equal, .root, .leading)
        .adding(.root, .trailing, .equal, .a, .trailing)
    }
  }

  private func tenths(_ count: Int64) -> LayoutNumber { LayoutNumber(digits: count, scale: 1) }
}
