// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Patterns of views in rows and columns.
extension CaseBuilder {
  /// Draws views of fixed height one below the other.
  mutating func drawChain(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let count = try source.integer(in: 1...8, towards: 1)
    let gap = try points(0...20, 8, &source)
    let width = size(of: box, .horizontal)
    var y = gap
    var above: Int?
    for _ in 0..<count {
      let height = try points(1...60, 20, &source)
      let view = put(box, x: 16, y: y, width: width - 32, height: height)
      pin(view, [.leading, .trailing])
      if let above { equate(view, .top, above, .bottom) } else { pin(view, [.top]) }
      fix(view, [.height])
      y = y + height + gap
      above = view
    }
  }

  /// Draws two views of their own widths, side by side, centred together by an invisible helper.
  mutating func drawCentredPair(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let (one, two) = try drawPair(in: box, &source)
    // In the middle, for both directions of reading.
    let both = size(of: one, .horizontal) + 8 + size(of: two, .horizontal)
    let start = (size(of: box, .horizontal) - both).half
    let helper = put(box, x: start, y: 0, width: both, height: size(of: box, .vertical))
    equate(helper, .leading, one, .leading)
    equate(helper, .trailing, two, .trailing)
    pin(helper, [.centerX, .top, .bottom])
  }

  /// Draws the pair without the helper: it can be anywhere.
  mutating func drawLoosePair(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> PlantedTruth {
    let (one, two) = try drawPair(in: box, &source)
    return .ambiguous(view: try source.bool() ? two : one, .horizontal)
  }

  private mutating func drawPair(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> (Int, Int) {
    let image = try points(10...40, 24, &source)
    let text = try points(10...50, 40, &source)
    let both = image + 8 + text
    let start = (size(of: box, .horizontal) - both).half
    let high = size(of: box, .vertical)
    let one = put(
      box, .imageView, x: start, y: (high - image).half, width: image, height: image)
    let two = put(
      box, .label, x: start + image + 8, y: (high - 20).half, width: text, height: 20)
    measure(one, width: image, height: image)
    measure(two, width: text, height: 20)
    equate(two, .leading, one, .trailing)
    pin(one, [.centerY])
    pin(two, [.centerY])
    relate(
      Anchor(.view(one), .leading), .greaterThanOrEqual, Anchor(.view(box), .leading),
      shift: -start)
    relate(
      Anchor(.view(two), .trailing), .lessThanOrEqual, Anchor(.view(box), .trailing), shift: start)
    return (one, two)
  }

  /// Draws labels of equal width, each with a field on the same baseline.
  mutating func drawFormRows(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let count = try source.integer(in: 1...5, towards: 1)
    let wide = try points(20...40, 40, &source)
    let width = size(of: box, .horizontal)
    var above: Int?
    var first: Int?
    for row in 0..<count {
      let y = Ratio(20 + 42 * row)
      let field = put(
        box, .textField, x: 16 + wide + 8, y: y, width: width - 40 - wide, height: 34)
      layoutCase.views[field].firstBaselineOffset = 22
      let label = put(box, .label, x: 16, y: y + 6, width: wide, height: 20)
      layoutCase.views[label].firstBaselineOffset = 16
      // A margin that decides the label's place must not depend on that place.
      layoutCase.views[label].marginRules.insetsFromSafeArea = false
      layoutCase.views[box].margins = LayoutInsets(top: 0, left: 16, bottom: 0, right: 16)
      pin(label, row % 2 == 0 ? [.leadingMargin] : [.leading])
      equate(field, .leading, label, .trailing)
      equate(box, .trailingMargin, field, .trailing)
      equate(label, .firstBaseline, field, .firstBaseline)
      measure(label, height: 20)
      if try write(label, isWide: true, &source) { open(.vertical, [label]) }
      fix(field, [.height])
      if let above { equate(field, .top, above, .bottom) } else { pin(field, [.top]) }
      if let first { equate(label, .width, first, .width) } else { fix(label, [.width]) }
      above = field
      first = first ?? label
    }
  }

  /// Draws columns of equal width that fill the box.
  mutating func drawEqualColumns(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let count = try source.integer(in: 1...7, towards: 2)
    let gap = try points(0...8, 8, &source)
    let width = (size(of: box, .horizontal) - gap * Ratio(count + 1)) / Ratio(count)
    var before: Int?
    for column in 0..<count {
      let view = put(
        box, x: gap + (gap + width) * Ratio(column), y: 8, width: width,
        height: size(of: box, .vertical) - 16)
      pin(view, [.top, .bottom])
      if let before {
        equate(view, .leading, before, .trailing)
        equate(view, .width, before, .width)
      } else {
        pin(view, [.leading])
      }
      before = view
    }
    if let before { pin(before, [.trailing]) }
  }

  /// Draws a grid whose cells are a share of the width and keep their aspect ratio.
  mutating func drawAspectGrid(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let columns = try source.integer(in: 1...4, towards: 2)
    let count = try source.integer(in: 1...9, towards: 1)
    let isWide = try source.bool()
    let aspect = isWide ? LayoutNumber(9, 16, form: .ratio) : LayoutNumber(digits: 75, scale: 2)
    let share = LayoutNumber(1, Int64(columns), form: .fraction)
    let width = size(of: box, .horizontal) * Ratio(share) - 5
    let height = width * Ratio(aspect)
    var cells: [Int] = []
    for index in 0..<count {
      let (row, column) = (index / columns, index % columns)
      let cell = put(
        box, .imageView, x: (width + 5) * Ratio(column), y: (height + 5) * Ratio(row),
        width: width, height: height)
      equate(cell, .width, box, .width, multiplier: share)
      equate(cell, .height, cell, .width, multiplier: aspect)
      if column == 0 {
        pin(cell, [.leading])
      } else {
        equate(cell, .leading, cells[index - 1], .trailing)
      }
      if row == 0 { pin(cell, [.top]) } else { equate(cell, .top, cells[index - columns], .bottom) }
      cells.append(cell)
    }
  }

  /// Draws a bar at the end of the safe area, and content above it.
  mutating func drawToolbar(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let kind = try drawToolbarArea(in: box, &source)
    let safe = Item.guide(addGuide(owner: box, kind: kind))
    let outer = witness.views[box]
    let inner = ByAxis(
      witness.stretch(of: safe, .horizontal, isInside: false, in: layoutCase),
      witness.stretch(of: safe, .vertical, isInside: false, in: layoutCase))
    let (width, height) = (inner.horizontal.size, inner.vertical.size)
    // Insets may differ from side to side.
    let x =
      isRightToLeft(inside: box)
      ? outer.horizontal.high - inner.horizontal.high : inner.horizontal.low - outer.horizontal.low
    let y = inner.vertical.low - outer.vertical.low
    let bar = put(box, x: x, y: y + height - 4, width: width, height: 4)
    let content = put(box, x: x, y: y, width: width, height: height - 4)
    for view in [bar, content] {
      relate(Anchor(.view(view), .leading), .equal, Anchor(safe, .leading))
      relate(Anchor(safe, .trailing), .equal, Anchor(.view(view), .trailing))
    }
    relate(Anchor(safe, .bottom), .equal, Anchor(.view(bar), .bottom))
    relate(Anchor(.view(content), .top), .equal, Anchor(safe, .top))
    equate(bar, .top, content, .bottom)
    fix(bar, [.height])
  }

  /// Draws the area that is free of bars: with numbers of the document, or computed by the layout.
  private func drawToolbarArea(
    in box: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Guide.Kind {
    let safe = ByAxis(
      witness.stretch(of: .safeArea, in: box, .horizontal, layoutCase),
      witness.stretch(of: .safeArea, in: box, .vertical, layoutCase))
    // A box that extends beyond its superview may have no free area.
    let hasRoom = safe.horizontal.size > 10 && safe.vertical.size > 10
    if hasRoom, try source.bool() { return .area(.safeArea) }
    let top = try source.integer(in: 0...59, towards: 20)
    let bottom = try source.integer(in: 0...34, towards: 0)
    return .inset(
      LayoutInsets(top: LayoutNumber(top), left: 0, bottom: LayoutNumber(bottom), right: 0))
  }
}
