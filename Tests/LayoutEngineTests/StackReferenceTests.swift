// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import Lowering
import Oracles
import Solvers
import Testing

/// Compares stack views with plain arithmetic.
@Suite struct StackReferenceTests {
  @Test("random stacks have the frames of plain arithmetic and no others", arguments: 0..<10)
  func random(block: UInt64) throws {
    var decided = 0
    for seed in block * 30..<block * 30 + 30 {
      let stack = RandomStack(seed: seed)
      let lowered = LayoutEngine.settle(stack.layoutCase, solver: SimplexSolver()).lowered
      let optimum = try #require(
        try ExactOracle.solve(lowered.system).optimum, "seed \(seed) has a conflict")
      let own = lowered.exactFrame(of: 1, at: optimum.point)
      if let width = stack.width { #expect(own.width == width, "seed \(seed)") }
      if let height = stack.height { #expect(own.height == height, "seed \(seed)") }
      guard let frames = stack.reference.frames(width: own.width, height: own.height) else {
        continue
      }
      decided += 1
      #expect(optimum.isUnique, "seed \(seed): \(stack.reference.stack)")
      let shown = stack.reference.members.indices.filter {
        !stack.reference.members[$0].isHidden
      }
      for (place, frame) in zip(shown, frames) {
        let solved = lowered.exactFrame(of: 2 + place, at: optimum.point)
        #expect(solved == frame, "seed \(seed), view \(place): \(stack.reference.stack)")
      }
    }
    #expect(decided >= 10, "too few stacks that arithmetic decides")
  }
}
