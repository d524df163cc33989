// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import Testing

/// Checks collection views that place their items as part of layout (AUTOLAYOUT 8.10 to 8.13).
@Suite struct FlowExpansionTests {
  /// A collection view 10 points inside the root on all sides.
  private struct Bench {
    var layoutCase: LayoutCase

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
  func items() throws {
    for seed in UInt64(1)...60 {
      var random = Xoshiro256(seed: seed)
      func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
      let size = LayoutSize(width: LayoutNumber(1 + below(90)), height: LayoutNumber(1 + below(90)))
      let flow = FlowGrid(
        scrollDirection: below(2) == 0 ? .vertical : .horizontal, itemSize: .fixed(size),
        lineSpacing: LayoutNumber(below(20)), itemSpacing: LayoutNumber(below(20)),
        insets: LayoutInsets(
          top: LayoutNumber(below(20)), left: LayoutNumber(below(20)),
          bottom: LayoutNumber(below(20)), right: LayoutNumber(below(20))))
      let (width, count) = (120 + below(300), below(20))
      var bench = Bench(width: width, flow)
      if below(2) == 0 { bench.layoutCase.environment.direction = .rightToLeft }
      for item in 0..<count {
        bench.layoutCase.views.append(View(id: "item\(item)", parent: 1, kind: .imageView))
      }
      let settled = bench.settle()
      #expect(settled.isSettled && settled.passes <= 3, "seed \(seed)")
      let expected = FlowLayout(
        boundsSize: LayoutSize(width: LayoutNumber(width - 20), height: 380),
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
        #expect(isThere, "seed \(seed)")
      }
    }
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
  func fittingItems() throws {
    for seed in UInt64(1)...30 {
      var random = Xoshiro256(seed: seed)
      func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
      var bench = Bench(width: 320, FlowGrid(itemSize: .fitting))
      let items = (0..<(1 + below(12))).map { _ in
        bench.addItem(
          label: LayoutSize(
            width: LayoutNumber(digits: Int64(below(2000)), scale: 1),
            height: LayoutNumber(digits: Int64(below(900)), scale: 1)),
          inset: LayoutNumber(below(12)))
      }
      let frames = try frames(bench.settle())
      for item in items {
        let alone = try #require(
          FittingSize.measure(
            .compressed(view: item), of: bench.layoutCase, solver: SimplexSolver()
          ).size)
        #expect(frames[item].width == alone.width.doubleValue, "seed \(seed)")
        #expect(frames[item].height == alone.height.doubleValue, "seed \(seed)")
      }
    }
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
