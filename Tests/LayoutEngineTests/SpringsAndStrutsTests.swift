// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel
import Lowering
import Solvers
import TestSupport
import Testing

@testable import LayoutEngine

/// Returns a chain of fixed views, each recorded in a superview of the size of the one before.
private func hierarchy(hasNegativeMargins: Bool, _ random: inout Draws) -> LayoutCase {
  var views = [View(id: "root", parent: nil)]
  var sizes = [(width: 300, height: 400)]
  for index in 1..<6 {
    let parent = random.below(index)
    // Views in preorder: the parent is the previous view or one of its superviews.
    var candidate = index - 1
    while candidate > parent, let next = views[candidate].parent { candidate = next }
    let outer = sizes[candidate]
    let low = hasNegativeMargins ? -20 : 0
    let x = low + random.below(max(1, outer.width / 2))
    let y = low + random.below(max(1, outer.height / 2))
    let width = random.below(max(1, outer.width - x - low)) + (hasNegativeMargins ? 30 : 0)
    let height = random.below(max(1, outer.height - y - low)) + (hasNegativeMargins ? 30 : 0)
    var view = View(id: "v\(index)", parent: candidate)
    view.hold = View.Hold(
      frame: LayoutRect(
        x: LayoutNumber(x), y: LayoutNumber(y), width: LayoutNumber(width),
        height: LayoutNumber(height)),
      reason: .autoresizing, mask: AutoresizingMask(rawValue: UInt8(random.below(64))),
      superviewSize: LayoutSize(
        width: LayoutNumber(outer.width), height: LayoutNumber(outer.height)))
    views.append(view)
    sizes.append((width, height))
  }
  return LayoutCase(
    environment: .init(
      size: LayoutSize(
        width: LayoutNumber(200 + random.below(300)), height: LayoutNumber(random.below(900)))),
    views: views)
}

/// Returns the largest violation of the equations of masks by frames.
private func violation(of frames: [Layout.Frame], in layoutCase: LayoutCase) -> Double {
  let lowered = lower(layoutCase)
  var point = [Double](repeating: 0, count: lowered.system.variableCount)
  for (index, frame) in frames.enumerated() {
    let variable = lowered.viewVariables[index]
    let parent = layoutCase.views[index].parent.map { lowered.viewVariables[$0] }
    point[variable] = frame.x + (parent.map { point[$0] } ?? 0)
    point[variable + 1] = frame.y + (parent.map { point[$0 + 1] } ?? 0)
    point[variable + 2] = frame.width
    point[variable + 3] = frame.height
  }
  return lowered.origins.indices.reduce(0) { worst, row in
    guard case .hold = lowered.origins[row] else { return worst }
    return max(worst, lowered.system.violation(of: row, at: point))
  }
}

@Suite("Springs and struts")
struct SpringsAndStrutsTests {
  private static let positive = Generator.drawn { hierarchy(hasNegativeMargins: false, &$0) }
  private static let any = Generator.drawn { draws in
    hierarchy(hasNegativeMargins: draws.chance(), &draws)
  }

  @Test("if flexible parts have a length, the constraints of the masks hold for the springs")
  func sameAsConstraints() {
    forAll(Self.positive, count: 2_000) { layoutCase in
      try claim(layoutCase.validate(), is: [])
      let violation = violation(of: SpringsAndStruts.frames(of: layoutCase), in: layoutCase)
      return .when(violation < 1e-9, else: "violation \(violation)")
    }
  }

  @Test("a root of the recorded size gives the recorded frames, also with negative margins")
  func recordedFrames() {
    forAll(Self.any, count: 1_000) { original in
      var layoutCase = original
      layoutCase.environment.size = LayoutSize(width: 300, height: 400)
      let frames = SpringsAndStruts.frames(of: layoutCase)
      for (frame, view) in zip(frames, layoutCase.views) {
        guard let recorded = view.hold?.frame else { continue }
        let expected = Layout.Frame(
          x: recorded.x.doubleValue, y: recorded.y.doubleValue,
          width: recorded.width.doubleValue, height: recorded.height.doubleValue)
        try claim(frame, is: expected, view.id)
      }
      return .holds
    }
  }

  @Test("flexible parts with a negative sum share equally, whereas constraints keep proportions")
  func negativeTotals() {
    let hold = View.Hold(
      frame: LayoutRect(x: -30, y: 0, width: 120, height: 10), reason: .autoresizing,
      mask: [.flexibleLeft, .flexibleRight], superviewSize: LayoutSize(width: 100, height: 10))
    let superview = Layout.Frame(x: 0, y: 0, width: 140, height: 10)
    // The constraints would give 1.5 * (140 - 120) = 30.
    #expect(SpringsAndStruts.frame(of: hold, inSuperview: superview).x == -10)
  }

  /// Returns the frames after the passes of layout, with negligible values rounded to 0.
  private func laidOut(_ layoutCase: LayoutCase) throws -> [Layout.Frame] {
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.isSettled && settled.passes == 1 && settled.lowered.layoutCase.isPlain)
    let solution = try #require(settled.result.outcome.solution)
    return settled.lowered.layout(from: solution, rounded: false).frames
  }

  @Test("cases with springs have the frames of springs and struts at any size, without a conflict")
  func settled() {
    forAll(Self.springs, count: 1_000) { layoutCase in
      try claim(layoutCase.validate(), is: [])
      let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
      try claim(
        settled.isSettled && settled.passes == 1 && settled.lowered.layoutCase.isPlain,
        "\(settled.passes) passes")
      guard let solution = settled.result.outcome.solution else { return .fails("a conflict") }
      let frames = settled.lowered.layout(from: solution, rounded: false).frames
      for (frame, springs) in zip(frames, SpringsAndStruts.frames(of: layoutCase)) {
        let distances = [
          frame.x - springs.x, frame.y - springs.y, frame.width - max(0, springs.width),
          frame.height - max(0, springs.height),
        ]
        try claim(distances.allSatisfy { abs($0) < 1e-4 }, "\(frame), springs \(springs)")
      }
      return .holds
    }
  }

  private static let springs = any.drawing { layoutCase, draws in
    var layoutCase = layoutCase
    for index in layoutCase.views.indices.dropFirst() {
      layoutCase.views[index].hold?.reason = .springsAndStruts
    }
    if draws.chance(3) { layoutCase.environment.size = LayoutSize(width: 10, height: 10) }
    return layoutCase
  }

  @Test("struts that do not fit contradict each other as constraints, but not without Auto Layout")
  func tooSmall() throws {
    var layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 50, height: 50)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)])
    layoutCase.views[1].hold = View.Hold(
      frame: LayoutRect(x: 40, y: 0, width: 20, height: 10), reason: .autoresizing,
      mask: [.flexibleWidth], superviewSize: LayoutSize(width: 100, height: 10))
    let translated = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(translated.result.outcome.solution == nil)
    layoutCase.views[1].hold?.reason = .springsAndStruts
    #expect(!layoutCase.isPlain)
    #expect(try laidOut(layoutCase)[1] == Layout.Frame(x: 40, y: 0, width: 0, height: 10))
  }

  @Test("springs in a view that constraints lay out follow it like its translated mask")
  func insideConstraints() throws {
    var layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 200, height: 100)),
      views: [
        View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: 1),
      ],
      constraints: [Attribute.left, .right, .top, .bottom].map {
        LayoutConstraint(id: "\($0)", first: Anchor(.view(1), $0), second: Anchor(.view(0), $0))
      })
    layoutCase.views[2].hold = View.Hold(
      frame: LayoutRect(x: 10, y: 0, width: 20, height: 10), reason: .springsAndStruts,
      mask: [.flexibleWidth], superviewSize: LayoutSize(width: 100, height: 10))
    #expect(try laidOut(layoutCase)[2] == Layout.Frame(x: 10, y: 0, width: 120, height: 10))
  }
}
