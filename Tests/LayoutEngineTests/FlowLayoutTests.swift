// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutModel
import Lowering
import TestSupport
import Testing

/// Checks the flow layout of collection views (AUTOLAYOUT 8.10 to 8.12).
@Suite struct FlowLayoutTests {
  /// Returns the photo grid of SCENES S1: each side is a third of the width without two gaps of 5.
  private func photoGrid(width: Int, count: Int) -> FlowLayout {
    let side = LayoutNumber(Int64(width - 30), 3, form: .fraction)
    return FlowLayout(
      boundsSize: LayoutSize(width: LayoutNumber(width - 20), height: 0),
      sections: [.init(count: count, itemSize: LayoutSize(width: side, height: side))],
      lineSpacing: 5, itemSpacing: 5)
  }

  @Test("S1: three photos a row at any width, and the heights 0, s, 2s + 5, 3s + 10")
  func photos() {
    for width in [320, 375, 414] {
      let side = Rational(Int64(width - 30), 3)
      for count in 0...9 {
        let grid = photoGrid(width: width, count: count).arrange()
        let rows = (count + 2) / 3
        let gaps = Rational(5 * max(0, rows - 1))
        #expect(grid.contentHeight == side * Rational(rows) + gaps, "\(count) at \(width)")
        #expect(grid.sections[0].lines.map(\.count).max() ?? 0 == min(count, 3))
        for (item, rect) in grid.sections[0].items.enumerated() {
          #expect(rect.x == Rational(item % 3) * (side + Rational(5)))
          #expect(rect.y == Rational(item / 3) * (side + Rational(5)))
        }
      }
    }
  }

  @Test("the sum of thirds in doubles may be too long for the line, which exact thirds never are")
  func floatTrap() {
    var trapped = 0
    for width in 200..<1200 {
      let side = (Double(width) - 30) / 3
      if side + 5 + side + 5 + side > Double(width) - 20 { trapped += 1 }
      let grid = photoGrid(width: width, count: 3).arrange()
      #expect(grid.sections[0].lines.count == 1, "\(width)")
    }
    #expect(trapped > 0, "doubles fall into the trap at some width")
  }

  @Test("sides rounded down leave wider gaps, which a last row of equal sizes keeps")
  func flooredSides() {
    let side = LayoutNumber(digits: 965, scale: 1)
    func grid(_ count: Int) -> [Rational] {
      FlowLayout(
        boundsSize: LayoutSize(width: 300, height: 0),
        sections: [.init(count: count, itemSize: LayoutSize(width: side, height: side))],
        lineSpacing: 5, itemSpacing: 5
      ).arrange().sections[0].items.map(\.x)
    }
    let places = [Rational(0), Rational(407, 4), Rational(407, 2)]
    #expect(grid(6) == places + places)
    #expect(grid(4) == places + places.prefix(1))
    #expect(grid(5) == places + places.prefix(2))
    #expect(grid(1) == [Rational(0)])
  }

  @Test("a last row of sizes by item is packed; a single item elsewhere is centred")
  func lastRow() {
    func xs(_ widths: [Int], byItem: Bool) -> [Rational] {
      let sizes = widths.map { LayoutSize(width: LayoutNumber($0), height: 10) }
      return FlowLayout(
        boundsSize: LayoutSize(width: 100, height: 0),
        sections: [.init(itemSizes: sizes, hasSizesByItem: byItem)]
      ).arrange().sections[0].items.map(\.x)
    }
    #expect(xs([40, 40, 30, 20], byItem: true) == [0, 60, 0, 40].map { Rational($0) })
    #expect(xs([80, 40], byItem: true) == [10, 0].map { Rational($0) })
    #expect(xs([80, 80], byItem: false) == [10, 10].map { Rational($0) }, "one fits a line")
  }

  @Test("items that are too long have their own line at the start, and are reported")
  func tooLong() {
    let sizes = [30, 120, 30].map { LayoutSize(width: LayoutNumber($0), height: 10) }
    let placed = FlowLayout(
      boundsSize: LayoutSize(width: 100, height: 0),
      sections: [.init(itemSizes: sizes, hasSizesByItem: true)]
    ).arrange().sections[0]
    #expect(placed.tooLongItems == [1])
    #expect(placed.lines == [0..<1, 1..<2, 2..<3])
    #expect(placed.items[1].x == .zero)
  }

  @Test("places are rounded down to pixels, and mirrored from right to left")
  func pixelsAndMirror() {
    var layout = FlowLayout(
      boundsSize: LayoutSize(width: 100, height: 0),
      sections: [.init(count: 4, itemSize: LayoutSize(width: 30, height: 10))], itemSpacing: 3)
    #expect(
      layout.arrange().sections[0].items.prefix(3).map(\.x) == [0, 35, 70].map { Rational($0) })
    layout.boundsSize.width = LayoutNumber(digits: 1003, scale: 1)
    layout.scale = 2
    #expect(layout.arrange().sections[0].items[1].x == Rational(35))
    layout.scale = nil
    #expect(layout.arrange().sections[0].items[1].x == Rational(703, 20))
    layout.direction = .rightToLeft
    let mirrored = layout.arrange().sections[0].items
    #expect(mirrored[0].x == Rational(703, 10))
    #expect(mirrored[3].x == Rational(703, 10))
  }

  @Test(
    "in a random layout items keep their order, do not overlap, stay inside and fill lines greedily"
  )
  func properties() {
    forAll(.drawn { Self.randomLayout(&$0) }, count: 1_500) { layout in
      let arrangement = layout.arrange()
      let isVertical = layout.scrollDirection == .vertical
      var end = Rational.zero
      for (section, placed) in zip(layout.sections, arrangement.sections) {
        let header = isVertical ? placed.header.y : placed.header.x
        try claim(header, is: end)
        try check(placed, of: section, in: layout)
        end =
          isVertical
          ? placed.footer.y + placed.footer.height : placed.footer.x + placed.footer.width
      }
      try claim(end, is: isVertical ? arrangement.contentHeight : arrangement.contentWidth)
      return .holds
    }
  }

  private func check(
    _ placed: FlowArrangement.Section, of section: FlowLayout.Section, in layout: FlowLayout
  ) throws {
    let isVertical = layout.scrollDirection == .vertical
    let insets = section.insets
    let start = Rational(isVertical ? insets.left : insets.top)
    let bounds = Rational(isVertical ? layout.boundsSize.width : layout.boundsSize.height)
    let end = bounds - Rational(isVertical ? insets.right : insets.bottom)
    let spans = placed.items.map {
      isVertical ? ($0.x, $0.x + $0.width) : ($0.y, $0.y + $0.height)
    }
    var lastLineEnd: Rational?
    for (number, line) in placed.lines.enumerated() {
      for item in line {
        let isTooLong = placed.tooLongItems.contains(item)
        try claim(spans[item].0 >= start && (isTooLong || spans[item].1 <= end), "\(item) outside")
        let isClear = item == line.lowerBound || spans[item].0 >= spans[item - 1].1
        try claim(isClear, "\(item) overlaps the item before")
      }
      let lows = line.map { isVertical ? placed.items[$0].y : placed.items[$0].x }
      let highs = line.map {
        isVertical
          ? placed.items[$0].y + placed.items[$0].height
          : placed.items[$0].x + placed.items[$0].width
      }
      if let lastLineEnd, let low = lows.min() {
        try claim(low >= lastLineEnd + Rational(layout.lineSpacing), "line \(number) is too near")
      }
      lastLineEnd = highs.max()
      guard number + 1 < placed.lines.count else { continue }
      // The next item would not have fitted.
      var length = Rational.zero
      for item in line.lowerBound...line.upperBound {
        length += spans[item].1 - spans[item].0
      }
      length += Rational(layout.itemSpacing) * Rational(line.count)
      try claim(length > end - start, "one more item fits line \(number)")
    }
    try claim(placed.lines.flatMap { Array($0) }, is: Array(section.itemSizes.indices))
  }

  private static func randomLayout(_ draws: inout Draws) -> FlowLayout {
    func third(_ draws: inout Draws) -> LayoutNumber {
      LayoutNumber(Int64(draws.below(300)), 3, form: .fraction)
    }
    func size(_ draws: inout Draws) -> LayoutSize {
      LayoutSize(width: third(&draws), height: third(&draws))
    }
    let sections = draws.list(1...3) { draws in
      let isUniform = draws.chance()
      let one = size(&draws)
      return FlowLayout.Section(
        itemSizes: draws.list(0...11) { isUniform ? one : size(&$0) }, hasSizesByItem: !isUniform,
        insets: draws.insets(below: 9), headerLength: LayoutNumber(draws.below(30)),
        footerLength: LayoutNumber(draws.below(30)))
    }
    return FlowLayout(
      boundsSize: LayoutSize(width: 90, height: 90), sections: sections,
      scrollDirection: draws.pick(Axis.allCases), lineSpacing: LayoutNumber(draws.below(12)),
      itemSpacing: LayoutNumber(draws.below(12)))
  }
}
