// SPDX-License-Identifier: MIT

import CaseFormats
import ExactNumerics
import LayoutModel
import LinearModel
import Testing

@testable import Lowering

/// Returns a case of views below a root of 320 x 480 points.
private func layoutCase(
  _ views: [View], guides: [Guide] = [], constraints: [LayoutConstraint] = [],
  direction: LayoutCase.Environment.Direction = .leftToRight
) throws -> LayoutCase {
  let layoutCase = LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480), direction: direction),
    views: [View(id: "root", parent: nil)] + views, guides: guides, constraints: constraints)
  try #require(layoutCase.validate() == [])
  return layoutCase
}

/// Returns a required equality between attributes of two items.
private func equality(
  _ first: Item, _ attribute: Attribute, _ second: Item, _ other: Attribute,
  multiplier: LayoutNumber = 1, constant: LayoutNumber = 0
) -> LayoutConstraint {
  LayoutConstraint(
    id: "c", first: Anchor(first, attribute), second: Anchor(second, other),
    multiplier: multiplier, constant: constant)
}

/// Returns the exact left side minus the right side of a constraint of a case.
private func residual(_ lowered: LoweredCase, _ constraint: Int, at values: [Rational]) throws
  -> Rational
{
  let row = try #require(lowered.origins.firstIndex(of: .constraint(constraint)))
  let system = lowered.system
  var sum = -system.exactConstants[row]
  for cell in system.cells(of: row) {
    sum += system.exactCoefficients[cell] * values[Int(system.columns[cell])]
  }
  return sum
}

private func rationals(_ values: [Int]) -> [Rational] { values.map { Rational($0) } }

@Test("a label pinned to the root is lowered to the rows written by hand")
func pinnedLabel() throws {
  var label = View(id: "label", parent: 0, kind: .label)
  label.intrinsicWidth = 100
  let pinned = try layoutCase(
    [label],
    constraints: [
      equality(.view(1), .leading, .view(0), .leading, constant: 8),
      LayoutConstraint(
        id: "t", first: Anchor(.view(1), .bottom), relation: .lessThanOrEqual,
        second: Anchor(.view(0), .bottom), multiplier: LayoutNumber(1, 3, form: .fraction),
        priority: 750),
    ])
  let lowered = lower(pinned)
  #expect(
    lowered.origins == [
      .root(.left), .root(.top), .root(.width), .root(.height),
      .nonNegativeSize(.view(1), .horizontal), .nonNegativeSize(.view(1), .vertical),
      .hugging(view: 1, .horizontal), .compressionResistance(view: 1, .horizontal),
      .constraint(0), .constraint(1),
    ])
  let system = lowered.system
  let cells = system.cells(of: 9)
  #expect(system.columns[cells].map(Int.init) == [1, 3, 5, 7])
  #expect(system.exactCoefficients[cells].map(\.description) == ["-1", "-1/3", "1", "1"])
  #expect(system.relations[9] == .lessThanOrEqual)
  #expect(system.strengths[9] == Strength(750))
  #expect(
    (0..<10).map(lowered.describe) == [
      "root.left == 0", "root.top == 0", "root.width == 320", "root.height == 480",
      "label.width >= 0", "label.height >= 0", "label hugging width <= 100 @250",
      "label compression resistance width >= 100 @750", "label.leading == root.leading + 8",
      "label.bottom <= root.bottom * 1/3 @750",
    ])
}

@Test("each row has one origin, each origin one row and one name, in any case")
func provenance() throws {
  var held = View(id: "held", parent: 1)
  held.hold = .init(
    frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .autoresizing)
  held.intrinsicWidth = 5
  held.intrinsicHeight = 6
  let rich = try layoutCase(
    [View(id: "scroll", parent: 0, kind: .scrollView), held],
    guides: [Guide(id: "free", owner: 1, kind: .free)],
    constraints: [equality(.view(2), .left, .guide(0), .left)])
  let lowered = lower(rich)
  #expect(lowered.origins.count == lowered.system.constraintCount)
  #expect(Set(lowered.origins).count == lowered.origins.count)
  let names = lowered.origins.indices.map(lowered.originID(of:))
  #expect(Set(names).count == names.count)
  #expect(names.contains("held.hold.left") && names.contains("scroll.contentWidth>=0"))
  #expect(names.contains("free.height>=0") && names.contains("c"))
  #expect(lowered.system.variableCount == 4 * 3 + 2 + 4)
  let hold = try #require(lowered.origins.firstIndex(of: .hold(view: 2, .width)))
  #expect(
    lowered.describe(hold)
      == "NSAutoresizingMaskLayoutConstraint h=--- v=--- held.width == 3 (translated)")
}

@Test("every attribute has its value on a rectangle with margins, baselines and guides")
func attributes() throws {
  var view = View(id: "v", parent: 0)
  view.margins = LayoutInsets(top: 1, left: 2, bottom: 4, right: 7)
  view.firstBaselineOffset = 5
  view.lastBaselineOffset = 3
  // The view's alignment rectangle: x 10, y 20, width 100, height 50.
  let values = rationals([0, 0, 320, 480, 10, 20, 100, 50])
  let horizontal: [(Attribute, Attribute, Int64)] = [
    (.left, .left, 20), (.right, .right, 220), (.leading, .leading, 20),
    (.trailing, .trailing, 220), (.centerX, .left, 120), (.leftMargin, .left, 24),
    (.rightMargin, .right, 206), (.leadingMargin, .leading, 24),
    (.trailingMargin, .trailing, 206), (.centerXWithinMargins, .left, 115),
  ]
  let vertical: [(Attribute, Int64)] = [
    (.top, 40), (.bottom, 140), (.centerY, 90), (.topMargin, 42), (.bottomMargin, 132),
    (.centerYWithinMargins, 87), (.firstBaseline, 50), (.lastBaseline, 134),
  ]
  for (attribute, rootAttribute, doubled) in horizontal {
    let offset: Int64 = rootAttribute == .right || rootAttribute == .trailing ? 320 : 0
    let lowered = lower(
      try layoutCase(
        [view], constraints: [equality(.view(1), attribute, .view(0), rootAttribute)]))
    #expect(
      try residual(lowered, 0, at: values) == Rational(doubled, 2) - Rational(offset),
      "\(attribute)")
  }
  for (attribute, doubled) in vertical {
    let lowered = lower(
      try layoutCase([view], constraints: [equality(.view(1), attribute, .view(0), .top)]))
    #expect(try residual(lowered, 0, at: values) == Rational(doubled, 2), "\(attribute)")
  }
}

@Test("guides without variables follow their owner")
func fixedGuides() throws {
  let insets = LayoutInsets(top: 44, left: 3, bottom: 34, right: 5)
  let kinds: [Guide.Kind] = [.inset(insets), .topStrip(20), .bottomStrip(49)]
  // Left, right, top, bottom, width, height of each guide in a root of 320 x 480.
  let expected = [
    [3, 315, 44, 446, 312, 402], [0, 320, 0, 20, 320, 20], [0, 320, 431, 480, 320, 49],
  ]
  let values = rationals([0, 0, 320, 480, 0, 0, 0, 0])
  for (kind, numbers) in zip(kinds, expected) {
    for (attribute, number) in zip(
      [Attribute.left, .right, .top, .bottom, .width, .height], numbers)
    {
      let other: Attribute =
        attribute.kind == .dimension ? .width : attribute.axis == .horizontal ? .left : .top
      let lowered = lower(
        try layoutCase(
          [View(id: "v", parent: 0)], guides: [Guide(id: "g", owner: 0, kind: kind)],
          constraints: [equality(.guide(0), attribute, .view(1), other)]))
      #expect(
        try residual(lowered, 0, at: values) == Rational(number), "\(kind) \(attribute)")
      #expect(lowered.guideVariables == [-1])
    }
  }
}

@Test("a location multiplier is measured from the nearest common ancestor")
func locationMultiplier() throws {
  // root > box > (left, right); the box is at x 100.
  let views = [
    View(id: "box", parent: 0), View(id: "left", parent: 1), View(id: "right", parent: 1),
  ]
  let values = rationals([0, 0, 320, 480, 100, 50, 120, 80, 110, 50, 20, 20, 190, 50, 30, 20])
  func value(_ constraint: LayoutConstraint, _ direction: LayoutCase.Environment.Direction)
    throws -> Rational
  {
    try residual(
      lower(layoutCase(views, constraints: [constraint], direction: direction)), 0, at: values)
  }
  // In the box: left.right at 30, right.left at 90.
  #expect(
    try value(equality(.view(2), .right, .view(3), .left, multiplier: 3), .leftToRight)
      == Rational(30 - 3 * 90))
  // In the root: left.right at 130; the box's right edge at 220.
  #expect(
    try value(equality(.view(2), .right, .view(0), .right, multiplier: 3), .leftToRight)
      == Rational(130 - 3 * 320))
  // Right to left, from the box's right edge: left.trailing at 110, right.trailing at 30.
  #expect(
    try value(
      equality(.view(2), .trailing, .view(3), .trailing, multiplier: 3, constant: 8),
      .rightToLeft) == Rational(110 - 3 * 30 - 8))
  // Left and right ignore the direction.
  #expect(
    try value(equality(.view(2), .right, .view(3), .left, multiplier: 3), .rightToLeft)
      == Rational(30 - 3 * 90))
}

@Test("seen from inside, edges of a scroll view are its content's and sizes its frame's")
func scrollView() throws {
  let views = [
    View(id: "scroll", parent: 0, kind: .scrollView), View(id: "child", parent: 1),
    View(id: "outside", parent: 0),
  ]
  let guides = [
    Guide(id: "content", owner: 1, kind: .scrollContent),
    Guide(id: "frame", owner: 1, kind: .scrollFrame),
  ]
  // scroll at (10, 20) 100 x 80 with content 400 x 300; child at its origin; outside at (0, 0).
  let values = rationals(
    [0, 0, 320, 480, 10, 20, 100, 80, 400, 300, 10, 20, 100, 100, 0, 0, 0, 0])
  let expected: [(Item, Attribute, Item, Attribute, LayoutNumber, Int)] = [
    (.view(1), .right, .view(2), .left, 1, 400), (.view(1), .right, .view(3), .left, 1, 110),
    (.view(1), .bottom, .view(2), .top, 1, 300), (.view(1), .width, .view(2), .width, 1, 0),
    (.view(1), .centerX, .view(2), .left, 1, 50),
    (.view(1), .rightMargin, .view(2), .left, 1, 392),
    (.guide(0), .width, .view(2), .width, 1, 300), (.guide(0), .right, .view(2), .left, 1, 400),
    (.guide(1), .right, .view(2), .left, 1, 100), (.guide(1), .height, .view(2), .width, 1, -20),
    // A quarter of the content's width, from the content's origin.
    (.view(2), .trailing, .view(1), .trailing, LayoutNumber(1, 4, form: .fraction), 0),
  ]
  for (first, attribute, second, other, multiplier, number) in expected {
    let lowered = lower(
      try layoutCase(
        views, guides: guides,
        constraints: [equality(first, attribute, second, other, multiplier: multiplier)]))
    #expect(
      try residual(lowered, 0, at: values) == Rational(number),
      "\(first).\(attribute) \(second).\(other)")
  }
}

@Test("a held view's frame is relative to its superview's frame; attributes are inside both")
func hold() throws {
  var box = View(id: "box", parent: 0)
  box.alignmentInsets = LayoutInsets(top: 1, left: 2, bottom: 3, right: 4)
  var held = View(id: "held", parent: 1)
  held.alignmentInsets = LayoutInsets(top: 5, left: 6, bottom: 7, right: 8)
  held.hold = .init(
    frame: LayoutRect(x: 10, y: 20, width: 100, height: 50), reason: .fixedFrame)
  let lowered = lower(try layoutCase([box, held]))
  // The box's frame is (98, 99, 206, 204); the held frame (108, 119, 100, 50).
  let solution = Solution(values: [0, 0, 320, 480, 100, 100, 200, 200, 114, 124, 86, 38])
  for row in 0..<lowered.system.constraintCount {
    #expect(lowered.system.violation(of: row, at: solution.values) == 0, "\(lowered.describe(row))")
  }
  let layout = lowered.layout(from: solution, rounded: false)
  #expect(layout.frames[1] == .init(x: 98, y: 99, width: 206, height: 204))
  #expect(layout.frames[2] == .init(x: 10, y: 20, width: 100, height: 50))
}

/// An extent before and after rounding, by its edges.
private struct RoundingExample: Sendable {
  var scale: Int
  var left: Double
  var right: Double
  var roundedLeft: Double
  var roundedRight: Double
}

/// The examples, of which the first four were measured in AUTOLAYOUT 14.1.
private let roundingExamples: [RoundingExample] = [
  .init(scale: 3, left: 20, right: 177.5, roundedLeft: 20, roundedRight: 533.0 / 3),
  .init(scale: 3, left: 197.5, right: 355, roundedLeft: 593.0 / 3, roundedRight: 355),
  .init(scale: 2, left: 0, right: 116.33, roundedLeft: 0, roundedRight: 116.5),
  .init(scale: 2, left: 0, right: 232.67, roundedLeft: 0, roundedRight: 232.5),
  .init(scale: 1, left: -0.5, right: 0.5, roundedLeft: 0, roundedRight: 1),
  .init(scale: 1, left: 0.49999999999, right: 2.4999, roundedLeft: 1, roundedRight: 2),
]

@Test("edges are rounded to device pixels one by one, halves up", arguments: roundingExamples)
private func rounding(example: RoundingExample) throws {
  var environment = LayoutCase.Environment(size: LayoutSize(width: 375, height: 667))
  environment.scale = example.scale
  let lowered = lower(
    LayoutCase(
      environment: environment,
      views: [View(id: "root", parent: nil), View(id: "v", parent: 0)]))
  let width = example.right - example.left
  let layout = lowered.layout(
    from: Solution(values: [0, 0, 375, 667, example.left, 0, width, 0]), rounded: true)
  let frame = layout.frames[1]
  #expect(abs(frame.x - example.roundedLeft) < 1e-9)
  #expect(abs(frame.x + frame.width - example.roundedRight) < 1e-9)
}

@Test("ten thousand nested views are read from a file, lowered and laid out")
func deepNesting() throws {
  var views: [View] = []
  var constraints: [LayoutConstraint] = []
  for index in 1...10_000 {
    views.append(View(id: "v\(index)", parent: index - 1))
    var constraint = equality(
      .view(index), .right, .view(index - 1), .right,
      multiplier: LayoutNumber(1, 2, form: .fraction))
    constraint.id = "c\(index)"
    constraints.append(constraint)
    constraint = equality(.view(index), .left, .view(0), .right, multiplier: 2)
    constraint.id = "d\(index)"
    constraints.append(constraint)
  }
  let file = CaseFile.encode(try layoutCase(views, constraints: constraints))
  let lowered = lower(try CaseFile.decode(file, file: "nested"))
  #expect(lowered.system.constraintCount == 4 + 20_000 + 20_000)
  let layout = lowered.layout(
    from: Solution(values: Array(repeating: 1, count: lowered.system.variableCount)), rounded: true)
  #expect(layout.frames.count == 10_001)
}
