// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import TestSupport
import Testing

/// Checks animated changes of constants (AUTOLAYOUT 15, SCENES S7).
@Suite struct LayoutAnimationTests {
  private func layout(_ layoutCase: LayoutCase) -> Layout? {
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    return settled.result.outcome.solution.map { settled.lowered.layout(from: $0, rounded: false) }
  }

  @Test("equalities hold at every moment for the interpolated constant; both ends are exact")
  func equalities() {
    forAll(Self.changes, count: 200) { start, end in
      guard let first = layout(start), let last = layout(end) else { return .fails("no layout") }
      try claim(LayoutAnimation.frames(from: first, to: last, at: 0), is: first.frames)
      try claim(LayoutAnimation.frames(from: first, to: last, at: 1), is: last.frames)
      for step in 0...8 {
        let moment = Double(step) / 8
        let frames = LayoutAnimation.frames(from: first, to: last, at: moment)
        for (one, other) in zip(start.constraints, end.constraints) {
          guard let second = one.second else { continue }
          let constant =
            one.constant.doubleValue * (1 - moment) + other.constant.doubleValue * moment
          let residual = edge(one.first, frames) - edge(second, frames) - constant
          try claim(abs(residual) < 1e-9, "\(one.id) at \(moment)")
        }
      }
      return .holds
    }
  }

  /// A column of free height, so that no constraint is broken, and one with other constants.
  private static let changes = Generator.drawn { draws in
    var start = RandomColumn.make(&draws, scale: 2)
    start.constraints.removeAll { $0.id == "bottom" }
    var end = start
    for index in end.constraints.indices where draws.chance() {
      end.constraints[index].constant = LayoutNumber(draws.below(60))
    }
    return (start, end)
  }

  /// Returns the coordinate of an edge in the root; all views are direct subviews of the root.
  private func edge(_ anchor: Anchor, _ frames: [Layout.Frame]) -> Double {
    guard case .view(let view) = anchor.item else { return .nan }
    let frame = frames[view]
    switch anchor.attribute {
    case .top: return frame.y
    case .bottom: return frame.y + frame.height
    case .leading: return frame.x
    case .trailing: return frame.x + frame.width
    default: return .nan
    }
  }
}
