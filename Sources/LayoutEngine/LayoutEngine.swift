// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering

/// A layout engine: pass after pass, until no measured value changes.
///
/// Constraints alone do not describe everything. The height of a text depends on its width. A safe
/// area extends into a view as far as the view extends under a bar. Margins follow from both. A
/// grid breaks its lines where its room ends. Each pass turns the case into a plain one with the
/// measures so far, lowers and solves it, and measures again (AUTOLAYOUT 6.3, 13, 16.1). A plain
/// case takes one pass.
package enum LayoutEngine {
  /// The largest number of passes.
  ///
  /// Two are usual, areas inside areas take a few more. A view that still moves then is reported,
  /// as it would flicker on a device.
  package static let passLimit = 8

  /// Runs the passes.
  ///
  /// - Precondition: the case is well formed, and `passLimit` is at least 1.
  /// - Parameters:
  ///   - layoutCase: the case to lay out.
  ///   - solver: solves the passes. A pass without a layout is the last one. Only a first pass may
  ///     fail, for texts that are not wrapped yet, or items of grids that are not in their places
  ///     yet.
  ///   - limit: the work limit of all passes together.
  ///   - passLimit: the largest number of passes.
  /// - Returns: the last pass, with the work of all passes and the views that had not settled.
  /// - Complexity: O(passes) times lowering and solving.
  package static func settle(
    _ layoutCase: LayoutCase, solver: some Solver, limit: WorkLimit = .standard,
    passLimit: Int = LayoutEngine.passLimit
  ) -> SettledLayout {
    precondition(passLimit >= 1, "there is at least one pass, not \(passLimit)")
    let layoutCase = SpringsAndStruts.settling(layoutCase)
    if layoutCase.isPlain {
      let lowered = lower(layoutCase)
      let result = solver.solve(lowered.system, limit: limit)
      return SettledLayout(
        lowered: lowered, result: result, spent: result.work.spent, passes: 1,
        unsettledViews: [], measuredBytes: 0)
    }
    var left = limit
    let arranged = StackExpansion.arranging(layoutCase)
    var expansion = CaseExpansion(
      texts: TextExpansion(of: arranged),
      flows: FlowExpansion(of: layoutCase, solver: solver, limit: &left))
    var measures = Measures(beforeLayoutOf: arranged, with: &expansion)
    var passes = 0
    while true {
      passes += 1
      let plain = measures.plainCase(of: arranged, with: expansion)
      let lowered = lower(plain)
      let result = solver.solve(lowered.system, limit: left)
      left.spend(result.work)
      var unsettled: [Int] = []
      if let solution = result.outcome.solution {
        let layout = lowered.layout(from: solution, rounded: false)
        let next = Measures(after: layout, of: arranged, with: &expansion)
        unsettled = next.viewsThatDiffer(from: measures, with: expansion)
        if !unsettled.isEmpty, passes < passLimit {
          measures = next
          continue
        }
      } else if passes == 1, passLimit > 1,
        let layout = layout(of: plain, easing: expansion, solver: solver, limit: &left)
      {
        measures = Measures(after: layout, of: arranged, with: &expansion)
        continue
      }
      return SettledLayout(
        lowered: lowered, result: result, spent: left.spent, passes: passes,
        unsettledViews: unsettled,
        measuredBytes: expansion.texts.measuredBytes)
    }
  }

  /// Returns a layout to measure in when the first pass has none.
  ///
  /// On one line, a text with a required natural size may contradict a layout in which it fits when
  /// it is wrapped. An item of a grid may contradict a layout in which it has another place.
  ///
  /// So natural sizes are preferences here, and items have their sizes but no places.
  ///
  /// - Returns: nil when there are no such texts and items, or when they do not cause the
  ///   contradiction.
  private static func layout(
    of plain: LayoutCase, easing expansion: CaseExpansion, solver: some Solver,
    limit: inout WorkLimit
  ) -> Layout? {
    let views = expansion.texts.viewsWrappedAtTheirWidth.filter {
      plain.views[$0].hasRequiredContentPriority
    }
    if views.isEmpty, expansion.flows.items.isEmpty { return nil }
    var eased = plain
    for view in views {
      eased.views[view].hugging.lowerRequired()
      eased.views[view].compressionResistance.lowerRequired()
    }
    expansion.flows.freePlaces(in: &eased)
    let lowered = lower(eased)
    let result = solver.solve(lowered.system, limit: limit)
    limit.spend(result.work)
    return result.outcome.solution.map {
      lowered.layout(from: $0, rounded: false)
    }
  }
}

extension View {
  /// Whether the view must not be larger or smaller than its natural size on some axis.
  var hasRequiredContentPriority: Bool {
    Axis.allCases.contains { hugging[$0].isRequired || compressionResistance[$0].isRequired }
  }
}

extension AxisPriorities {
  /// Turns required priorities into the strongest optional one.
  fileprivate mutating func lowerRequired() {
    if horizontal.isRequired { horizontal = 999 }
    if vertical.isRequired { vertical = 999 }
  }
}

/// The last pass of a layout.
package struct SettledLayout: Sendable {
  /// The plain case of the last pass: the views of the case at their indices, then the additions of
  /// the expansion.
  package let lowered: LoweredCase
  package let result: SolveResult
  /// The work of all passes, in the unit of `WorkLimit`, including measuring items of grids.
  package let spent: Int
  /// The number of passes; at least 1.
  package let passes: Int
  /// The indices of the views whose measures still changed after the last pass; empty when the
  /// layout is settled.
  package let unsettledViews: [Int]

  /// The work of measuring texts: bytes of UTF-8, once for each width of a text.
  package let measuredBytes: Int

  package var isSettled: Bool { unsettledViews.isEmpty }
}
