// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel

extension ImportFault {
  /// The effect of the fault, and the real bug it is modelled on.
  var origin: FaultOrigin {
    switch self {
    case .ratioInverted: return .invented("a multiplier 16:9 is read as 9:16")
    case .ownConstantNegated:
      return FaultOrigin(
        "the constant has the wrong sign where the superview comes first",
        after: "GNUstep 68bb019ce, libs-gui#935: right, top and trailing")
    case .missingPriorityIsHigh:
      return FaultOrigin(
        "a constraint without a priority is a preference",
        after: "GNUstep 72add3134: what a document leaves out has another default")
    case .relationCarriesOver:
      return FaultOrigin(
        "a missing relation is that of the constraint before", after: "amoeba fd379df: stale state")
    case .frameIsLastRectangle:
      return .invented("the last rectangle of a view is taken for its frame, whatever its key")
    case .ownerIsRoot: return .invented("a side without an item means the root, not its superview")
    case .marginsForgotten: return .invented("attributes of margins are read as those of edges")
    case .safeAreaIsMargins: return .invented("the safe area is read as the margins")
    case .baselineIsFirst: return .invented("the baseline is the first, not the last")
    case .huggingAxesSwapped: return .invented("hugging priorities are read for the other axis")
    case .resistanceIsHugging: return .invented("compression resistance is read from hugging")
    case .maskEndsSwapped:
      return FaultOrigin(
        "flexible top and bottom are exchanged", after: "GNUstep libs-gui#938: flipped views")
    case .fixedFrameForgotten: return .invented("a frame that the document fixes is not fixed")
    case .masksNotTranslated:
      return FaultOrigin(
        "autoresizing masks make no constraints",
        after: "GNUstep 01bcf6084: a resize does not reach views without constraints")
    case .leadingIsLeft: return .invented("leading is read as left, trailing as right")
    case .constantsCutOff:
      return FaultOrigin(
        "constants are whole points", after: "GNUstep GSCSLinearExpression: a narrower number")
    case .marginsAlwaysKept: return .invented("every view keeps the margins of its superview")
    case .fractionsRounded:
      return FaultOrigin(
        "a third is 0.333333", after: "GNUstep GSCSLinearExpression: a narrower number")
    case .insetsClockwise: return .invented("insets are read in the order of style sheets")
    case .verticalSpaceNegated:
      return FaultOrigin(
        "vertical spaces have the wrong sign", after: "GNUstep 68bb019ce: AppKit's y goes up")
    case .standardSpaceIsEight:
      return FaultOrigin(
        "the standard space to a superview is eight points, whatever its margin",
        after: "radar 13591245: the default space to a superview is not known")
    case .formatPriorityLost: return .invented("priorities in formats are forgotten")
    }
  }

  /// The names of the laws that find the fault.
  package var seenBy: [String] {
    switch format {
    case .document: return ["writeDocument"]
    case .caseFile: return ["writeCaseFile"]
    case .visualFormat: return ["writeFormats"]
    }
  }

  /// The smallest case known by hand on which the law shows the fault.
  var handMade: LayoutCase { handMadeCase.layoutCase }

  private var handMadeCase: HandMadeCase {
    let root = HandMadeCase(views: 0)
    let one = HandMadeCase(views: 1)
    let frame = LayoutRect(x: 0, y: 0, width: 0, height: 0)
    switch self {
    case .ratioInverted:
      return root.adding(
        .root, .width, .equal, .root, .height, times: LayoutNumber(2, 1, form: .ratio))
    case .ownConstantNegated: return one.adding(.root, .left, .equal, .a, .left, plus: 1)
    case .missingPriorityIsHigh: return root.adding(.root, .width, .equal, 0)
    case .relationCarriesOver:
      return root.adding(.root, .width, .greaterThanOrEqual, 0)
        .adding(.root, .height, .equal, 0)
    case .frameIsLastRectangle, .fixedFrameForgotten: return one.holding(.a, at: frame)
    case .ownerIsRoot: return one.adding(.a, .width, .equal, 0)
    case .marginsForgotten: return root.adding(.root, .left, .equal, .root, .leftMargin)
    case .safeAreaIsMargins: return root.guiding(.root, .area(.safeArea))
    case .baselineIsFirst: return root.adding(.root, .top, .equal, .root, .lastBaseline)
    case .huggingAxesSwapped:
      return root.changing(.root) { $0.hugging.horizontal = 750 }
    case .resistanceIsHugging:
      return root.changing(.root) {
        $0.compressionResistance.horizontal = 250
      }
    case .maskEndsSwapped:
      return one.holding(
        .a,
        View.Hold(
          frame: frame, reason: .autoresizing, mask: [.flexibleTop],
          superviewSize: LayoutSize(width: 400, height: 300)))
    case .masksNotTranslated:
      return one.holding(.a, View.Hold(frame: frame, reason: .autoresizing))
    case .leadingIsLeft: return one.adding(.a, .leading, .equal, .root, .leading)
    case .constantsCutOff:
      return
        root
        .adding(.root, .width, .equal, LayoutNumber(digits: 5, scale: 1))
    case .marginsAlwaysKept: return root
    case .fractionsRounded:
      return
        root
        .adding(.root, .width, .equal, LayoutNumber(1, 3, form: .fraction))
    case .insetsClockwise:
      return root.changing(.root) { $0.margins.left = 0 }
    case .verticalSpaceNegated: return one.adding(.a, .top, .equal, .root, .top, plus: 1)
    case .standardSpaceIsEight: return one.adding(.a, .left, .equal, .root, .leftMargin)
    case .formatPriorityLost:
      return root.adding(.root, .width, .equal, 0, at: 500)
    }
  }
}
