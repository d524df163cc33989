// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import Lowering

/// One stack view with its arranged views.
struct StackArrangement {
  /// The index of the stack view.
  let view: Int
  let layout: StackLayout
  /// The arranged views in order, by index; hidden ones included, unless they are detached.
  let members: [Int]
  /// The hidden views that an NSStackView detaches: they take no part in its arrangement.
  let detached: [Int]
  /// Whether each member is hidden.
  let isHidden: [Bool]
  /// The distance from each member to the next, in points.
  ///
  /// The visible members beside hidden ones have the same distance as without these (AUTOLAYOUT
  /// 9.5).
  let gaps: [Rational]
  /// The indices of the visible members in `members`.
  let visible: [Int]

  /// Returns the stacks of a case, in the order of their views.
  ///
  /// - Complexity: O(views).
  static func all(in layoutCase: LayoutCase) -> [StackArrangement] {
    var members: [Int: [Int]] = [:]
    for (index, view) in layoutCase.views.enumerated() {
      guard let parent = view.parent, view.isArranged, layoutCase.views[parent].stack != nil
      else { continue }
      members[parent, default: []].append(index)
    }
    return layoutCase.views.indices.compactMap { index in
      layoutCase.views[index].stack.map {
        StackArrangement(view: index, layout: $0, members: members[index] ?? [], layoutCase)
      }
    }
  }

  private init(view: Int, layout: StackLayout, members: [Int], _ layoutCase: LayoutCase) {
    self.view = view
    self.layout = layout
    let detaches = layout.toolkit == .appKit
    detached = detaches ? members.filter { layoutCase.views[$0].isHidden } : []
    let members = detaches ? members.filter { !layoutCase.views[$0].isHidden } : members
    self.members = members
    let isHidden = members.map { layoutCase.views[$0].isHidden }
    let visible = members.indices.filter { !isHidden[$0] }
    self.isHidden = isHidden
    self.visible = visible
    gaps = members.indices.dropLast().map { place in
      guard let first = visible.first, let last = visible.last, place >= first, place < last
      else { return .zero }
      let spacing = Rational(layoutCase.views[members[place]].customSpacing ?? layout.spacing)
      switch (isHidden[place], isHidden[place + 1]) {
      case (false, false): return spacing
      case (true, true): return .zero
      default: return spacing * Rational(1, 2)
      }
    }
  }

  /// Whether the rules of NSStackView hold.
  var isDesktop: Bool { layout.toolkit == .appKit }
  var axis: Axis { layout.axis }
  var cross: Axis { axis == .horizontal ? .vertical : .horizontal }

  /// The placement of the views across the axis.
  ///
  /// Baselines run across columns only, so a column takes the edges instead (AUTOLAYOUT 9.4).
  var alignment: StackLayout.Alignment {
    guard axis == .vertical else { return layout.alignment }
    switch layout.alignment {
    case .firstBaseline: return .leading
    case .lastBaseline: return .trailing
    default: return layout.alignment
    }
  }

  /// Returns the view at a place among the visible ones.
  func visibleView(_ place: Int) -> Int { members[visible[place]] }

  /// Returns the distance between neighbours among the visible ones: the sum of the gaps between
  /// them.
  func spacing(after place: Int) -> Rational {
    gaps[visible[place]..<visible[place + 1]].reduce(.zero, +)
  }

  /// The length by which the guides in the gaps exceed the gaps.
  ///
  /// Views may thus overlap as far as the spacing allows: the size of a guide is not negative, and
  /// the gaps stay equal.
  var overlap: Rational {
    visible.indices.dropLast().reduce(.zero) { max($0, -spacing(after: $1)) }
  }

  // MARK: - Anchors

  enum Side { case near, far }

  /// Returns the edge at which the arranged views are: the stack view's, or that of its margins
  /// (AUTOLAYOUT 9.3).
  func edge(_ side: Side, _ axis: Axis) -> Anchor {
    let isNear = side == .near
    guard layout.isMarginsRelative else {
      return Anchor(.view(view), isNear ? axis.near : axis.far)
    }
    switch axis {
    case .horizontal: return Anchor(.view(view), isNear ? .leadingMargin : .trailingMargin)
    case .vertical: return Anchor(.view(view), isNear ? .topMargin : .bottomMargin)
    }
  }

  func center(_ axis: Axis) -> Anchor {
    guard layout.isMarginsRelative else { return Anchor(.view(view), axis.center) }
    return Anchor(
      .view(view), axis == .horizontal ? .centerXWithinMargins : .centerYWithinMargins)
  }

  /// Returns the end of the gap before a member: its near edge, or its first baseline (AUTOLAYOUT
  /// 9.10).
  func start(of place: Int) -> Anchor {
    Anchor(.view(members[place]), usesBaseline(place) ? .firstBaseline : axis.near)
  }

  /// Returns the start of the gap after a member.
  func end(of place: Int) -> Anchor {
    Anchor(.view(members[place]), usesBaseline(place) ? .lastBaseline : axis.far)
  }

  private func usesBaseline(_ place: Int) -> Bool {
    layout.isBaselineRelative && !isDesktop && axis == .vertical && !isHidden[place]
  }
}

extension Axis {
  /// The attributes along the axis: near and far edge in reading direction, center, size.
  var near: Attribute { self == .horizontal ? .leading : .top }
  var far: Attribute { self == .horizontal ? .trailing : .bottom }
  var center: Attribute { self == .horizontal ? .centerX : .centerY }
  var size: Attribute { self == .horizontal ? .width : .height }
}

extension LayoutNumber {
  /// Creates a fraction in its usual form: a decimal when it is finite, else `p/q`.
  ///
  /// A number that does not fit is rounded, and limited to the largest number of a case.
  init(_ value: Rational) {
    guard value.big == nil else {
      self = Self.rounded(value.doubleValue)
      return
    }
    self =
      LayoutNumber(quotientOf: Int128(value.smallNumerator), by: Int128(value.smallDenominator))
      ?? Self.rounded(value.doubleValue)
  }

  /// Returns a decimal with as many places as a double has digits for, at most nine.
  private static func rounded(_ number: Double) -> LayoutNumber {
    let limit = LayoutCase.largestMagnitude.doubleValue
    let value = min(limit, max(-limit, number))
    var scale = 9
    var power = 1e9
    while scale > 0, abs(value) * power > 9e15 {
      scale -= 1
      power /= 10
    }
    return LayoutNumber(digits: Int64((value * power).rounded()), scale: scale)
  }
}
