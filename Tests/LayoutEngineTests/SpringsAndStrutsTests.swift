// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Solvers
import Testing

@testable import LayoutEngine

/// A repeatable sequence of pseudorandom numbers.
private struct Sequence64 {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

/// Returns a chain of fixed views, each recorded in a superview of the size of the one before.
private func hierarchy(seed: UInt64, hasNegativeMargins: Bool) -> LayoutCase {
  var random = Sequence64(state: seed)
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
  @Test("if flexible parts have a length, the constraints of the masks hold for the springs")
  func sameAsConstraints() throws {
    for seed in UInt64(1)...400 {
      let layoutCase = hierarchy(seed: seed, hasNegativeMargins: false)
      try #require(layoutCase.isValid, "seed \(seed)")
      let frames = SpringsAndStruts.frames(of: layoutCase)
      #expect(violation(of: frames, in: layoutCase) < 1e-9, "seed \(seed)")
    }
  }

  @Test("a root of the recorded size gives the recorded frames, also with negative margins")
  func recordedFrames() {
    for seed in UInt64(1)...200 {
      var layoutCase = hierarchy(seed: seed, hasNegativeMargins: seed % 2 == 0)
      layoutCase.environment.size = LayoutSize(width: 300, height: 400)
      let frames = SpringsAndStruts.frames(of: layoutCase)
      for (frame, view) in zip(frames, layoutCase.views) {
        guard let recorded = view.hold?.frame else { continue }
        #expect(
          frame
            == Layout.Frame(
              x: recorded.x.doubleValue, y: recorded.y.doubleValue,
              width: recorded.width.doubleValue, height: recorded.height.doubleValue),
          "seed \(seed)")
      }
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
  func settled() throws {
    for seed in UInt64(1)...200 {
      var layoutCase = hierarchy(seed: seed, hasNegativeMargins: seed % 2 == 0)
      for index in layoutCase.views.indices.dropFirst() {
        layoutCase.views[index].hold?.reason = .springsAndStruts
      }
      if seed % 3 == 0 { layoutCase.environment.size = LayoutSize(width: 10, height: 10) }
      try #require(layoutCase.isValid, "seed \(seed)")
      let frames = try laidOut(layoutCase)
      for (frame, springs) in zip(frames, SpringsAndStruts.frames(of: layoutCase)) {
        #expect(abs(frame.x - springs.x) < 1e-4, "seed \(seed)")
        #expect(abs(frame.y - springs.y) < 1e-4, "seed \(seed)")
        #expect(abs(frame.width - max(0, springs.width)) < 1e-4, "seed \(seed)")
        #expect(abs(frame.height - max(0, springs.height)) < 1e-4, "seed \(seed)")
      }
    }
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
