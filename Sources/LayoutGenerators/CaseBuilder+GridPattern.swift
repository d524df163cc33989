// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Collection views whose flow layouts place items in lines, by plain arithmetic (AUTOLAYOUT 8.10
/// to 8.13).
extension CaseBuilder {
  /// A drawn grid; lengths along a line are called `across`, those in the scroll direction `along`.
  private struct GridPlan {
    var isVertical = true
    var sizesItems = false
    var items: [(across: Ratio, along: Ratio)] = []
    var available = Ratio.zero
    var itemSpacing = Ratio.zero
    var lineSpacing = Ratio.zero
    var insets = LayoutInsets.zero

    var acrossInsets: (low: Ratio, high: Ratio) {
      insets.along(isVertical ? .horizontal : .vertical)
    }
    var alongInsets: (low: Ratio, high: Ratio) {
      insets.along(isVertical ? .vertical : .horizontal)
    }

    /// The lines, each filled as far as its items and their least gaps fit.
    private var lines: [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = 0
      while start < items.count {
        var end = start + 1
        var length = items[start].across
        while end < items.count, length + itemSpacing + items[end].across <= available {
          length = length + itemSpacing + items[end].across
          end += 1
        }
        lines.append(start..<end)
        start = end
      }
      return lines
    }

    /// The number of items of equal size that fit in a line.
    private var fullCount: Int {
      var count = 1
      var length = items[0].across
      while length + itemSpacing + items[0].across <= available, count < 100 {
        length = length + itemSpacing + items[0].across
        count += 1
      }
      return count
    }

    /// Places the items from the grid's low corner; `end` is the length of the content.
    func arranged() -> (places: [(across: Ratio, along: Ratio)], end: Ratio) {
      var places: [(across: Ratio, along: Ratio)] = []
      var end = alongInsets.low
      for (number, line) in lines.enumerated() {
        if number > 0 { end = end + lineSpacing }
        let isPacked = sizesItems && line.upperBound == items.count
        // Items of one size keep the places of a full line.
        let count = sizesItems ? line.count : fullCount
        let used =
          sizesItems
          ? line.reduce(Ratio.zero) { $0 + items[$1].across } : items[0].across * Ratio(count)
        let rest = available - used
        var place = acrossInsets.low
        if !isPacked, count == 1, !rest.isNegative { place = place + rest.half }
        let height = line.reduce(Ratio.zero) { max($0, items[$1].along) }
        for item in line {
          places.append((place, end + (height - items[item].along).half))
          place = place + items[item].across
          if isPacked { place = place + itemSpacing }
          if !isPacked, count > 1 { place = place + rest / Ratio(count - 1) }
        }
        end = end + height
      }
      return (places, end + alongInsets.high)
    }
  }

  /// Draws a collection view in the near corner of the box.
  mutating func drawGrid(in box: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let plan = try drawGridPlan(&source)
    let bounds = plan.acrossInsets.low + plan.available + plan.acrossInsets.high
    let depth = try points(20...240, 100, &source)
    let grid = put(
      box, .collectionView, x: 0, y: 0, width: plan.isVertical ? bounds : depth,
      height: plan.isVertical ? depth : bounds)
    pin(grid, [.leading, .top])
    fix(grid, [.width, .height])
    try forceDirection(of: grid, &source)
    layoutCase.views[grid].flow = FlowGrid(
      scrollDirection: plan.isVertical ? .vertical : .horizontal,
      itemSize: plan.sizesItems ? .fitting : .fixed(size(of: plan.items[0], plan)),
      lineSpacing: plan.lineSpacing.layoutNumber ?? 0,
      itemSpacing: plan.itemSpacing.layoutNumber ?? 0, insets: plan.insets)
    let (places, end) = plan.arranged()
    // Everything is mirrored in the width of the content.
    let content = plan.isVertical ? bounds : end
    let corner = witness.views[grid]
    for (item, place) in zip(plan.items, places) {
      let (x, y) = plan.isVertical ? (place.across, place.along) : (place.along, place.across)
      let (width, height) =
        plan.isVertical ? (item.across, item.along) : (item.along, item.across)
      let left = isRightToLeft(inside: grid) ? content - x - width : x
      let view = addView(
        parent: grid,
        at: ByAxis(
          Stretch(low: corner.horizontal.low + left, size: width),
          Stretch(low: corner.vertical.low + y, size: height)))
      guard plan.sizesItems else { continue }
      if try source.bool() {
        fix(view, [.width, .height])
      } else {
        measure(view, width: width, height: height)
      }
    }
  }

  private func size(
    of item: (across: Ratio, along: Ratio), _ plan: GridPlan
  ) -> LayoutSize {
    let (across, along) = (item.across.layoutNumber ?? 0, item.along.layoutNumber ?? 0)
    return plan.isVertical
      ? LayoutSize(width: across, height: along) : LayoutSize(width: along, height: across)
  }

  private func drawGridPlan(_ source: inout ChoiceSource) throws(GenerationStop) -> GridPlan {
    var plan = GridPlan()
    plan.isVertical = try !source.bool(1, in: 3)
    plan.sizesItems = try source.bool(1, in: 2)
    plan.itemSpacing = try points(0...12, 10, &source)
    plan.lineSpacing = try points(0...16, 10, &source)
    if try source.bool() { plan.insets = try source.insets(in: 0...20, towards: 0) }
    let first = (across: try points(4...60, 50, &source), along: try points(4...60, 50, &source))
    for _ in 0..<(try source.integer(in: 1...7, towards: 1)) {
      plan.items.append(
        plan.sizesItems
          ? (try points(4...60, 50, &source), try points(4...60, 50, &source)) : first)
    }
    let longest = plan.items.reduce(Ratio.zero) { max($0, $1.across) }
    // The last item of a line often fits exactly, or lacks a point.
    let full = try source.integer(in: 1...4, towards: 1)
    let exact = first.across * Ratio(full) + plan.itemSpacing * Ratio(full - 1)
    plan.available = max(longest, exact + (try points(-1...70, 0, &source)))
    return plan
  }
}
