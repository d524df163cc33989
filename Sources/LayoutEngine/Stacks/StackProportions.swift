// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import Lowering

/// The shares of proportional stacks, by natural sizes (AUTOLAYOUT 9.3).
extension StackBuilder {
  /// Gives each visible view the share of the stack's length that it has of the natural length.
  ///
  /// The shares are preferences that get weaker from view to view, so that the last view takes the
  /// remaining length.
  mutating func addProportions(_ stack: StackArrangement, _ sizes: NaturalSizes) {
    guard stack.layout.distribution == .fillProportionally else { return }
    let axis = stack.axis
    let lengths = stack.visible.map { sizes[stack.members[$0], axis] }
    // A document's value for the system's spacing is a mark that counts as zero here.
    let spacing = stack.layout.usesSystemSpacing ? .zero : Rational(stack.layout.spacing)
    let gaps = spacing * Rational(max(0, lengths.count - 1))
    let whole = lengths.reduce(gaps) { $0 + ($1 ?? .zero) }
    guard whole > .zero else { return }
    begin(stack)
    let margins = arranged.views[stack.view].margins
    let inset =
      stack.layout.isMarginsRelative
      ? (axis == .horizontal
        ? Rational(margins.left) + Rational(margins.right)
        : Rational(margins.top) + Rational(margins.bottom)) : .zero
    for (place, length) in lengths.enumerated() {
      guard let length else { continue }
      let share = length / whole
      relate(
        Anchor(.view(stack.visibleView(place)), axis.size),
        Anchor(.view(stack.view), axis.size), multiplier: share, constant: -share * inset,
        priority: StackRules.share(
          at: place, of: lengths.count, isDesktop: stack.isDesktop), as: .fillProportionally)
    }
  }
}

/// The natural lengths of views along both axes, as far as they are known without solving.
///
/// They are a view's own, a required constant one, or the length of a stack's views.
struct NaturalSizes {
  private var horizontal: [Rational?]
  private var vertical: [Rational?]

  /// - Complexity: O(views + constraints).
  init(of layoutCase: LayoutCase, stacks: [StackArrangement]) {
    let texts = TextExpansion.naturalSizes(of: layoutCase)
    horizontal = zip(layoutCase.views, texts).map { view, text in
      (view.intrinsicWidth ?? text?.width).map(Rational.init)
    }
    vertical = zip(layoutCase.views, texts).map { view, text in
      (view.intrinsicHeight ?? text?.height).map(Rational.init)
    }
    for constraint in layoutCase.constraints where constraint.source != .stackView {
      guard constraint.second == nil, constraint.relation == .equal,
        constraint.priority.isRequired, !constraint.constant.isNegative,
        case .view(let view) = constraint.first.item
      else { continue }
      let axis: Axis = constraint.first.attribute == .width ? .horizontal : .vertical
      if self[view, axis] == nil { self[view, axis] = Rational(constraint.constant) }
    }
    // Inner stacks come after outer ones.
    for stack in stacks.reversed() {
      for axis in Axis.allCases where self[stack.view, axis] == nil {
        self[stack.view, axis] = length(of: stack, axis)
      }
    }
  }

  subscript(_ view: Int, _ axis: Axis) -> Rational? {
    get { axis == .horizontal ? horizontal[view] : vertical[view] }
    set {
      if axis == .horizontal { horizontal[view] = newValue } else { vertical[view] = newValue }
    }
  }

  /// Returns the sum of the views and the gaps between them along the stack's axis, or the largest
  /// view across; margins are left out.
  private func length(of stack: StackArrangement, _ axis: Axis) -> Rational? {
    let lengths = stack.visible.compactMap { self[stack.members[$0], axis] }
    guard lengths.count == stack.visible.count, let largest = lengths.max() else { return nil }
    return axis == stack.axis ? (lengths + stack.gaps).reduce(.zero, +) : largest
  }
}
