// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

/// Returns a well-formed case: a root with a scroll view, a label in it and a guide.
private func sample() -> LayoutCase {
  LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)),
    views: [
      View(id: "root", parent: nil), View(id: "scroll", parent: 0, kind: .scrollView),
      View(id: "label", parent: 1, kind: .label), View(id: "other", parent: 0),
    ],
    guides: [Guide(id: "content", owner: 1, kind: .scrollContent)],
    constraints: [
      LayoutConstraint(
        id: "c", first: Anchor(.view(2), .leading), second: Anchor(.guide(0), .leading))
    ])
}

/// Returns the sample with its constraint replaced.
private func sample(
  _ first: Anchor, _ second: Anchor?, multiplier: LayoutNumber = 1
) -> LayoutCase {
  var layoutCase = sample()
  layoutCase.constraints = [
    LayoutConstraint(id: "c", first: first, second: second, multiplier: multiplier)
  ]
  return layoutCase
}

@Test("a well-formed case has no errors")
func wellFormed() {
  #expect(sample().validate() == [])
}

@Test("the relatable attributes are those of the legality table of Auto Layout")
func legality() {
  // By the first letter: x locations that follow the direction, that ignore it, neutral ones; y;
  // sizes.
  func group(_ attribute: Attribute) -> Character {
    switch attribute {
    case .leading, .trailing, .leadingMargin, .trailingMargin: return "f"
    case .left, .right, .leftMargin, .rightMargin: return "i"
    case .centerX, .centerXWithinMargins: return "n"
    case .width, .height: return "s"
    default: return "y"
    }
  }
  let legalPairs: Set<String> = ["ff", "ii", "nn", "fn", "nf", "in", "ni", "yy", "ss"]
  for first in Attribute.allCases {
    for second in Attribute.allCases {
      let isLegal = legalPairs.contains("\(group(first))\(group(second))")
      let anchors = (Anchor(.view(2), first), Anchor(.view(3), second))
      #expect(sample(anchors.0, anchors.1).isValid == isLegal, "\(first) \(second)")
      let isSize = group(first) == "s"
      #expect(
        sample(anchors.0, anchors.1, multiplier: 0).isValid == (isLegal && isSize),
        "\(first) \(second) times 0")
    }
    #expect(sample(Anchor(.view(2), first), nil).isValid == (group(first) == "s"), "\(first)")
    #expect(
      sample(Anchor(.guide(0), first), Anchor(.guide(0), first)).isValid
        == !(first.isMargin || first.isBaseline), "\(first) of a guide")
  }
}

/// A change that spoils the sample, and the expected errors of validation.
private struct Spoiling: Sendable, CustomTestStringConvertible {
  var subject: ValidationError.Subject
  var problem: ValidationError.Problem
  var spoil: @Sendable (inout LayoutCase) -> Void

  var testDescription: String { "\(problem)" }

  init(
    _ subject: ValidationError.Subject, _ problem: ValidationError.Problem,
    _ spoil: @escaping @Sendable (inout LayoutCase) -> Void
  ) {
    self.subject = subject
    self.problem = problem
    self.spoil = spoil
  }
}

private let rect = LayoutRect(x: 0, y: 0, width: 1, height: 1)
private let huge = LayoutNumber(1_000_000_000_001)

private let spoilings: [Spoiling] = [
  Spoiling(.view(3), .emptyID) { $0.views[3].id = "" },
  Spoiling(.view(3), .duplicateID("label")) { $0.views[3].id = "label" },
  Spoiling(.guide(0), .duplicateID("label")) { $0.guides[0].id = "label" },
  Spoiling(.constraint(1), .duplicateID("c")) { $0.constraints.append($0.constraints[0]) },
  Spoiling(.view(0), .rootHasParent) { $0.views[0].parent = 0 },
  Spoiling(.view(3), .secondRoot) { $0.views[3].parent = nil },
  Spoiling(.view(3), .parentOutOfRange(3)) { $0.views[3].parent = 3 },
  Spoiling(.view(3), .parentOutOfRange(-1)) { $0.views[3].parent = -1 },
  Spoiling(.view(0), .holdOnRoot) { $0.views[0].hold = .init(frame: rect, reason: .fixedFrame) },
  Spoiling(.view(2), .misplacedFlow) { $0.views[2].flow = FlowGrid() },
  Spoiling(.view(2), .negative(field: "flow")) {
    $0.views[2].kind = .collectionView
    $0.views[2].flow = FlowGrid(lineSpacing: -1)
  },
  Spoiling(.guide(0), .ownerOutOfRange(9)) { $0.guides[0].owner = 9 },
  Spoiling(.guide(0), .scrollGuideOnOtherView) { $0.guides[0].owner = 2 },
  Spoiling(.guide(0), .negative(field: "topStrip")) { $0.guides[0].kind = .topStrip(-1) },
  Spoiling(.constraint(0), .itemOutOfRange(.view(9))) { $0.constraints[0].first.item = .view(9) },
  Spoiling(.constraint(0), .itemOutOfRange(.guide(-1))) {
    $0.constraints[0].second = Anchor(.guide(-1), .leading)
  },
  Spoiling(.constraint(0), .tooLarge(field: "constant")) { $0.constraints[0].constant = huge },
  Spoiling(.constraint(0), .tooLarge(field: "multiplier")) { $0.constraints[0].multiplier = huge },
  Spoiling(.environment, .scaleOutOfRange(4)) { $0.environment.scale = 4 },
  Spoiling(.environment, .negative(field: "size")) { $0.environment.size.width = -1 },
  Spoiling(.view(2), .negative(field: "intrinsicSize")) { $0.views[2].intrinsicHeight = -1 },
  Spoiling(.view(2), .tooLarge(field: "margins")) { $0.views[2].margins.left = huge },
  Spoiling(.expectation, .expectedViewOutOfRange(7)) {
    $0.expectation = Expectation(status: .ambiguous, ambiguousViews: [7])
  },
  Spoiling(.expectation, .expectedContentSizeOfOtherView(2)) {
    let size = LayoutSize(width: 1, height: 1)
    $0.expectation = Expectation(
      status: .unique, contentSizes: [.init(view: 2, size: size)])
  },
  Spoiling(.table, .tableWidthNotPositive) { $0.table = TableContent(width: 0, rows: []) },
  Spoiling(.table, .negative(field: "estimatedHeight")) {
    $0.table = TableContent(width: 9, estimatedHeight: -1, rows: [])
  },
  Spoiling(.row(1), .tooLarge(field: "accessoryWidth")) {
    $0.table = TableContent(width: 9, rows: [.init(), .init(accessoryWidth: huge)])
  },
  Spoiling(.row(0), .rowTextWithoutText(3)) {
    $0.table = TableContent(width: 9, rows: [.init(texts: [.init(view: 3, string: "")])])
  },
  Spoiling(.row(0), .rowTextWithoutText(9)) {
    $0.table = TableContent(width: 9, rows: [.init(texts: [.init(view: 9, string: "")])])
  },
  Spoiling(.row(0), .notSorted(field: "texts")) {
    $0.views[2].text = TextContent("")
    let text = TableContent.Row.Text(view: 2, string: "")
    $0.table = TableContent(width: 9, rows: [.init(texts: [text, text])])
  },
  Spoiling(.expectation, .rowHeightCount(1, rows: 2)) {
    $0.table = TableContent(width: 9, rows: [.init(), .init()])
    $0.expectation = Expectation(status: .unique, rowHeights: [44])
  },
  Spoiling(.expectation, .notSorted(field: "conflict")) {
    $0.expectation = Expectation(status: .conflict, conflict: ["b", "a"])
  },
]

@Test("each spoiled case is refused with the part and the reason", arguments: spoilings)
private func spoiled(spoiling: Spoiling) throws {
  var layoutCase = sample()
  spoiling.spoil(&layoutCase)
  let errors = layoutCase.validate()
  #expect(
    errors.contains { $0.subject == spoiling.subject && $0.problem == spoiling.problem },
    "\(errors)")
}

@Test("a view that does not follow its superview's subtree is not in preorder")
func preorder() {
  var layoutCase = sample()
  layoutCase.constraints = []
  layoutCase.views.append(View(id: "late", parent: 1))
  #expect(layoutCase.validate().map(\.problem) == [.notPreorder])
}

@Test("an error names the constraint, its items and their attributes")
func messages() {
  let layoutCase = sample(Anchor(.view(2), .left), Anchor(.view(0), .leading))
  #expect(
    layoutCase.validate().map(\.message) == [
      "constraint \"c\" (label.left, root.leading): left and leading cannot be related: "
        + "use leading and trailing for both or neither"
    ])
}

@Test("validation never traps, for any indices")
func wildIndices() {
  let values = [-1, 0, 1, 3, 4, .max, .min]
  for value in values {
    for other in values {
      var layoutCase = sample()
      layoutCase.views[2].parent = value
      layoutCase.guides[0].owner = other
      layoutCase.constraints[0].first.item = .view(value)
      layoutCase.constraints[0].second = Anchor(.guide(other), .leading)
      layoutCase.expectation = Expectation(
        status: .unique, contentSizes: [.init(view: value, size: LayoutSize(width: 0, height: 0))])
      _ = layoutCase.validate()
    }
  }
  let nothing = LayoutCase(environment: sample().environment, views: [])
  #expect(nothing.validate().map(\.problem) == [.noViews])
}

@Test("ten thousand nested views are validated")
func deepNesting() {
  var layoutCase = sample()
  layoutCase.views = [View(id: "v0", parent: nil)]
  layoutCase.guides = []
  layoutCase.constraints = []
  for index in 1...10_000 { layoutCase.views.append(View(id: "v\(index)", parent: index - 1)) }
  #expect(layoutCase.isValid)
  #expect(layoutCase.removing(views: [5000]).views.count == 5000)
}
