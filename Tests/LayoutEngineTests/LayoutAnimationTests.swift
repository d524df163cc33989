// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import Testing

/// Checks animated changes of constants (AUTOLAYOUT 15, SCENES S7).
@Suite struct LayoutAnimationTests {
  private func layout(_ layoutCase: LayoutCase) -> Layout? {
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    return settled.result.outcome.solution.map { settled.lowered.layout(from: $0, rounded: false) }
  }

  @Test("equalities hold at every moment for the interpolated constant; both ends are exact")
  func equalities() throws {
    for seed in 0..<40 {
      var random = Xoshiro256(seed: UInt64(seed))
      var start = RandomColumn.make(&random, scale: 2)
      // The height of the root is free, so that no constraint is broken.
      start.constraints.removeAll { $0.id == "bottom" }
      var end = start
      for index in end.constraints.indices where random.next() % 2 == 0 {
        end.constraints[index].constant = LayoutNumber(Int(random.next() % 60))
      }
      let (first, last) = (try #require(layout(start)), try #require(layout(end)))
      #expect(LayoutAnimation.frames(from: first, to: last, at: 0) == first.frames)
      #expect(LayoutAnimation.frames(from: first, to: last, at: 1) == last.frames)
      for step in 0...8 {
        let moment = Double(step) / 8
        let frames = LayoutAnimation.frames(from: first, to: last, at: moment)
        for (one, other) in zip(start.constraints, end.constraints) {
          guard let second = one.second else { continue }
          let constant =
            one.constant.doubleValue * (1 - moment) + other.constant.doubleValue * moment
          let residual = edge(one.first, frames) - edge(second, frames) - constant
          #expect(abs(residual) < 1e-9, "seed \(seed), \(one.id) at \(moment)")
        }
      }
    }
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
