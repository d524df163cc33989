// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Solvers
import TestSupport
import Testing

/// Checks the gaps that are named when a fitting size is 0.
@Suite struct ChainGapTests {
  private func gap(_ layoutCase: LayoutCase, _ axis: Axis = .vertical) -> ChainGap? {
    FittingSize.measure(.cell(width: 320), of: layoutCase, solver: SimplexSolver())
      .gap(along: axis)
  }

  @Test(
    "without any one vertical constraint of S6 the height is 0 and the gap has a name",
    arguments: [
      ("title-top", "no constraint connects cell.top to title.top"),
      ("subtitle-top", "no constraint connects title.bottom to subtitle.top"),
      ("subtitle-bottom", "no constraint connects subtitle.bottom to cell.bottom"),
    ])
  func articleCell(missing: String, text: String) {
    let whole = ArticleCell().layoutCase()
    #expect(gap(whole) == nil)
    var broken = whole
    broken.constraints.removeAll { $0.id == missing }
    #expect(broken.constraints.count == whole.constraints.count - 1)
    let fitted = FittingSize.measure(.cell(width: 320), of: broken, solver: SimplexSolver())
    #expect(fitted.size?.height == 0)
    #expect(fitted.gap(along: .vertical)?.text == text)
    #expect(fitted.gap(along: .horizontal) == nil, "the width is required")
  }

  @Test("in a column of any length the gap is the place of the removed constraint")
  func columns() {
    forAll(Self.cutColumns, count: 400) { column, place in
      try claim(gap(column) == nil, "a gap in the whole column")
      let count = column.views.count - 1
      var cut = column
      let id = place > count ? "bottom" : "top\(place)"
      cut.constraints.removeAll { $0.id == id }
      let before = place == 1 ? "cell.top" : "v\(place - 1).bottom"
      let after = place > count ? "cell.bottom" : "v\(place).top"
      try claim(gap(cut)?.text, is: "no constraint connects \(before) to \(after)")
      return .holds
    }
  }

  private static let cutColumns = Generator.drawn { draws in
    let column = RandomColumn.make(&draws, scale: 1)
    return (column, 1 + draws.below(column.views.count))
  }

  @Test("without a chain of edges the size is 0")
  func noChainMeansNothing() {
    forAll(.drawn { Self.randomCell(&$0) }, count: 2_000, floor: 25) { layoutCase in
      let fitted = FittingSize.measure(.compressed(), of: layoutCase, solver: SimplexSolver())
      guard fitted.size != nil else { return .notApplicable }
      var gaps = 0
      for axis in Axis.allCases {
        let gap = ChainGap.find(
          in: fitted.settled.lowered, along: axis, target: fitted.request)
        guard let gap, let length = fitted.length(along: axis) else { continue }
        gaps += 1
        try claim(abs(length) < 1e-6, "\(length): \(gap.text)")
        try claim(!gap.ends.isEmpty && !gap.starts.isEmpty, "no ends: \(gap.text)")
      }
      return gaps == 0 ? .notApplicable : .holds
    }
  }

  /// Returns a few views with a few constraints on edges and sizes.
  ///
  /// Each is between two edges, so a bound implied by several constraints is implied by them one
  /// after the other.
  private static func randomCell(_ draws: inout Draws) -> LayoutCase {
    func pick(_ count: Int) -> Int { draws.below(count) }
    let count = 1 + pick(4)
    var views = [View(id: "cell", parent: nil)]
    for index in 1...count {
      var view = View(id: "v\(index)", parent: pick(index))
      // Preorder: any view on the chain of last views may be the superview.
      view.parent = index == 1 ? 0 : (pick(2) == 0 ? index - 1 : views[index - 1].parent ?? 0)
      if pick(2) == 0 { view.intrinsicHeight = LayoutNumber(10 + pick(50)) }
      if pick(2) == 0 { view.intrinsicWidth = LayoutNumber(10 + pick(50)) }
      views.append(view)
    }
    let locations: [[Attribute]] = [
      [.left, .right, .rightMargin], [.top, .bottom, .lastBaseline, .topMargin],
    ]
    var constraints: [LayoutConstraint] = []
    for index in 0..<(2 + pick(8)) {
      let (first, second) = (pick(count + 1), pick(count + 1))
      if first == second { continue }
      let kind = locations[pick(2)]
      var constraint = LayoutConstraint(
        id: "c\(index)", first: Anchor(.view(first), kind[pick(kind.count)]),
        second: Anchor(.view(second), kind[pick(kind.count)]),
        constant: LayoutNumber(pick(41) - 20))
      if pick(5) == 0 {
        constraint.first.attribute = pick(2) == 0 ? .width : .height
        constraint.second = nil
      }
      constraint.relation = [.equal, .greaterThanOrEqual, .lessThanOrEqual][pick(3)]
      constraint.priority = [1000, 750, 51, 30][pick(4)]
      constraints.append(constraint)
    }
    return LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)), views: views,
      constraints: constraints)
  }

  @Test("several loose ends are all named, up to four")
  func severalEnds() {
    var cell = ArticleCell().layoutCase()
    cell.constraints.removeAll { $0.id == "subtitle-bottom" }
    for (index, id) in ["a", "b", "c", "d"].enumerated() {
      var view = View(id: id, parent: 0)
      view.intrinsicHeight = 10
      cell.views.append(view)
      cell.constraints.append(
        LayoutConstraint(
          id: "\(id)-top", first: Anchor(.view(3 + index), .top), second: Anchor(.view(0), .top)))
    }
    #expect(
      gap(cell)?.text
        == "no constraint connects subtitle.bottom, a.bottom, b.bottom, c.bottom or 1 more edges to cell.bottom"
    )
  }

  @Test("a centred view does not push its superview open; one that is pinned, too, does")
  func centred() {
    var badge = View(id: "badge", parent: 0)
    badge.intrinsicHeight = 30
    func tie(_ attribute: Attribute) -> LayoutConstraint {
      LayoutConstraint(
        id: "\(attribute)", first: Anchor(.view(1), attribute),
        second: Anchor(.view(0), attribute))
    }
    var layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 44)),
      views: [View(id: "cell", parent: nil), badge], constraints: [tie(.centerY)])
    #expect(gap(layoutCase)?.text == "no constraint connects cell.top to badge.top")
    layoutCase.constraints.append(tie(.top))
    #expect(gap(layoutCase) == nil)
    let fitted = FittingSize.measure(.cell(width: 320), of: layoutCase, solver: SimplexSolver())
    #expect(fitted.size?.height == 30)
  }

  @Test("the width has gaps, too; the content of a scroll view does not push it open")
  func scrolled() {
    var label = View(id: "label", parent: 1)
    label.intrinsicWidth = 80
    label.intrinsicHeight = 20
    func tie(_ id: String, _ first: (Int, Attribute), _ second: (Int, Attribute))
      -> LayoutConstraint
    {
      LayoutConstraint(
        id: id, first: Anchor(.view(first.0), first.1), second: Anchor(.view(second.0), second.1))
    }
    var scroll = View(id: "scroll", parent: 0)
    scroll.kind = .scrollView
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 44)),
      views: [View(id: "cell", parent: nil), scroll, label],
      constraints: [
        tie("a", (2, .left), (1, .left)), tie("b", (1, .right), (2, .right)),
        tie("c", (2, .top), (1, .top)), tie("d", (1, .left), (0, .left)),
        tie("e", (1, .top), (0, .top)),
      ])
    let fitted = FittingSize.measure(.compressed(), of: layoutCase, solver: SimplexSolver())
    #expect(fitted.size == LayoutSize(width: 0, height: 0))
    #expect(
      fitted.gap(along: .horizontal)?.text
        == "no constraint connects scroll.right or label.right to cell.right")
  }
}
