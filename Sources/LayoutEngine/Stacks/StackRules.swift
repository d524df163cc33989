// SPDX-License-Identifier: MIT

import LayoutModel

/// The names that the constraints of stack views carry in Auto Layout's logs (AUTOLAYOUT 9.3 and
/// 9.4).
enum StackIdentifier: String {
  case canvasConnection = "UISV-canvas-connection"
  case canvasFit = "UISV-canvas-fit"
  case spacing = "UISV-spacing"
  case fillEqually = "UISV-fill-equally"
  case fillProportionally = "UISV-fill-proportionally"
  case distributingEdge = "UISV-distributing-edge"
  case hiding = "UISV-hiding"
  case textWidthDisambiguation = "UISV-text-width-disambiguation"
  case alignment = "UISV-alignment"
  case alignmentSpanner = "UISV-alignment-spanner"
  case spanningBoundary = "UISV-spanning-boundary"
  case spanningFit = "UISV-spanning-fit"
  case ambiguitySuppression = "UISV-ambiguity-suppression"

  /// The name in a stack view of a toolkit.
  ///
  /// Logs of AppKit show `NSStackView.Edge` and `NSStackView.Stack`; the other names are ours.
  func name(in toolkit: StackLayout.Toolkit) -> String {
    if toolkit == .uiKit { return rawValue }
    switch self {
    case .canvasConnection: return "NSStackView.Edge"
    case .spacing: return "NSStackView.Stack"
    case .alignment: return "NSStackView.Alignment"
    case .fillEqually: return "NSStackView.EqualSizes"
    case .fillProportionally: return "NSStackView.Shares"
    case .canvasFit, .spanningFit: return "NSStackView.Hugging"
    case .spanningBoundary, .alignmentSpanner: return "NSStackView.Bounds"
    case .distributingEdge: return "NSStackView.Gap"
    case .hiding: return "NSStackView.Hidden"
    case .textWidthDisambiguation, .ambiguitySuppression: return "NSStackView.Unspecified"
    }
  }
}

/// The priorities of stack views, and the choices where Auto Layout's own rule is not known.
///
/// Choices (AUTOLAYOUT marks them L or U):
/// - Guides of equalCentering have equal sizes at falling priorities from 150 (9.3).
/// - Spacing next to a hidden view is halved gap by gap, custom spacing as well (9.6).
/// - A proportional stack in margins shares the length between its margins; a view whose natural
///   size is not known takes what the others leave (9.3).
/// - A stack without visible views connects to nothing at its far edge, as an empty one. Nothing
///   then contradicts the size that it has from outside (9.11).
/// - With first baselines the row is aligned to the top edge, with last ones to the bottom edge
///   (9.4).
///
/// Choices for NSStackView, whose header leaves them open:
/// - Sizes are "as equal as possible" at priority 500 (`desktopEqualSizes`): above the usual
///   hugging, and below the usual resistance and the hugging of texts. So are shares.
/// - Alignment by width or height is half a point stronger (`desktopFill`), so that it does not tie
///   with the usual hugging.
/// - Gaps, and distances between centres, are equal just below the usual hugging
///   (`desktopEqualGaps`), so that they stretch no view.
/// - Hugging holds the stack at a guide around its views. The guide is as small as possible below
///   the alignment, and below what the views resist with: so hugging squeezes no view, but yields
///   to what is stronger than that.
enum StackRules {
  /// The preference that a stack is no longer than its spread contents.
  static let canvasFit = Priority(49)
  /// The preference that the guide spanning the arranged views across is no larger than they are.
  static let spanningFit = Priority(51)
  /// The priority that keeps the spanning guide at the side that the views are aligned to.
  static let spanningSide = Priority(999.5)
  /// The preference that views without a natural size across have size zero.
  static let ambiguitySuppression = Priority(25)

  /// The priority with which NSStackView aligns its views, as its header states.
  static let desktopAlignment = Priority(250)
  static let desktopFill = Priority(250.5)
  static let desktopEqualGaps = Priority(249.75)
  static let desktopFit = Priority(249.5)
  static let desktopEqualSizes = Priority(500)
  /// The strongest priority that is not required.
  static let strongestPreference = Priority(999.5)

  /// Returns the priority of the share of the view at a place among the visible ones (999, 998,
  /// ...; in an NSStackView from that of equal sizes).
  static func share(at place: Int, of count: Int, isDesktop: Bool) -> Priority {
    if isDesktop { return falling(from: Int(desktopEqualSizes.value), place) }
    return count == 1 ? .required : falling(from: 999, place)
  }

  /// Returns the priority of the preference that a distance between centres equals the first (150,
  /// 149, ...).
  static func equalCentres(at place: Int) -> Priority { falling(from: 150, place) }

  /// Returns the priority of the shared width of labels of several lines, above their resistance.
  static func textWidth(resistance: Priority) -> Priority {
    Priority(min(resistance.value + 10, 999))
  }

  private static func falling(from first: Int, _ place: Int) -> Priority {
    Priority(Float(max(1, first - place)))
  }
}
