// SPDX-License-Identifier: MIT

import Lowering

extension LoweringFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .boundsShareSlot:
      return FaultOrigin(
        "the first inequality between two anchors stands for all", after: "as GNUstep f29bdc7a7")
    case .siblingsSorted:
      return FaultOrigin(
        "pairs are kept in the order of the tree, signs are not turned", after: "as kiwi#57")
    case .namesIgnoreCase: return .invented("names of views are compared without regard to case")
    case .pixelsCutOff:
      return FaultOrigin("pixels are cut off toward zero", after: "the commonest slip of rounding")
    case .sizesRounded:
      return .invented("origin and size are rounded, not the edges")
    case .halvesToEven:
      return FaultOrigin("halves of a pixel go to the even one", after: "the default of IEEE 754")
    case .halvesFromZero:
      return FaultOrigin("halves of a pixel go away from zero", after: "round() of C")
    case .roundedInRoot:
      return .invented("edges are rounded in the root, not in the superview")
    case .contentCutOff:
      return .invented("sizes of contents are cut off to pixels")
    case .holdInRootSpace: return .invented("a held frame is measured from the root")
    case .singlePrecision:
      return FaultOrigin("constants are 32-bit floats", after: "GNUstep GSCSSolution, amoeba")
    case .scaleForgotten: return .invented("frames are rounded to points, whatever the screen")
    case .rightConstantNegated:
      return FaultOrigin(
        "the constant of a right edge has the wrong sign", after: "GNUstep 68bb019ce, libs-gui#935")
    case .verticalCenterMultiplierLost:
      return .invented("the multiplier of a center is read on one axis only")
    case .bottomConstantNegated:
      return FaultOrigin(
        "the constant of a bottom edge has the wrong sign", after: "GNUstep libs-gui#938")
    case .trailingConstantNegated:
      return FaultOrigin(
        "trailing constants have the wrong sign in right-to-left", after: "as GNUstep libs-gui#935")
    case .equalConstraintsCancel:
      return FaultOrigin(
        "adding an equal constraint removes the first",
        after: "the inverted test of GNUstep f29bdc7a7")
    case .redundantBoundRefused:
      return FaultOrigin(
        "what follows from an equality is a contradiction", after: "as nangege/Cassowary#3")
    case .boundsReplaceEachOther:
      return .invented("the last inequality between two anchors replaces the others")
    case .equalConstraintsMerged:
      return FaultOrigin(
        "constraints that are equal in value collapse into one", after: "GNUstep f29bdc7a7")
    case .siblingCeilingNegated:
      return FaultOrigin(
        "the constant of <= between siblings has the wrong sign", after: "as GNUstep libs-gui#935")
    case .requiredCeilingIsExact: return .invented("a required <= on a size is an equality")
    case .weightsForPriorities:
      return FaultOrigin(
        "priorities are weights of one sum", after: "GNUstep GSAutoLayoutEngine, kiwi#33, kiwi#110")
    case .lowPrioritiesDropped:
      return .invented("priorities below that of fitting sizes are dropped")
    case .itemsNotCompared:
      return FaultOrigin(
        "constraints are equal whatever their items", after: "as GNUstep f29bdc7a7")
    case .boundHidesPreference:
      return .invented("a bound on two anchors hides what is preferred between them")
    case .resizeOnlyGrows:
      return FaultOrigin("a smaller window does not reflow", after: "GNUstep 01bcf6084")
    case .cellsOnlyGrow:
      return FaultOrigin("a self-sizing row never shrinks", after: "as GNUstep 01bcf6084")
    }
  }
}
