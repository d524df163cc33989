// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

private func sample() -> LayoutCase {
  func leading(_ id: String, _ first: Item, _ second: Item) -> LayoutConstraint {
    LayoutConstraint(id: id, first: Anchor(first, .leading), second: Anchor(second, .leading))
  }
  return LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)),
    views: [
      View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "aa", parent: 1),
      View(id: "b", parent: 0), View(id: "bb", parent: 3),
    ],
    guides: [
      Guide(id: "ga", owner: 2, kind: .free), Guide(id: "gb", owner: 4, kind: .free),
    ],
    constraints: [
      leading("a-root", .view(1), .view(0)), leading("aa-b", .view(2), .view(3)),
      leading("bb-b", .view(4), .view(3)), leading("ga-b", .guide(0), .view(3)),
      leading("gb-b", .guide(1), .view(3)),
    ],
    expectation: Expectation(status: .unique))
}

@Test("removing a view removes its subviews, its guides, and all references to them")
func removingViews() {
  let rest = sample().removing(views: [1])
  #expect(rest.validate() == [])
  #expect(rest.views.map(\.id) == ["root", "b", "bb"])
  #expect(rest.views.map(\.parent) == [nil, 0, 1])
  #expect(rest.guides.map(\.id) == ["gb"] && rest.guides[0].owner == 2)
  #expect(rest.constraints.map(\.id) == ["bb-b", "gb-b"])
  #expect(rest.constraints[0].first.item == .view(2))
  #expect(rest.constraints[1].first.item == .guide(0))
  #expect(rest.expectation == nil)
}

@Test("removing a view removes its text from the rows of the table, and the other texts move")
func removingTexts() {
  var layoutCase = sample()
  for view in [2, 3, 4] { layoutCase.views[view].text = TextContent("") }
  layoutCase.table = TableContent(
    width: 320,
    rows: [.init(texts: [2, 3, 4].map { .init(view: $0, string: "text of \($0)") }), .init()])
  let rest = layoutCase.removing(views: [1])
  #expect(rest.validate() == [])
  #expect(
    rest.table?.rows == [
      .init(texts: [.init(view: 1, string: "text of 3"), .init(view: 2, string: "text of 4")]),
      .init(),
    ])
  layoutCase.expectation?.rowHeights = [44, 44]
  layoutCase.removeTable()
  #expect(layoutCase.validate() == [] && layoutCase.table == nil)
}

@Test("removing guides and constraints leaves the rest unchanged")
func removingOthers() {
  let withoutGuide = sample().removing(guides: [0])
  #expect(withoutGuide.validate() == [])
  #expect(withoutGuide.guides.map(\.id) == ["gb"])
  #expect(withoutGuide.constraints.map(\.id) == ["a-root", "aa-b", "bb-b", "gb-b"])
  #expect(withoutGuide.constraints[3].first.item == .guide(0))
  let withoutConstraints = sample().removing(constraints: [0, 4])
  #expect(withoutConstraints.constraints.map(\.id) == ["aa-b", "bb-b", "ga-b"])
  #expect(withoutConstraints.views == sample().views)
}

@Test("removing nothing drops only the expectation")
func removingNothing() {
  var expected = sample()
  expected.expectation = nil
  #expect(sample().removing(views: []) == expected)
  #expect(sample().removing(guides: []) == expected)
  #expect(sample().removing(constraints: []) == expected)
}
