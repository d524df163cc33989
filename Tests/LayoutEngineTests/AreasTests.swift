// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Solvers
import TestSupport
import Testing

@testable import LayoutEngine

/// Returns nested views, each tied to its superview's edges, margins or areas; the content of
/// scroll views, too.
private func nestedCase(isFixed: Bool, _ random: inout Draws) -> LayoutCase {
  var layoutCase = LayoutCase(
    environment: .init(
      size: LayoutSize(width: LayoutNumber(320 + random.below(1000)), height: 700),
      direction: random.chance(3) ? .rightToLeft : .leftToRight, safeArea: random.insets(below: 60)),
    views: [View(id: "v0", parent: nil)])
  layoutCase.environment.readableWidth = LayoutNumber(200 + random.below(500))
  layoutCase.views[0].marginRules.followsReadableWidth = random.chance(3)
  var path = [0]
  for index in 1..<7 {
    path.removeLast(random.below(path.count))
    let parent = path[path.count - 1]
    path.append(index)
    var view = View(id: "v\(index)", parent: parent)
    view.margins = random.insets(below: 20)
    if random.chance(4) { view.direction = .rightToLeft }
    if random.chance(5) { view.alignmentInsets = random.insets(below: 3) }
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
private func tie(_ layoutCase: inout LayoutCase, _ random: inout Draws) {
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
  private static let tied = Generator.drawn { nestedCase(isFixed: false, &$0) }
  private static let fixed = Generator.drawn { nestedCase(isFixed: true, &$0) }

  private func close(_ insets: LayoutInsets, _ numbers: [Double]) -> Bool {
    zip([insets.top, insets.left, insets.bottom, insets.right], numbers).allSatisfy {
      abs($0.doubleValue - $1) < 1e-5
    }
  }

  @Test("views tied to their superviews settle in one pass, at insets computed by plain arithmetic")
  func tiedViews() {
    forAll(Self.tied, count: 750, floor: 50) { layoutCase in
      try claim(layoutCase.validate(), is: [])
      let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
      guard let solution = settled.result.outcome.solution else { return .notApplicable }
      try claim(settled.isSettled && settled.passes == 1, "\(settled.passes) passes")
      let expected = reference(layoutCase, settled.lowered, solution.values)
      for (guide, plain) in zip(layoutCase.guides, settled.lowered.layoutCase.guides) {
        let areas = expected[guide.owner]
        let isClose =
          switch (guide.kind, plain.kind) {
          case (.area(.safeArea), .inset(let insets)): close(insets, areas.safe)
          case (.area(.margins), .inset(let insets)): close(insets, areas.margins)
          case (.area(.readable), .inset(let insets)): close(insets, areas.readable)
          case (.area(.keyboard), .bottomStrip(let height)):
            abs(height.doubleValue - areas.safe[2]) < 1e-5
          default: false
          }
        try claim(isClose, "\(guide.id) became \(plain.kind)")
      }
      return .holds
    }
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
    forAll(Self.filling, count: 1_000) { filling, large in
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
      for view in Set(filling.guides.map(\.owner)).sorted() {
        let (one, other) = (before[view], after[view])
        for edge in InsetEdge.allCases {
          try claim(
            !one.safeArea[edge].isNegative && !one.margins[edge].isNegative, "\(view) \(edge)")
          try claim(!other.safeArea[edge].isLess(than: one.safeArea[edge]), "\(view) \(edge)")
        }
        if frames[view].width == frames[0].width, filling.views[view].alignmentInsets == .zero {
          try claim(one.safeArea, is: filling.environment.safeArea, "\(view)")
        }
      }
      return .holds
    }
  }

  /// Views of which some fill the root, and the same in a root with larger insets.
  private static let filling = fixed.drawing { small, draws in
    var filling = small
    for view in small.views.indices where small.views[view].parent == 0 && draws.chance() {
      let size = small.environment.size
      filling.views[view].hold?.frame = LayoutRect(
        x: 0, y: 0, width: size.width, height: size.height)
      filling.views[view].alignmentInsets = .zero
    }
    let more = draws.insets(below: 30)
    var large = filling
    large.environment.safeArea = LayoutInsets { filling.environment.safeArea[$0].plus(more[$0]) }
    return (filling, large)
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
  func unusedAreas() throws {
    var layoutCase = try #require(Self.fixed.value(seed: 5))
    layoutCase.guides = []
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.passes == 1)
    #expect(settled.lowered.layoutCase.views.map(\.margins) == layoutCase.views.map(\.margins))
  }
}
