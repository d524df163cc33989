// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import Lowering
import Oracles
import Solvers
import TestSupport
import Testing

/// Compares stack views with plain arithmetic.
@Suite struct StackReferenceTests {
  @Test("random stacks have the frames of plain arithmetic and no others")
  func random() {
    forAll(.drawn { RandomStack(&$0) }, count: 300, quick: 300, floor: 35) { stack in
      let lowered = LayoutEngine.settle(stack.layoutCase, solver: SimplexSolver()).lowered
      guard let optimum = try ExactOracle.solve(lowered.system).optimum else {
        return .fails("a conflict")
      }
      let own = lowered.exactFrame(of: 1, at: optimum.point)
      try claim(own.width, is: stack.width ?? own.width)
      try claim(own.height, is: stack.height ?? own.height)
      guard let frames = stack.reference.frames(width: own.width, height: own.height) else {
        return .notApplicable
      }
      try claim(optimum.isUnique, "ambiguous")
      let shown = stack.reference.members.indices.filter {
        !stack.reference.members[$0].isHidden
      }
      for (place, frame) in zip(shown, frames) {
        let solved = lowered.exactFrame(of: 2 + place, at: optimum.point)
        try claim(solved == frame, "view \(place): \(solved), expected \(frame)")
      }
      return .holds
    }
  }
}
