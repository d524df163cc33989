// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import TestSupport
import Testing

/// Checks collection views that place their items as part of layout (AUTOLAYOUT 8.10 to 8.13).
@Suite struct FlowExpansionTests {
  /// A collection view 10 points inside the root on all sides.
  private struct Bench: CustomTestStringConvertible {
    var layoutCase: LayoutCase

    var testDescription: String { layoutCase.testDescription }

    init(width: Int, height: Int = 400, _ flow: FlowGrid) {
      var collection = View(id: "grid", parent: 0, kind: .collectionView)
      collection.flow = flow
      layoutCase = LayoutCase(
        environment: .init(
          size: LayoutSize(width: LayoutNumber(width), height: LayoutNumber(height)), scale: 2),
        views: [View(id: "root", parent: nil), collection])
      for (attribute, constant) in [
        (Attribute.left, LayoutNumber(10)), (.top, 10), (.right, -10), (.bottom, -10),
      ] {
        layoutCase.constraints.append(
          LayoutConstraint(
            id: "\(attribute)", first: Anchor(.view(1), attribute),
            second: Anchor(.view(0), attribute), constant: constant))
      }
    }

    /// Adds an item with a label inside it at a distance on all sides, and returns it.
    mutating func addItem(label size: LayoutSize, inset: LayoutNumber) -> Int {
      let item = layoutCase.views.count
      layoutCase.views.append(View(id: "item\(item)", parent: 1))
      var label = View(id: "label\(item)", parent: item, kind: .label)
      (label.intrinsicWidth, label.intrinsicHeight) = (size.width, size.height)
      layoutCase.views.append(label)
      for (first, second, attribute) in [
        (item + 1, item, Attribute.left), (item + 1, item, .top), (item, item + 1, .right),
        (item, item + 1, .bottom),
      ] {
        layoutCase.constraints.append(
          LayoutConstraint(
            id: "\(attribute)\(item)", first: Anchor(.view(first), attribute),
            second: Anchor(.view(second), attribute), constant: inset))
      }
      return item
    }

    func settle() -> SettledLayout {
      LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    }
  }

  private func frames(_ settled: SettledLayout) throws -> [Layout.Frame] {
    let solution = try #require(settled.result.outcome.solution)
    return settled.lowered.layout(from: solution, rounded: false).frames
  }

  @Test("items have the places of the flow layout in the space that constraints leave")
  func items() {
    forAll(Self.grids, count: 300) { bench, flow, size, count in
      let settled = bench.settle()
      try claim(settled.isSettled && settled.passes <= 3, "\(settled.passes) passes")
      let expected = FlowLayout(
        boundsSize: LayoutSize(
          width: bench.layoutCase.environment.size.width.subtracting(20) ?? 0, height: 380),
        sections: [
          .init(
            itemSizes: .init(repeating: size, count: count), hasSizesByItem: false,
            insets: flow.insets)
        ],
        scrollDirection: flow.scrollDirection, lineSpacing: flow.lineSpacing,
        itemSpacing: flow.itemSpacing, direction: bench.layoutCase.environment.direction
      ).arrange().sections[0].items
      for (rect, frame) in zip(expected, try frames(settled).dropFirst(2)) {
        let isThere =
          abs(frame.x - rect.x.doubleValue) < 1e-6 && abs(frame.y - rect.y.doubleValue) < 1e-6
          && abs(frame.width - rect.width.doubleValue) < 1e-6
        try claim(isThere, "\(frame), expected \(rect)")
      }
      return .holds
    }
  }

  private static let grids = Generator.drawn { draws in
    let size = LayoutSize(
      width: LayoutNumber(1 + draws.below(90)), height: LayoutNumber(1 + draws.below(90)))
    let flow = FlowGrid(
      scrollDirection: draws.pick(Axis.allCases), itemSize: .fixed(size),
      lineSpacing: LayoutNumber(draws.below(20)), itemSpacing: LayoutNumber(draws.below(20)),
      insets: draws.insets(below: 20))
    var bench = Bench(width: 120 + draws.below(300), flow)
    if draws.chance() { bench.layoutCase.environment.direction = .rightToLeft }
    let count = draws.below(20)
    for item in 0..<count {
      bench.layoutCase.views.append(View(id: "item\(item)", parent: 1, kind: .imageView))
    }
    return (bench, flow, size, count)
  }

  @Test("three thirds fit side by side in any space, although spaces are measured in doubles")
  func thirds() throws {
    for (part, whole) in [(1, 3), (2, 3), (3, 7), (5, 11), (4, 13), (5, 7), (10, 11)] {
      let third = LayoutNumber(Int64(320 * part), Int64(3 * whole), form: .fraction)
      var bench = Bench(
        width: 340,
        FlowGrid(
          itemSize: .fixed(LayoutSize(width: third, height: 10)), lineSpacing: 0, itemSpacing: 0))
      bench.layoutCase.constraints.removeAll { $0.id == "right" }
      bench.layoutCase.constraints.append(
        LayoutConstraint(
          id: "part", first: Anchor(.view(1), .width), second: Anchor(.view(0), .width),
          multiplier: LayoutNumber(Int64(320 * part), Int64(340 * whole), form: .fraction)))
      for item in 0..<4 {
        bench.layoutCase.views.append(View(id: "item\(item)", parent: 1, kind: .imageView))
      }
      let frames = try frames(bench.settle()).dropFirst(2)
      #expect(frames.map(\.y) == [0, 0, 0, 10], "\(part)/\(whole)")
      #expect(abs(frames[4].x - 2 * third.doubleValue) < 1e-5, "\(part)/\(whole)")
    }
  }

  @Test("bars and outer margins do not affect self-sizing items")
  func marginsOfItems() throws {
    var bench = Bench(width: 320, FlowGrid(itemSize: .fitting))
    bench.layoutCase.environment.safeArea = LayoutInsets(top: 44, left: 0, bottom: 34, right: 0)
    bench.layoutCase.constraints[1].constant = 60
    bench.layoutCase.constraints[3].constant = -40
    let item = bench.layoutCase.views.count
    var cell = View(id: "item", parent: 1)
    cell.marginRules.preservesSuperviewMargins = true
    var label = View(id: "label", parent: item, kind: .label)
    (label.intrinsicWidth, label.intrinsicHeight) = (200, 20)
    bench.layoutCase.views += [cell, label]
    for (attribute, margin) in [
      (Attribute.left, Attribute.leftMargin), (.top, .topMargin), (.right, .rightMargin),
      (.bottom, .bottomMargin),
    ] {
      bench.layoutCase.constraints.append(
        LayoutConstraint(
          id: "\(margin)", first: Anchor(.view(item + 1), attribute),
          second: Anchor(.view(item), margin)))
    }
    let frames = try frames(bench.settle())
    #expect(frames[item].width == 216 && frames[item].height == 36)
  }

  @Test("self-sizing items have the size of the separate item")
  func fittingItems() {
    forAll(Self.labels, count: 150) { labels in
      var bench = Bench(width: 320, FlowGrid(itemSize: .fitting))
      let items = labels.map { width, height, inset in
        bench.addItem(
          label: LayoutSize(
            width: LayoutNumber(digits: Int64(width), scale: 1),
            height: LayoutNumber(digits: Int64(height), scale: 1)),
          inset: LayoutNumber(inset))
      }
      let frames = try frames(bench.settle())
      for item in items {
        let alone = FittingSize.measure(
          .compressed(view: item), of: bench.layoutCase, solver: SimplexSolver()
        ).size
        try claim(frames[item].width, is: alone?.width.doubleValue ?? .nan)
        try claim(frames[item].height, is: alone?.height.doubleValue ?? .nan)
      }
      return .holds
    }
  }

  private static let labels = Generator.drawn { draws in
    draws.list(1...12) { ($0.below(2000), $0.below(900), $0.below(12)) }
  }

  @Test(
    "an item wider than the collection view keeps its width, and a contradicting one is 50 by 50"
  )
  func extremes() throws {
    var bench = Bench(width: 120, FlowGrid(itemSize: .fitting))
    let wide = bench.addItem(label: LayoutSize(width: 300, height: 10), inset: 0)
    #expect(try frames(bench.settle())[wide].width == 300)
    bench.layoutCase.constraints.append(
      LayoutConstraint(id: "one", first: Anchor(.view(wide), .width), constant: 10))
    bench.layoutCase.constraints.append(
      LayoutConstraint(id: "other", first: Anchor(.view(wide), .width), constant: 20))
    #expect(bench.settle().result.outcome.solution == nil)
    let hold = bench.settle().lowered.layoutCase.views[wide].hold
    #expect(hold?.frame.width == 50 && hold?.frame.height == 50)
  }

  @Test(
    "a grid inside an item of a grid, and views that are not arranged, are placed by constraints")
  func nested() throws {
    var bench = Bench(width: 320, FlowGrid(itemSize: .fixed(LayoutSize(width: 200, height: 100))))
    var inner = View(id: "inner", parent: 1, kind: .collectionView)
    inner.flow = FlowGrid(lineSpacing: 0, itemSpacing: 0)
    bench.layoutCase.views.append(inner)
    for index in 0..<5 {
      bench.layoutCase.views.append(View(id: "photo\(index)", parent: 2))
    }
    var badge = View(id: "badge", parent: 1)
    badge.isArranged = false
    badge.hold = View.Hold(
      frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .autoresizing)
    bench.layoutCase.views.append(badge)
    let frames = try frames(bench.settle())
    #expect(frames[2] == Layout.Frame(x: 50, y: 0, width: 200, height: 100))
    #expect(frames[6] == Layout.Frame(x: 150, y: 0, width: 50, height: 50))
    #expect(frames[7] == Layout.Frame(x: 0, y: 50, width: 50, height: 50))
    #expect(frames[8] == Layout.Frame(x: 1, y: 2, width: 3, height: 4))
  }
}
