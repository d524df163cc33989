// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import Testing

/// Checks that a case of constraints only needs no further passes.
@Suite struct PlainCaseTests {
  @Test("a plain case takes one pass and is lowered unchanged")
  func onePass() {
    var child = View(id: "child", parent: 0)
    child.intrinsicWidth = 40
    let layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 50)),
      views: [View(id: "root", parent: nil), child])
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.passes == 1)
    #expect(settled.isSettled)
    #expect(settled.lowered.layoutCase == layoutCase)
    #expect(settled.lowered.system == lower(layoutCase).system)
  }
}
