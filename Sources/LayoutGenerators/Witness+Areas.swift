// SPDX-License-Identifier: MIT

import LayoutModel

/// Safe areas, margins and readable widths of a witness, directly from AUTOLAYOUT section 13:
/// inward from the root, by the places of views. The passes of layout must give the same result.
extension Witness {
  /// The insets at both ends of an axis.
  typealias Sides = (low: Ratio, high: Ratio)

  /// Returns the insets of the safe area in a view: those of the superview less the view's
  /// distances.
  func safeArea(of view: Int, _ axis: Axis, in layoutCase: LayoutCase) -> Sides {
    let whole = layoutCase.environment.safeArea.along(axis)
    guard let parent = layoutCase.views[view].parent, whole != (0, 0) else { return whole }
    let outer = safeArea(of: parent, axis, in: layoutCase)
    let distance = distance(of: view, from: parent, axis, in: layoutCase)
    return (
      outer.low > 0 ? max(0, outer.low - distance.low) : 0,
      outer.high > 0 ? max(0, outer.high - distance.high) : 0
    )
  }

  /// Returns the margins of a view: its own and its safe area, or more if it preserves those of its
  /// superview.
  func margins(of view: Int, _ axis: Axis, in layoutCase: LayoutCase) -> Sides {
    let rules = layoutCase.views[view].marginRules
    let sides = fullMargins(of: view, axis, in: layoutCase)
    return rules.followsReadableWidth ? narrowed(sides, of: view, axis, in: layoutCase) : sides
  }

  private func fullMargins(of view: Int, _ axis: Axis, in layoutCase: LayoutCase) -> Sides {
    var sides = layoutCase.views[view].margins.along(axis)
    let rules = layoutCase.views[view].marginRules
    if rules.insetsFromSafeArea {
      let safe = safeArea(of: view, axis, in: layoutCase)
      sides = (sides.low + safe.low, sides.high + safe.high)
    }
    if rules.preservesSuperviewMargins, let parent = layoutCase.views[view].parent {
      let outer = margins(of: parent, axis, in: layoutCase)
      let distance = distance(of: view, from: parent, axis, in: layoutCase)
      sides.low = max(sides.low, outer.low - distance.low)
      sides.high = max(sides.high, outer.high - distance.high)
    }
    return sides
  }

  /// Increases both insets equally until at most the readable width is between them.
  private func narrowed(
    _ sides: Sides, of view: Int, _ axis: Axis, in layoutCase: LayoutCase
  ) -> Sides {
    guard axis == .horizontal else { return sides }
    let room = views[view].horizontal.size - sides.low - sides.high
    let excess = room - Ratio(layoutCase.environment.readableWidth)
    return excess > 0 ? (sides.low + excess.half, sides.high + excess.half) : sides
  }

  /// Returns the distances from the edges of the superview inward to those of the view.
  private func distance(
    of view: Int, from parent: Int, _ axis: Axis, in layoutCase: LayoutCase
  ) -> Sides {
    let own = views[view][axis]
    let scrolls = layoutCase.views[parent].kind == .scrollView
    let outer = scrolls ? content(of: parent, axis, in: layoutCase) : views[parent][axis]
    return (own.low - outer.low, outer.high - own.high)
  }

  /// Returns the extent of an area of a view.
  func stretch(
    of area: Guide.Area, in view: Int, _ axis: Axis, _ layoutCase: LayoutCase
  ) -> Stretch {
    let sides: Sides
    switch area {
    case .safeArea: sides = safeArea(of: view, axis, in: layoutCase)
    case .margins: sides = margins(of: view, axis, in: layoutCase)
    case .readable:
      sides = narrowed(
        fullMargins(of: view, axis, in: layoutCase), of: view, axis, in: layoutCase)
    case .keyboard:
      guard axis == .vertical else { return views[view].horizontal }
      let high = safeArea(of: view, axis, in: layoutCase).high
      return Stretch(low: views[view].vertical.high - high, size: high)
    }
    let outer = views[view][axis]
    return Stretch(low: outer.low + sides.low, size: outer.size - sides.low - sides.high)
  }
}
