// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import Minimization

@Suite("Single reducers")
struct ReducerTests {
  /// The tree root > [a > [b, c], d].
  static let start: LayoutCase = {
    var result = LayoutCase(
      name: "start",
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480), scale: 2),
      views: [
        View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: 1),
        View(id: "c", parent: 1), View(id: "d", parent: 0),
      ],
      guides: [Guide(id: "g", owner: 1, kind: .free)])
    result.constraints = [
      LayoutConstraint(
        id: "ba", first: Anchor(.view(2), .left), second: Anchor(.view(1), .left), constant: 7),
      LayoutConstraint(
        id: "cb", first: Anchor(.view(3), .left), second: Anchor(.view(2), .right), constant: 25),
      LayoutConstraint(id: "gw", first: Anchor(.guide(0), .width), constant: 40, priority: 750),
      LayoutConstraint(
        id: "dr", first: Anchor(.view(4), .leadingMargin), relation: .lessThanOrEqual,
        second: Anchor(.view(0), .trailing), constant: -8),
    ]
    return result
  }()

  /// Returns the case after one run of one reducer.
  private func reduce(
    _ start: LayoutCase, _ reducer: some Reducer, while fails: @escaping (LayoutCase) -> Bool
  ) -> LayoutCase {
    var gate = SubjectGate(start, stillFails: fails)
    gate.enter(reducer.name)
    reducer.reduce(&gate)
    return gate.current
  }

  private func has(_ ids: String...) -> (LayoutCase) -> Bool {
    { layoutCase in
      let present =
        layoutCase.views.map(\.id) + layoutCase.guides.map(\.id)
        + layoutCase.constraints.map(\.id)
      return ids.allSatisfy { present.contains($0) }
    }
  }

  @Test("Subtrees go with their constraints, and needed views keep their superviews")
  func subtrees() {
    let result = reduce(Self.start, SubtreeReducer(), while: has("c"))
    #expect(result.views.map(\.id) == ["root", "a", "c"])
    #expect(result.constraints.map(\.id) == ["gw"])
    #expect(result.guides.map(\.owner) == [1])
  }

  @Test("Constraints go, views stay")
  func constraints() {
    let result = reduce(Self.start, ConstraintReducer(), while: has("cb"))
    #expect(result.constraints.map(\.id) == ["cb"])
    #expect(result.views == Self.start.views)
  }

  @Test("Hoisting replaces a view by its children")
  func hoisting() {
    let result = reduce(Self.start, HoistReducer(), while: has("b", "c", "cb"))
    #expect(result.views.map(\.id) == ["root", "b", "c"])
    #expect(result.views.map(\.parent) == [nil, 0, 0])
    #expect(result.constraints.map(\.id).contains("cb"))
  }

  @Test("Hoisting moves a view to its grandparent when all views must stay")
  func hoistingToGrandparent() {
    let result = reduce(Self.start, HoistReducer(), while: has("a", "b", "c", "d"))
    #expect(result.views.map(\.parent) == [nil, 0, 0, 0, 0])
    #expect(result.constraints.count == Self.start.constraints.count)
    #expect(result.isValid)
  }

  @Test("Hoisting hands constraints to the superview when they must stay")
  func hoistingWithConstraints() {
    let result = reduce(Self.start, HoistReducer(), while: has("ba", "b"))
    #expect(result.views.map(\.id) == ["root", "b"])
    #expect(result.constraints.first?.second == Anchor(.view(0), .left))
  }

  @Test("Merging makes constraints of both views meet on one")
  func merging() {
    let result = reduce(Self.start, MergeReducer(), while: has("dr", "cb"))
    #expect(result.views.count < Self.start.views.count)
    #expect(result.isValid)
    #expect(result.constraints.map(\.id).contains("dr"))
  }

  @Test("A guide goes, and its constraints refer to its owner if they must stay")
  func guides() {
    let alone = reduce(Self.start, GuideReducer(), while: { _ in true })
    #expect(alone.guides.isEmpty)
    #expect(!alone.constraints.map(\.id).contains("gw"))
    let retargeted = reduce(Self.start, GuideReducer(), while: has("gw"))
    #expect(retargeted.guides.isEmpty)
    #expect(retargeted.constraints.first { $0.id == "gw" }?.first == Anchor(.view(1), .width))
  }

  @Test("The constraints outside of the conflict go in one call")
  func conflictCore() {
    let hints = MinimizationHints(constraints: [1])
    let reducer = ConflictCoreReducer(hints, of: Self.start)
    var gate = SubjectGate(Self.start, stillFails: has("cb"))
    gate.enter(reducer.name)
    reducer.reduce(&gate)
    #expect(gate.current.constraints.map(\.id) == ["cb"])
    #expect(gate.current.views.map(\.id) == ["root", "a", "b", "c"])
    #expect(gate.calls == 1)
  }

  @Test("A wrong hint has no effect")
  func wrongHint() {
    let hints = MinimizationHints(constraints: [3, 99], views: [4, -1])
    let with = Minimizer.minimize(Self.start, hints: hints, stillFails: has("cb"))
    let without = Minimizer.minimize(Self.start, stillFails: has("cb"))
    #expect(with.layoutCase == without.layoutCase)
  }

  @Test("Margins and reading direction become edges, if the predicate allows it")
  func anchors() {
    let result = reduce(Self.start, AnchorReducer()) { layoutCase in
      layoutCase.constraints.contains { $0.id == "dr" && $0.second != nil }
        && layoutCase.views.count == 5
    }
    let constraint = result.constraints.first { $0.id == "dr" }
    #expect(constraint?.first.attribute == .left)
    #expect(constraint?.second?.attribute == .left)
  }

  @Test("Axes are exchanged if the fault is on the vertical one")
  func transposing() {
    let vertical = LayoutCase(
      environment: Self.start.environment, views: Self.start.views,
      constraints: [LayoutConstraint(id: "c", first: Anchor(.view(2), .height), constant: 3)])
    let result = reduce(vertical, AnchorReducer()) { _ in true }
    #expect(result.constraints[0].first.attribute == .width)
  }

  @Test(
    "Constants are reduced to the smallest sufficient number",
    arguments: [0, 1, 7, 10, 11, 99, 1000])
  func constants(least: Int) {
    var start = Self.start
    start.constraints = [LayoutConstraint(id: "w", first: Anchor(.view(1), .width))]
    start.constraints[0].constant = LayoutNumber(digits: 123_456, scale: 1)
    let result = reduce(start, NumberReducer()) { layoutCase in
      !layoutCase.constraints[0].constant.isLess(than: LayoutNumber(least))
    }
    #expect(result.constraints[0].constant == LayoutNumber(least))
  }

  @Test("Equal constants stay equal if they must")
  func equalConstants() {
    var start = Self.start
    start.constraints = (0..<3).map {
      LayoutConstraint(id: "w\($0)", first: Anchor(.view($0), .width), constant: 120)
    }
    let result = reduce(start, NumberReducer()) { layoutCase in
      Set(layoutCase.constraints.map(\.constant)).count == 1
        && LayoutNumber(4).isLess(than: layoutCase.constraints[0].constant)
    }
    #expect(result.constraints.map(\.constant) == [5, 5, 5])
  }

  @Test("Multipliers go, or become 2, or one half")
  func multipliers() {
    var start = Self.start
    start.constraints = [
      LayoutConstraint(
        id: "w", first: Anchor(.view(1), .width), second: Anchor(.view(2), .width),
        multiplier: LayoutNumber(5, 7, form: .fraction))
    ]
    func smallest(_ fails: @escaping (LayoutNumber) -> Bool) -> LayoutNumber {
      reduce(start, NumberReducer()) { fails($0.constraints[0].multiplier) }
        .constraints[0].multiplier
    }
    #expect(smallest { _ in true } == 1)
    #expect(smallest { !$0.isOne } == 2)
    #expect(smallest { $0.denominator > 1 } == LayoutNumber(digits: 5, scale: 1))
    #expect(smallest { $0.form == .fraction } == LayoutNumber(1, 2, form: .fraction))
    // The same number is simpler with decimal places.
    start.constraints[0].multiplier = LayoutNumber(1, 1_000_000, form: .fraction)
    let tiny = start.constraints[0].multiplier
    #expect(smallest { $0 == tiny }.form == .fraction)
    let value = smallest { $0.numerator == 1 && $0.denominator == 1_000_000 }
    #expect(value == LayoutNumber(digits: 1, scale: 6))
  }

  @Test("Priorities become required, else one level, else few and round levels")
  func priorities() {
    var start = Self.start
    start.constraints = [251, 252, 999].enumerated().map { index, priority in
      LayoutConstraint(
        id: "w\(index)", first: Anchor(.view(index), .width), priority: Priority(priority))
    }
    func smallest(_ fails: @escaping ([Priority]) -> Bool) -> [Priority] {
      reduce(start, PriorityReducer()) { fails($0.constraints.map(\.priority)) }
        .constraints.map(\.priority)
    }
    #expect(smallest { _ in true } == [1000, 1000, 1000])
    #expect(smallest { $0.allSatisfy { !$0.isRequired } } == [500, 500, 500])
    #expect(smallest { $0[0] < $0[1] && $0[1] < $0[2] && !$0[2].isRequired } == [250, 500, 750])
    #expect(smallest { $0[0] < $0[1] && !$0[1].isRequired } == [500, 750, 1000])
  }

  @Test("View properties go one by one, and only the needed one stays")
  func viewProperties() {
    var start = Self.start
    start.views[2].intrinsicWidth = 30
    start.views[2].intrinsicHeight = 20
    start.views[2].hugging.horizontal = 10
    start.views[2].alignmentInsets.top = 3
    start.views[2].kind = .label
    start.views[1].hold = View.Hold(
      frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .fixedFrame)
    let result = reduce(start, ViewPropertyReducer()) { $0.views[2].intrinsicHeight != nil }
    var expected = View(id: "b", parent: 1)
    expected.intrinsicHeight = 20
    #expect(result.views[2] == expected)
    #expect(result.views[1].hold == nil)
  }

  @Test("Environments become 100 by 100 at scale 1, left to right")
  func environment() {
    let result = reduce(Self.start, EnvironmentReducer()) { _ in true }
    #expect(
      result.environment
        == LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)))
    let wide = reduce(Self.start, EnvironmentReducer()) {
      LayoutNumber(100).isLess(than: $0.environment.size.width)
    }
    #expect(wide.environment.size == LayoutSize(width: 320, height: 100))
  }

  @Test("Names, order and sides are canonical, and annotations go")
  func canonicalForm() {
    var shuffled = Self.start
    shuffled.constraints.swapAt(0, 3)
    shuffled.constraints[1].identifier = "spacing"
    shuffled.views[4].id = "other"
    let one = Minimizer.minimize(Self.start) { $0.constraints.count == 4 && $0.views.count == 5 }
    let two = Minimizer.minimize(shuffled) { $0.constraints.count == 4 && $0.views.count == 5 }
    #expect(one.layoutCase == two.layoutCase)
    #expect(one.layoutCase.views.map(\.id) == ["root", "v1", "v2", "v3", "v4"])
    #expect(one.layoutCase.constraints.map(\.id) == ["c1", "c2", "c3", "c4"])
    #expect(one.layoutCase.name == nil)
  }
}
