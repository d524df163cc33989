// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering

/// Lays out a case as a layout engine does: pass after pass, until nothing that was measured changes.
///
/// Constraints alone do not say everything: a text is as high as its width makes it, a safe area reaches as far
/// into a view as the view reaches under a bar, margins follow from both, a grid breaks its lines where its room ends. Each pass turns the case into a
/// plain one with what is known so far, lowers and solves it, and measures again (AUTOLAYOUT 6.3, 13, 16.1).
/// A plain case takes one pass.
package enum LayoutEngine {
  /// How many passes there are at most. Two are usual, areas inside areas take a few more; what still
  /// moves then is reported, as it would flicker on a device.
  package static let passLimit = 8

  /// Runs the passes.
  ///
  /// - Precondition: the case is well formed.
  /// - Parameter solver: solves the passes; when it finds no layout, its pass is the last one.
  /// - Complexity: O(passes) times lowering and solving.
  package static func settle(
    _ layoutCase: LayoutCase, solver: some Solver, limit: WorkLimit = .standard,
    passLimit: Int = LayoutEngine.passLimit
  ) -> SettledLayout {
    precondition(passLimit >= 1, "there is at least one pass, not \(passLimit)")
    let layoutCase = SpringsAndStruts.settling(layoutCase)
    if layoutCase.isPlain {
      let lowered = lower(layoutCase)
      return SettledLayout(
        lowered: lowered, result: solver.solve(lowered.system, limit: limit), passes: 1,
        unsettledViews: [], measuredBytes: 0)
    }
    let arranged = StackExpansion.arranging(layoutCase)
    var expansion = CaseExpansion(
      texts: TextExpansion(of: arranged),
      flows: FlowExpansion(of: layoutCase, solver: solver, limit: limit))
    var measures = Measures(beforeLayoutOf: arranged, with: &expansion)
    var passes = 0
    while true {
      passes += 1
      let lowered = lower(measures.plainCase(of: arranged, with: expansion))
      let result = solver.solve(lowered.system, limit: limit)
      var unsettled: [Int] = []
      if let solution = result.outcome.solution {
        let layout = lowered.layout(from: solution, rounded: false)
        let next = Measures(after: layout, of: arranged, with: &expansion)
        unsettled = next.viewsThatDiffer(from: measures, with: expansion)
        if !unsettled.isEmpty, passes < passLimit {
          measures = next
          continue
        }
      }
      return SettledLayout(
        lowered: lowered, result: result, passes: passes, unsettledViews: unsettled,
        measuredBytes: expansion.texts.measuredBytes)
    }
  }
}

/// The last pass of a layout.
package struct SettledLayout: Sendable {
  /// The plain case of the last pass: the views of the case at their indices, then what expansion added.
  package let lowered: LoweredCase
  package let result: SolveResult
  /// How many passes there were; at least 1.
  package let passes: Int
  /// The views whose measures still changed after the last pass, by index; empty when the layout is settled.
  package let unsettledViews: [Int]

  /// The work of measuring texts: bytes of UTF-8, once for each width that a text was measured at.
  package let measuredBytes: Int

  package var isSettled: Bool { unsettledViews.isEmpty }
}
