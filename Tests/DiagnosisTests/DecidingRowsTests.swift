// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering
import Oracles
import Testing

@testable import Diagnosis

@Suite("Explanations: a bound decides only if the layout is different without it")
struct DecidingRowsTests {
  /// Returns the constraints that decide the width of `a`, which is otherwise pinned.
  private func deciders(
    _ widths: [(String, LayoutConstraint.Relation, LayoutNumber, Priority)],
    others: [LayoutConstraint] = [], adds: [View] = []
  ) throws -> [String] {
    var views = PinnedViews()
    views.add("a", .view, 0, 0, 0, 50)
    var layoutCase = views.layoutCase
    layoutCase.constraints.removeAll { $0.first.attribute == .width }
    layoutCase.views += adds
    layoutCase.constraints += widths.map {
      LayoutConstraint(
        id: $0.0, first: Anchor(.view(1), .width), relation: $0.1, constant: $0.2,
        priority: $0.3)
    }
    layoutCase.constraints += others
    let explanation = try LayoutExplanation(of: DiagnosedCase(layoutCase))
    let decision = try #require(
      explanation.decisions.first {
        $0.view == 1 && $0.axis == .horizontal && $0.kind == .size
      })
    return (decision.deciders ?? []).map { explanation.lowered.layoutCase.originID($0) }
  }

  @Test(
    "a width of 0 is decided by a preference that asks for it, not by one that it falls short of")
  func zero() throws {
    #expect(
      try deciders([("shut", .equal, 0, 750), ("open", .equal, 50, 500)]) == ["shut"])
    #expect(
      try deciders([("shut", .equal, 20, 750), ("open", .equal, 50, 500)]) == ["shut"])
    #expect(
      try deciders([("less", .equal, -20, 750), ("shut", .equal, 0, 500)]) == ["a.width>=0"])
    #expect(
      try deciders([("shut", .lessThanOrEqual, 0, 750), ("open", .equal, 50, 500)]) == ["shut"])
  }

  @Test("the same holds for bounds written by the author")
  func authored() throws {
    let bound = ("bound", LayoutConstraint.Relation.greaterThanOrEqual, LayoutNumber(30))
    #expect(
      try deciders([
        (bound.0, bound.1, bound.2, .required), ("wanted", .equal, 30, 750),
        ("open", .equal, 50, 500),
      ]) == ["wanted"])
    #expect(
      try deciders([
        (bound.0, bound.1, bound.2, .required), ("wanted", .equal, 20, 750),
        ("equal", .equal, 30, 500),
      ]) == ["bound"])
  }

  @Test("of two bounds that each make the other redundant one decides, also if views are open")
  func together() throws {
    let equal = LayoutConstraint(
      id: "equal", first: Anchor(.view(2), .width), second: Anchor(.view(1), .width))
    for left in [nil, LayoutNumber(10)] {
      var others = [equal]
      if let left {
        others.append(
          LayoutConstraint(id: "left", first: Anchor(.view(2), .left), constant: left))
        others[1].second = Anchor(.view(0), .left)
      }
      let named = try deciders(
        [("less", .equal, -20, 750)], others: others, adds: [View(id: "b", parent: 0)])
      #expect(named == ["a.width>=0"] || named == ["b.width>=0", "equal"], "\(named)")
      let shut = try deciders(
        [("shut", .equal, 0, 750)], others: others, adds: [View(id: "b", parent: 0)])
      #expect(shut == ["shut"])
    }
  }

  @Test("all solutions of one search share the limit of one question")
  func limit() throws {
    var views = PinnedViews()
    for number in 0..<DecidingRows.boundsMax {
      views.add("v\(number)", .view, 0, LayoutNumber(number), 0, 50)
    }
    var layoutCase = views.layoutCase
    // Each width of 0 is asked for by a preference, so each bound is tried and decides nothing.
    for index in layoutCase.constraints.indices
    where layoutCase.constraints[index].first.attribute == .width {
      layoutCase.constraints[index].constant = 0
      layoutCase.constraints[index].priority = 750
    }
    let lowered = lower(layoutCase)
    let answer = try ExactOracle.solve(lowered.system)
    let meter = OperationMeter(operations: .max)
    let limit = OracleLimit(
      tableauCells: OracleLimit.standard.tableauCells, cellOperations: 2 * answer.work, meter: meter
    )
    let optimum = try #require(answer.optimum)
    _ = try DecidingRows(
      of: lowered.system, optimum, [], FramePart.all(of: lowered), limit: limit)
    let spent = Int.max - meter.left
    #expect((1...18 * answer.work).contains(spent), "\(spent / answer.work) solutions")
  }
}
