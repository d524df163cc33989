// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import Lowering
import Oracles
import Testing

@testable import Diagnosis
@testable import Judging

@Suite("Ambiguous views")
struct AmbiguousViewsTests {
  private func entries(_ layoutCase: LayoutCase) throws -> [AmbiguousViews.Entry] {
    let lowered = lower(layoutCase)
    let answer = try ExactOracle.solve(lowered.system)
    let optimum = try #require(answer.optimum)
    return try AmbiguousViews.find(optimum, of: lowered)
  }

  @Test("two views that can only move against each other are both found")
  func opposed() throws {
    // a and b share 100 points of width, but no constraint divides them.
    let layoutCase = HandMadeCase(views: 2)
      .adding(.a, .left, .equal, .root, .left).adding(.a, .top, .equal, .root, .top)
      .adding(.a, .height, .equal, 10).adding(.b, .height, .equal, 10)
      .adding(.b, .left, .equal, .a, .right).adding(.b, .top, .equal, .root, .top)
      .adding(.b, .right, .equal, .root, .left, plus: 100)
      .layoutCase
    #expect(
      try entries(layoutCase) == [
        .init(view: 1, axis: .horizontal), .init(view: 2, axis: .horizontal),
      ])
  }

  @Test("a view inside a movable one is not ambiguous itself")
  func inside() throws {
    var layoutCase = HandMadeCase(views: 2)
      .adding(.a, .width, .equal, 100).adding(.a, .height, .equal, 100)
      .adding(.a, .top, .equal, .root, .top)
      .adding(.b, .left, .equal, .a, .left, plus: 5).adding(.b, .top, .equal, .a, .top)
      .adding(.b, .width, .equal, 10).adding(.b, .height, .equal, 10)
      .layoutCase
    layoutCase.views[2].parent = 1
    #expect(try entries(layoutCase) == [.init(view: 1, axis: .horizontal)])
  }

  @Test("the view that a generator leaves open is found, along its axis")
  func planted() throws {
    let source = CaseSource(seed: 11, profile: .ambiguous)
    for index in 0..<15 {
      let generated = try source.generate(index)
      guard case .ambiguous(let view, let axis) = generated.truth else {
        Issue.record("case \(index) of seed 11 is planted as \(generated.truth)")
        continue
      }
      let found = try entries(generated.layoutCase)
      #expect(found.contains(.init(view: view, axis: axis)), "seed 11, case \(index)")
    }
  }
}
