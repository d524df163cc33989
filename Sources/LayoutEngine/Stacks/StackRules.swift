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
  /// The priority of equal sizes in NSStackView, which its header calls as equal as possible: above
  /// the usual hugging, and below the usual resistance and the hugging of texts.
  static let desktopEqualSizes = Priority(500)

  /// Returns the priority of the share of the view at a place among the visible ones (999, 998,
  /// ...).
  static func share(at place: Int, of count: Int) -> Priority {
    count == 1 ? .required : falling(from: 999, place)
  }

  /// Returns the priority of the preference that a distance between centres equals the first (150,
  /// 149, ...).
  static func equalCentres(at place: Int) -> Priority { falling(from: 150, place) }

  /// Returns the priority of the shared width of labels of several lines, above their resistance.
  static func textWidth(resistance: Priority) -> Priority {
    Priority(min(resistance.value + 10, 999))
  }

  /// Returns a priority of a hugging stack view that is lower than the resistance of a view in it.
  static func hugging(_ priority: Priority, below resistance: Priority) -> Priority {
    Priority(min(priority.value, max(1, resistance.value - 0.5)))
  }

  private static func falling(from first: Int, _ place: Int) -> Priority {
    Priority(Float(max(1, first - place)))
  }
}
