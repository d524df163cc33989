// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Solvers
import TestSupport
import Testing

/// Checks `systemLayoutSizeFitting` (AUTOLAYOUT 5).
@Suite struct FittingSizeTests {
  private let solver = SimplexSolver()

  private func size(_ request: FittingRequest, _ layoutCase: LayoutCase) -> LayoutSize? {
    FittingSize.measure(request, of: layoutCase, solver: solver).size
  }

  @Test("a column of random views is as high as its parts, at any width")
  func column() {
    forAll(Self.columns, count: 300) { layoutCase, points in
      let wanted = RandomColumn.height(of: layoutCase)
      let width = LayoutNumber(points)
      guard let found = size(.cell(width: width), layoutCase) else { return .fails("no size") }
      return .when(
        found.height.isSameValue(as: wanted) && found.width.isSameValue(as: width),
        else: "\(found), expected \(width) x \(wanted)")
    }
  }

  private static let columns = Generator.drawn { draws in
    (RandomColumn.make(&draws, scale: 1 + draws.below(3)), draws.integer(in: 100...599))
  }

  @Test("the size of a subtree equals that of the subtree as its own case")
  func subtree() {
    forAll(.drawn { RandomColumn.make(&$0, scale: 2) }, count: 200) { inner in
      var outer = inner
      outer.views = [View(id: "screen", parent: nil)] + inner.views
      for index in outer.views.indices.dropFirst() {
        outer.views[index].parent = index == 1 ? 0 : 1
      }
      func shifted(_ anchor: Anchor) -> Anchor {
        guard case .view(let view) = anchor.item else { return anchor }
        return Anchor(.view(view + 1), anchor.attribute)
      }
      outer.constraints = inner.constraints.map { constraint in
        var moved = constraint
        moved.first = shifted(constraint.first)
        moved.second = constraint.second.map(shifted)
        return moved
      }
      // Constraints of ancestors do not count.
      outer.constraints.append(
        LayoutConstraint(
          id: "outside", first: Anchor(.view(1), .height), second: Anchor(.view(0), .height)))
      let alone = size(.compressed(), inner)
      try claim(alone != nil, "no size")
      try claim(size(.compressed(view: 1), outer), is: alone)
      return .holds
    }
  }

  @Test("the cell of S6 is 20 + title + subtitle + 20 high, and by default as wide as its title")
  func articleCell() {
    let cell = ArticleCell().layoutCase()
    #expect(size(.cell(width: 320), cell) == LayoutSize(width: 320, height: 139))
    #expect(
      size(.compressed(), cell) == LayoutSize(width: 240, height: 139),
      "the title's hugging, 751, wins")
  }

  @Test("the size is rounded up to device pixels")
  func rounding() {
    var cell = ArticleCell()
    cell.titleSize.height = LayoutNumber(digits: 401, scale: 1)
    #expect(
      size(.cell(width: 320), cell.layoutCase())?.height == LayoutNumber(digits: 1385, scale: 1))
    cell.scale = 3
    #expect(
      size(.cell(width: 320), cell.layoutCase())?.height.isSameValue(
        as: LayoutNumber(415, 3, form: .fraction)) == true)
  }

  @Test("the expanded size is the largest that constraints allow, up to 10,000")
  func expanded() {
    var limited = ArticleCell().layoutCase()
    limited.constraints.append(
      LayoutConstraint(
        id: "most", first: Anchor(.view(0), .width), relation: .lessThanOrEqual, constant: 500))
    #expect(size(.expanded(), limited)?.width == 240, "hugging 751 is stronger than the target")
    for index in 1...2 {
      limited.views[index].hugging = AxisPriorities(horizontal: 20, vertical: 20)
    }
    #expect(size(.expanded(), limited) == LayoutSize(width: 500, height: 10_000))
  }

  @Test("constraints above 50 shape the size, those below do not")
  func priorities() {
    for (priority, width) in [(Priority(51), 400), (49, 280)] {
      var cell = ArticleCell().layoutCase()
      for index in 1...2 {
        cell.views[index].hugging = AxisPriorities(horizontal: 20, vertical: 20)
      }
      cell.constraints.append(
        LayoutConstraint(
          id: "wide", first: Anchor(.view(0), .width), constant: 400, priority: priority))
      #expect(size(.compressed(), cell)?.width == LayoutNumber(width))
    }
  }

  @Test("a required width of 0 is a conflict that names the target")
  func requiredZero() {
    let fitted = FittingSize.measure(
      .cell(width: 0), of: ArticleCell().layoutCase(), solver: solver)
    #expect(fitted.size == nil)
    #expect(fitted.conflict.contains("fittingSizeHTarget"))
    #expect(fitted.gap(along: .vertical) == nil)
  }

  @Test("names that the case already uses are not used for the target")
  func names() {
    var cell = ArticleCell().layoutCase()
    cell.constraints[0].id = "fittingSizeHTarget"
    cell.views[1].id = "surroundings"
    let isolated = IsolatedView(.compressed(), in: cell)
    #expect(isolated.layoutCase.validate().isEmpty)
    #expect(isolated.layoutCase.constraints.contains { $0.id == "fittingSizeHTarget'" })
  }

  @Test("a fixed view is measured without its own frame, its subviews with theirs")
  func holds() {
    var child = View(id: "child", parent: 1)
    child.hold = View.Hold(
      frame: LayoutRect(x: 10, y: 10, width: 30, height: 40), reason: .autoresizing)
    var held = View(id: "held", parent: 0)
    held.hold = View.Hold(
      frame: LayoutRect(x: 0, y: 0, width: 300, height: 300), reason: .autoresizing)
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), held, child],
      constraints: [
        LayoutConstraint(
          id: "bottom", first: Anchor(.view(1), .bottom), second: Anchor(.view(2), .bottom),
          constant: 10)
      ])
    #expect(size(.compressed(view: 1), layoutCase) == LayoutSize(width: 0, height: 60))
  }

  @Test("texts are wrapped at the required width")
  func text() {
    var cell = ArticleCell().layoutCase()
    for index in 1...2 {
      cell.views[index].intrinsicWidth = nil
      cell.views[index].intrinsicHeight = nil
      cell.views[index].text = TextContent(
        "text", lineLimit: 0,
        measured: [
          .init(size: LayoutSize(width: 500, height: 20)),
          .init(maxWidth: 440, size: LayoutSize(width: 430, height: 40)),
          .init(maxWidth: 280, size: LayoutSize(width: 270, height: 60)),
        ])
    }
    #expect(size(.cell(width: 320), cell)?.height == 160)
    #expect(size(.cell(width: 480), cell)?.height == 120)
    #expect(size(.cell(width: 600), cell)?.height == 80)
  }
}

/// Cells whose views form a column with random heights and gaps.
enum RandomColumn {
  static func make(_ draws: inout Draws, scale: Int) -> LayoutCase {
    var views = [View(id: "cell", parent: nil)]
    var constraints: [LayoutConstraint] = []
    for (height, gap) in draws.list(1...6, { ($0.below(1000), $0.below(30)) }) {
      let index = views.count
      var view = View(id: "v\(index)", parent: 0)
      view.intrinsicHeight = LayoutNumber(digits: Int64(height), scale: 1)
      views.append(view)
      constraints.append(
        LayoutConstraint(
          id: "top\(index)", first: Anchor(.view(index), .top),
          second: Anchor(.view(index - 1), index == 1 ? .top : .bottom),
          constant: LayoutNumber(gap)))
      constraints += [Attribute.leading, .trailing].map {
        LayoutConstraint(
          id: "\($0)\(index)", first: Anchor(.view(index), $0), second: Anchor(.view(0), $0))
      }
    }
    constraints.append(
      LayoutConstraint(
        id: "bottom", first: Anchor(.view(0), .bottom),
        second: Anchor(.view(views.count - 1), .bottom), constant: LayoutNumber(draws.below(30))))
    return LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 44), scale: scale), views: views,
      constraints: constraints)
  }

  /// Returns the sum of heights and gaps, rounded up to pixels.
  static func height(of layoutCase: LayoutCase) -> LayoutNumber {
    var tenths = 0
    for view in layoutCase.views {
      tenths += Int(((view.intrinsicHeight ?? 0).doubleValue * 10).rounded())
    }
    for constraint in layoutCase.constraints {
      tenths += 10 * Int(constraint.constant.doubleValue)
    }
    let scale = layoutCase.environment.scale
    let pixels = (tenths * scale + 9) / 10
    return LayoutNumber(Int64(pixels), Int64(scale), form: .fraction)
  }
}
