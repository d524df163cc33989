// SPDX-License-Identifier: MIT

/// The rules that a diagnosis judges: a layout whose required constraints contradict each other has
/// no frames.
package enum JudgedRules: Sendable {
  case all
  /// The open parts of the layout, but no frames: those parts are open whichever constraint of the
  /// conflicts becomes optional.
  case openParts
  /// Only the constraints themselves.
  case constraints

  /// Whether the findings of a rule are known.
  package func judges(_ rule: LayoutRule) -> Bool {
    switch self {
    case .all: return true
    case .openParts: return !rule.needsLayout || rule.isAboutOpenParts
    case .constraints: return !rule.needsLayout
    }
  }
}

extension LayoutRule {
  /// Whether the rule is about parts that the constraints leave open.
  var isAboutOpenParts: Bool {
    switch self {
    case .ambiguous, .scrollContentSize, .priorityTie: return true
    default: return false
    }
  }

  /// Whether the rule can only be judged where there is a layout.
  var needsLayout: Bool { isAboutOpenParts || roundsFrames || self == .unsettled }
}
