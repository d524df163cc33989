// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Patterns of areas whose insets the layout computes, and of frames that follow their superview.
extension CaseBuilder {
  /// Draws nested views, each tied to the edges, the safe area, the margins or the readable area of
  /// its superview.
  ///
  /// The place of a view never depends on its own areas, so that there is only one layout.
  mutating func drawAreas(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    var outer = box
    try drawMarginRules(of: box, &source)
    for _ in 0..<(try source.integer(in: 1...3, towards: 1)) {
      let (width, height) = (size(of: outer, .horizontal), size(of: outer, .vertical))
      let (x, y) = (try points(0...30, 0, &source), try points(0...30, 0, &source))
      let (right, bottom) = (try points(0...30, 0, &source), try points(0...30, 0, &source))
      let inner = put(
        outer, x: x, y: y, width: max(10, width - x - right), height: max(10, height - y - bottom))
      try forceDirection(of: inner, &source)
      try drawMarginRules(of: inner, &source)
      try tie(inner, &source)
      outer = inner
    }
  }

  /// Ties the four edges of a view to an area of its superview.
  private mutating func tie(_ view: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let outer = layoutCase.views[view].parent ?? 0
    let edges: [Attribute] = [.leading, .trailing, .top, .bottom]
    let areas = Guide.Area.allCases
    let way = try source.index(below: areas.count + 2)
    if way < areas.count {
      let guide = Item.guide(addGuide(owner: outer, kind: .area(areas[way])))
      for edge in edges {
        // The keyboard is below; the other areas surround the view.
        let isBelow = areas[way] == .keyboard && (edge == .top || edge == .bottom)
        let other = edge == .top && isBelow ? .view(outer) : guide
        relate(Anchor(.view(view), edge), .equal, Anchor(other, isBelow ? .top : edge))
      }
    } else if way == areas.count {
      equate(view, .leading, outer, .leadingMargin)
      equate(view, .trailing, outer, .trailingMargin)
      equate(view, .top, outer, .topMargin)
      equate(view, .bottom, outer, .bottomMargin)
    } else {
      pin(view, edges)
    }
  }

  private mutating func drawMarginRules(
    of view: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    layoutCase.views[view].margins = try source.insets(in: 0...24, towards: 8)
    layoutCase.views[view].marginRules = View.MarginRules(
      preservesSuperviewMargins: try source.bool(), insetsFromSafeArea: try !source.bool(1, in: 4),
      followsReadableWidth: try source.bool(1, in: 4))
  }

  /// Draws views whose frames are translated into constraints, in a superview that has changed its
  /// size since.
  ///
  /// Some are in the root or in each other without Auto Layout, as springs and struts.
  mutating func drawMasks(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    var sprung = 0
    for _ in 0..<(try source.integer(in: 1...4, towards: 1)) {
      let mask = AutoresizingMask(rawValue: UInt8(try source.integer(in: 0...63, towards: 0)))
      let isSprung = try source.bool(1, in: 3)
      let parent = isSprung ? (try source.bool() ? sprung : 0) : box
      let across = try drawSpring(in: parent, .horizontal, mask, &source)
      let down = try drawSpring(in: parent, .vertical, mask, &source)
      let outer = witness.views[parent]
      let view = addView(
        parent: parent,
        at: ByAxis(
          Stretch(low: outer.horizontal.low + across.after.low, size: across.after.size),
          Stretch(low: outer.vertical.low + down.after.low, size: down.after.size)))
      guard let x = across.before.low.layoutNumber, let y = down.before.low.layoutNumber,
        let width = across.before.size.layoutNumber, let height = down.before.size.layoutNumber,
        let outerWidth = across.outer.layoutNumber, let outerHeight = down.outer.layoutNumber
      else { throw .invalid }
      // Springs and struts are rounded to six places.
      let isExact = [across.after, down.after].allSatisfy { $0.low.isDecimal && $0.size.isDecimal }
      let hasSprings = isSprung && isExact
      if hasSprings { sprung = view }
      layoutCase.views[view].hold = View.Hold(
        frame: LayoutRect(x: x, y: y, width: width, height: height),
        reason: hasSprings ? .springsAndStruts : .autoresizing, mask: mask,
        superviewSize: LayoutSize(width: outerWidth, height: outerHeight))
    }
  }

  /// The place and length of a view in its superview along an axis, before and after the superview
  /// changed.
  private struct Spring {
    var outer: Ratio
    var before: Stretch
    var after: Stretch
  }

  private func drawSpring(
    in box: Int, _ axis: Axis, _ mask: AutoresizingMask, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Spring {
    let now = size(of: box, axis)
    let outer = max(10, now - (try points(-100...100, 0, &source)))
    let size = try points(0...max(1, outer.floor), 10, &source)
    let rest = max(0, (outer - size).floor)
    let before = Stretch(low: try points(0...rest, 0, &source), size: size)
    let after = CaseBuilder.stretched(before, outer: outer, gained: now - outer, mask, axis)
    if !after.size.isNegative { return Spring(outer: outer, before: before, after: after) }
    // Sizes are not negative: as if nothing had changed.
    return Spring(outer: now, before: before, after: before)
  }

  /// Returns a stretch after a change of the superview, by springs and struts (AUTOLAYOUT 4.4).
  ///
  /// The flexible parts share the gained length in proportion to their lengths, or equally if all
  /// are 0.
  private static func stretched(
    _ before: Stretch, outer: Ratio, gained: Ratio, _ mask: AutoresizingMask, _ axis: Axis
  ) -> Stretch {
    let flexible = mask.flexible(along: axis)
    let lengths = [
      (flexible.low, before.low), (flexible.size, before.size),
      (flexible.high, outer - before.high),
    ].filter(\.0).map(\.1)
    let total = lengths.reduce(0, +)
    func growth(_ isFlexible: Bool, _ length: Ratio) -> Ratio {
      guard isFlexible else { return 0 }
      return gained * (total.isZero ? Ratio(1, Int64(lengths.count)) : length / total)
    }
    return Stretch(
      low: before.low + growth(flexible.low, before.low),
      size: before.size + growth(flexible.size, before.size))
  }
}

extension Ratio {
  /// Whether the number has at most six decimal places.
  fileprivate var isDecimal: Bool { isDefined && 1_000_000 % denominator == 0 }
}
