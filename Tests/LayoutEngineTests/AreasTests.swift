// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Solvers
import Testing

@testable import LayoutEngine

/// A repeatable sequence of pseudorandom numbers.
private struct Sequence64 {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func chance(_ odds: Int) -> Bool { below(odds) == 0 }

  mutating func insets(to limit: Int) -> LayoutInsets {
    LayoutInsets(
      top: LayoutNumber(below(limit)), left: LayoutNumber(below(limit)),
      bottom: LayoutNumber(below(limit)), right: LayoutNumber(below(limit)))
  }
}

/// Returns nested views, each tied to its superview's edges, margins or areas; the content of
/// scroll views, too.
private func nestedCase(seed: UInt64, isFixed: Bool = false) -> LayoutCase {
  var random = Sequence64(state: seed)
  var layoutCase = LayoutCase(
    environment: .init(
      size: LayoutSize(width: LayoutNumber(320 + random.below(1000)), height: 700),
      direction: random.chance(3) ? .rightToLeft : .leftToRight, safeArea: random.insets(to: 60)),
    views: [View(id: "v0", parent: nil)])
  layoutCase.environment.readableWidth = LayoutNumber(200 + random.below(500))
  layoutCase.views[0].marginRules.followsReadableWidth = random.chance(3)
  var path = [0]
  for index in 1..<7 {
    path.removeLast(random.below(path.count))
    let parent = path[path.count - 1]
    path.append(index)
    var view = View(id: "v\(index)", parent: parent)
    view.margins = random.insets(to: 20)
    if random.chance(4) { view.direction = .rightToLeft }
    if random.chance(5) { view.alignmentInsets = random.insets(to: 3) }
    view.marginRules = View.MarginRules(
      preservesSuperviewMargins: random.chance(2), insetsFromSafeArea: !random.chance(4),
      followsReadableWidth: random.chance(4))
    if isFixed {
      view.hold = View.Hold(
        frame: LayoutRect(
          x: LayoutNumber(random.below(40) - 5), y: LayoutNumber(random.below(40) - 5),
          width: LayoutNumber(200 + random.below(100)), height: LayoutNumber(300)),
        reason: .fixedFrame)
    }
    layoutCase.views.append(view)
  }
  for index in layoutCase.views.indices {
    for area in Guide.Area.allCases where random.chance(2) || index == 0 {
      layoutCase.guides.append(Guide(id: "g\(index)\(area)", owner: index, kind: .area(area)))
    }
  }
  if !isFixed { tie(&layoutCase, &random) }
  return layoutCase
}

/// Ties each view to its superview on all four edges.
private func tie(_ layoutCase: inout LayoutCase, _ random: inout Sequence64) {
  let isAbsolute = random.chance(2)
  for (index, view) in layoutCase.views.enumerated() {
    guard let parent = view.parent else { continue }
    let guides = layoutCase.guides.indices.filter {
      layoutCase.guides[$0].owner == parent && layoutCase.guides[$0].kind != .area(.keyboard)
    }
    let pairs: [(Attribute, Attribute)] = [
      (.top, .topMargin), (.bottom, .bottomMargin),
      isAbsolute ? (.left, .leftMargin) : (.leading, .leadingMargin),
      isAbsolute ? (.right, .rightMargin) : (.trailing, .trailingMargin),
    ]
    for (attribute, margin) in pairs {
      var target = Anchor(.view(parent), random.chance(2) ? attribute : margin)
      if random.chance(2), let guide = guides.first { target = Anchor(.guide(guide), attribute) }
      let own = Anchor(.view(index), attribute)
      let isReversed = random.chance(2)
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "c\(layoutCase.constraints.count)", first: isReversed ? target : own,
          second: isReversed ? own : target, constant: LayoutNumber(random.below(9) - 2)))
    }
  }
}

/// Applies the same rules in plain doubles to frames in the root's space, edge by edge from the
/// root.
private func reference(_ layoutCase: LayoutCase, _ lowered: LoweredCase, _ values: [Double])
  -> [(safe: [Double], margins: [Double], readable: [Double])]
{
  func numbers(_ insets: LayoutInsets) -> [Double] {
    [insets.top, insets.left, insets.bottom, insets.right].map(\.doubleValue)
  }
  /// Returns the distances of the four edges of a view from the root's origin, those at the far
  /// side negative.
  func edges(_ view: Int) -> [Double] {
    let variable = lowered.viewVariables[view]
    return [
      values[variable + 1], values[variable], -(values[variable + 1] + values[variable + 3]),
      -(values[variable] + values[variable + 2]),
    ]
  }
  var result: [(safe: [Double], margins: [Double], readable: [Double])] = []
  for (index, view) in layoutCase.views.enumerated() {
    var safe = numbers(layoutCase.environment.safeArea)
    var margins = numbers(view.margins)
    let distances = view.parent.map { zip(edges(index), edges($0)).map { $0 - $1 } }
    if let parent = view.parent, let distances {
      safe = (0..<4).map { edge in
        let outer = result[parent].safe[edge]
        return outer > 0 ? max(0, outer - distances[edge]) : 0
      }
    }
    if view.marginRules.insetsFromSafeArea { margins = zip(margins, safe).map { $0 + $1 } }
    if view.marginRules.preservesSuperviewMargins, let parent = view.parent, let distances {
      margins = (0..<4).map { max(margins[$0], result[parent].margins[$0] - distances[$0]) }
    }
    let width = values[lowered.viewVariables[index] + 2]
    let excess = width - margins[1] - margins[3] - layoutCase.environment.readableWidth.doubleValue
    var readable = margins
    if excess > 0 {
      readable[1] += excess / 2
      readable[3] += excess / 2
    }
    result.append((safe, view.marginRules.followsReadableWidth ? readable : margins, readable))
  }
  return result
}

@Suite("Safe areas, margins and readable width")
struct AreasTests {
  private func close(_ insets: LayoutInsets, _ numbers: [Double]) -> Bool {
    zip([insets.top, insets.left, insets.bottom, insets.right], numbers).allSatisfy {
      abs($0.doubleValue - $1) < 1e-5
    }
  }

  @Test("views tied to their superviews settle in one pass, at insets computed by plain arithmetic")
  func tiedViews() throws {
    var solved = 0
    for seed in UInt64(1)...150 {
      let layoutCase = nestedCase(seed: seed)
      try #require(layoutCase.isValid, "seed \(seed): \(layoutCase.validate())")
      let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
      guard let solution = settled.result.outcome.solution else { continue }
      solved += 1
      #expect(settled.isSettled && settled.passes == 1, "seed \(seed): \(settled.passes)")
      let expected = reference(layoutCase, settled.lowered, solution.values)
      for (guide, plain) in zip(layoutCase.guides, settled.lowered.layoutCase.guides) {
        let areas = expected[guide.owner]
        switch (guide.kind, plain.kind) {
        case (.area(.safeArea), .inset(let insets)):
          #expect(close(insets, areas.safe), "seed \(seed) \(guide.id)")
        case (.area(.margins), .inset(let insets)):
          #expect(close(insets, areas.margins), "seed \(seed) \(guide.id)")
        case (.area(.readable), .inset(let insets)):
          #expect(close(insets, areas.readable), "seed \(seed) \(guide.id)")
        case (.area(.keyboard), .bottomStrip(let height)):
          #expect(abs(height.doubleValue - areas.safe[2]) < 1e-5, "seed \(seed) \(guide.id)")
        default: Issue.record("seed \(seed): \(guide.id) became \(plain.kind)")
        }
      }
    }
    #expect(solved > 75, "\(solved) of 150 have a layout")
  }

  @Test("frames that constraints do not tie to superviews take a pass or two more")
  func looseViews() {
    var layoutCase = LayoutCase(
      environment: .init(
        size: LayoutSize(width: 300, height: 600),
        safeArea: LayoutInsets(top: 44, left: 0, bottom: 34, right: 0)),
      views: [
        View(id: "root", parent: nil), View(id: "box", parent: 0), View(id: "inner", parent: 1),
      ], guides: [Guide(id: "safe", owner: 1, kind: .area(.safeArea))])
    func equal(
      _ id: String, _ first: Anchor, _ second: Anchor?, _ constant: LayoutNumber = 0
    ) -> LayoutConstraint {
      LayoutConstraint(id: id, first: first, second: second, constant: constant)
    }
    layoutCase.constraints = [
      equal("a", Anchor(.view(1), .centerX), Anchor(.view(0), .centerX)),
      equal("b", Anchor(.view(1), .centerY), Anchor(.view(0), .centerY)),
      equal("c", Anchor(.view(1), .width), nil, 200),
      equal("d", Anchor(.view(1), .height), nil, 580),
      equal("e", Anchor(.view(2), .top), Anchor(.guide(0), .top)),
      equal("f", Anchor(.view(2), .bottom), Anchor(.guide(0), .bottom)),
      equal("g", Anchor(.view(2), .leading), Anchor(.guide(0), .leading)),
      equal("h", Anchor(.view(2), .trailing), Anchor(.guide(0), .trailing)),
    ]
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.passes == 2 && settled.isSettled)
    let layout = settled.result.outcome.solution.map {
      settled.lowered.layout(from: $0, rounded: true)
    }
    // The box starts 10 points below the edge of the screen, so 34 of the 44 points overlap it.
    #expect(layout?.frames[2] == Layout.Frame(x: 0, y: 34, width: 200, height: 522))
  }

  @Test("insets are not negative, grow with those of the root, and fill views that fill the root")
  func monotone() {
    for seed in UInt64(1)...200 {
      let small = nestedCase(seed: seed, isFixed: true)
      var large = small
      var random = Sequence64(state: seed ^ 0xFF)
      for view in small.views.indices where random.chance(2) {
        guard small.views[view].parent == 0 else { continue }
        let size = small.environment.size
        large.views[view].hold?.frame = LayoutRect(
          x: 0, y: 0, width: size.width, height: size.height)
        large.views[view].alignmentInsets = .zero
      }
      let filling = large
      let more = random.insets(to: 30)
      large.environment.safeArea = LayoutInsets {
        filling.environment.safeArea[$0].plus(more[$0])
      }
      let frames = filling.views.map { view in
        let frame = view.hold?.frame
        let size = filling.environment.size
        return Layout.Frame(
          x: frame?.x.doubleValue ?? 0, y: frame?.y.doubleValue ?? 0,
          width: (frame?.width ?? size.width).doubleValue,
          height: (frame?.height ?? size.height).doubleValue)
      }
      let layout = Layout(frames: frames, contentSizes: [])
      let before = ViewAreas.measured(in: layout, of: filling)
      let after = ViewAreas.measured(in: layout, of: large)
      for (view, guide) in filling.guides.map({ ($0.owner, $0.id) }) {
        for edge in InsetEdge.allCases {
          let one = before[view]
          let other = after[view]
          #expect(!one.safeArea[edge].isNegative, "seed \(seed) \(guide)")
          #expect(!one.margins[edge].isNegative, "seed \(seed) \(guide)")
          #expect(!other.safeArea[edge].isLess(than: one.safeArea[edge]), "seed \(seed) \(guide)")
          if frames[view].width == frames[0].width, filling.views[view].alignmentInsets == .zero {
            #expect(one.safeArea == filling.environment.safeArea, "seed \(seed) \(guide)")
          }
        }
      }
    }
  }

  @Test("an area that pushes its own view away never settles, and this is reported")
  func unsettled() {
    // The top of the box is 10 points plus twice its own safe area below the root's edge.
    var layoutCase = LayoutCase(
      environment: .init(
        size: LayoutSize(width: 300, height: 600),
        safeArea: LayoutInsets(top: 40, left: 0, bottom: 0, right: 0)),
      views: [View(id: "root", parent: nil), View(id: "box", parent: 0)],
      guides: [
        Guide(id: "safe", owner: 1, kind: .area(.safeArea)),
        Guide(id: "inset", owner: 1, kind: .free), Guide(id: "gap", owner: 0, kind: .free),
      ])
    let box = Item.view(1)
    let (safe, inset, gap) = (Item.guide(0), Item.guide(1), Item.guide(2))
    layoutCase.constraints = [
      LayoutConstraint(id: "a", first: Anchor(inset, .top), second: Anchor(box, .top)),
      LayoutConstraint(id: "b", first: Anchor(inset, .bottom), second: Anchor(safe, .top)),
      LayoutConstraint(id: "c", first: Anchor(gap, .top), second: Anchor(.view(0), .top)),
      LayoutConstraint(
        id: "d", first: Anchor(gap, .height), second: Anchor(inset, .height), multiplier: 2,
        constant: 10),
      LayoutConstraint(id: "e", first: Anchor(box, .top), second: Anchor(gap, .bottom)),
      LayoutConstraint(id: "f", first: Anchor(box, .height), constant: 100),
    ]
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.passes == LayoutEngine.passLimit)
    #expect(settled.unsettledViews == [1])
  }

  @Test("unused areas cost no pass and change no margin")
  func unusedAreas() {
    var layoutCase = nestedCase(seed: 5, isFixed: true)
    layoutCase.guides = []
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.passes == 1)
    #expect(settled.lowered.layoutCase.views.map(\.margins) == layoutCase.views.map(\.margins))
  }
}
