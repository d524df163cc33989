// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import Minimization

@Suite("Ways out of local minima")
struct SmallCaseTests {
  private func reduce(
    _ start: LayoutCase, _ reducer: some Reducer, while fails: @escaping (LayoutCase) -> Bool
  ) -> LayoutCase {
    var gate = SubjectGate(start, stillFails: fails)
    gate.enter(reducer.name)
    reducer.reduce(&gate)
    return gate.current
  }

  private func start(_ views: Int, _ constraints: [LayoutConstraint]) -> LayoutCase {
    LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: (0...views).map {
        View(id: CaseSize.canonicalViewID($0), parent: $0 == 0 ? nil : 0)
      },
      constraints: constraints)
  }

  @Test("The smallest cases are well formed, canonical, all different, and in ascending order")
  func list() {
    let candidates = SmallCases.ascending
    #expect(candidates.count > 200)
    for (index, candidate) in candidates.enumerated() {
      #expect(candidate.layoutCase.isValid, "case \(index)")
      #expect(candidate.layoutCase == candidate.layoutCase.canonicallySorted().renamed())
    }
    for (one, next) in zip(candidates, candidates.dropFirst()) { #expect(one.size < next.size) }
  }

  @Test("A failure on one of the smallest cases ends there, from any start")
  func commonEnd() {
    func fails(_ layoutCase: LayoutCase) -> Bool {
      // Two contradicting constraints, by widths or by edges: no single step leads from one case to
      // the other.
      let first = layoutCase.constraints.first { $0.constant.isZero && $0.relation == .equal }
      let second = layoutCase.constraints.first { $0.constant == 1 }
      guard let first, let second, first.first.item != .view(0) else { return false }
      return first.first == second.first && first.second == second.second
    }
    let width = Anchor(.view(1), .width)
    let edges = start(
      2,
      [
        LayoutConstraint(
          id: "a", first: Anchor(.view(1), .right), second: Anchor(.view(2), .centerX)),
        LayoutConstraint(
          id: "b", first: Anchor(.view(1), .right), second: Anchor(.view(2), .centerX),
          constant: 1),
      ])
    let sizes = start(
      1,
      [
        LayoutConstraint(id: "a", first: width),
        LayoutConstraint(id: "b", first: width, constant: 1),
      ])
    let ends = [edges, sizes].map { Minimizer.minimize($0, stillFails: fails).layoutCase }
    #expect(ends[0] == ends[1])
    #expect(ends[0] == sizes.canonicallySorted().renamed())
  }

  @Test("Two parts of a constraint change at once if one alone does not suffice")
  func retold() {
    func fails(_ layoutCase: LayoutCase) -> Bool {
      guard layoutCase.constraints.count == 1, let only = layoutCase.constraints.first,
        only.first.item == .view(0), only.second == nil
      else { return false }
      return only.relation == .greaterThanOrEqual && only.constant == 101
        || only.relation == .lessThanOrEqual && only.constant == 100
    }
    let width = Anchor(.view(0), .width)
    let result = reduce(
      start(
        1,
        [LayoutConstraint(id: "a", first: width, relation: .greaterThanOrEqual, constant: 101)]),
      ReplacementReducer(), while: fails)
    #expect(result.constraints.map(\.relation) == [.lessThanOrEqual])
    #expect(result.constraints.map(\.constant) == [100])
    #expect(result.views.count == 1)
  }

  @Test("Removing one constraint allows restating another one")
  func retoldWithout() {
    let edge = Anchor(.view(1), .left)
    let pair = start(
      1,
      [
        LayoutConstraint(id: "a", first: edge, second: Anchor(.view(0), .left)),
        LayoutConstraint(id: "b", first: Anchor(.view(1), .width), constant: 7),
      ])
    let result = reduce(pair, ReplacementReducer()) { layoutCase in
      layoutCase.constraints.count == 2
        || layoutCase.constraints.map(\.constant) == [1] && layoutCase.constraints[0].second != nil
    }
    #expect(result.constraints.count == 1)
    #expect(result.constraints.map(\.constant) == [1])
  }

  @Test("No optional priority is added that the case does not have")
  func noNewLevels() {
    let required = start(
      1, (0..<3).map { LayoutConstraint(id: "c\($0)", first: Anchor(.view($0 % 2), .height)) })
    let result = reduce(required, SmallCaseReducer()) { layoutCase in
      #expect(!layoutCase.constraints.contains { !$0.priority.isRequired })
      return false
    }
    #expect(result == required)
  }

  @Test("A guide becomes a plain view")
  func guides() {
    var guided = start(1, [LayoutConstraint(id: "w", first: Anchor(.guide(0), .width))])
    guided.guides = [Guide(id: "g", owner: 1, kind: .free)]
    let result = reduce(guided, GuideReducer()) {
      !$0.constraints.isEmpty && $0.views.count + $0.guides.count == 3
        && $0.constraints[0].first.item != .view(1)
    }
    #expect(result.guides.isEmpty)
    #expect(result.views.count == 3)
    #expect(result.constraints[0].first == Anchor(.view(2), .width))
  }

  @Test("The root replaces a view, and the constraints that placed the view go")
  func withdrawing() {
    let chain = start(
      2,
      [
        LayoutConstraint(id: "a", first: Anchor(.view(1), .width), constant: 50),
        LayoutConstraint(
          id: "b", first: Anchor(.view(2), .width), second: Anchor(.view(1), .width)),
      ])
    let result = reduce(chain, MergeReducer()) { layoutCase in
      layoutCase.constraints.map(\.id) == ["b"] || layoutCase == chain
    }
    #expect(result.views.count == 2)
    #expect(result.constraints.map(\.second) == [Anchor(.view(0), .width)])
  }

  @Test("The root and the constants equal to its size change together")
  func rootSize() {
    var wide = start(0, [LayoutConstraint(id: "w", first: Anchor(.view(0), .width), constant: 320)])
    wide.environment.size.width = 320
    let result = reduce(wide, EnvironmentReducer()) {
      $0.constraints[0].constant == $0.environment.size.width
    }
    #expect(result.environment.size.width == 100)
    #expect(result.constraints[0].constant == 100)
  }

  @Test("A constraint replaces an intrinsic size or a held frame")
  func saidByConstraint() {
    var sized = start(1, [])
    sized.views[1].intrinsicHeight = 20
    let optional = reduce(sized, ViewPropertyReducer()) { layoutCase in
      layoutCase.views[1].intrinsicHeight != nil
        || layoutCase.constraints.contains { !$0.priority.isRequired }
    }
    #expect(optional.views[1] == View(id: "v1", parent: 0))
    #expect(optional.constraints.map(\.priority) == [500])
    #expect(optional.constraints.map(\.constant) == [20])
    var held = start(1, [])
    held.views[1].hold = View.Hold(
      frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .fixedFrame)
    let required = reduce(held, ViewPropertyReducer()) {
      CaseSize($0).statements == 1
    }
    #expect(required.views[1].hold == nil)
    #expect(required.constraints.map(\.constant) == [3])
  }
}
