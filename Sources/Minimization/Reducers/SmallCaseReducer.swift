// SPDX-License-Identifier: MIT

import LayoutModel

/// Tries the smallest cases of all, in their order, once little is left of the start.
///
/// Dropping and simplifying one thing at a time ends in many local minima, and which one depends on
/// the start. The list leads out of them: what fails in the same way on one of its cases ends in
/// the first of these, wherever it comes from.
struct SmallCaseReducer: Reducer {
  let name = "smallestCases"

  /// Cases with more statements are left alone: they are large for a reason of their own.
  private static let statementsMax = 8

  func reduce(_ gate: inout MinimizationGate) {
    guard gate.currentSize.statements <= Self.statementsMax else { return }
    let levels = Self.levels(of: gate.current)
    for candidate in SmallCases.ascending {
      guard candidate.size < gate.currentSize else { return }
      guard candidate.levels <= levels else { continue }
      if gate.testAndCommit(candidate.layoutCase, size: candidate.size) { return }
    }
  }

  /// Levels of preference, those of intrinsic sizes included.
  private static func levels(of layoutCase: LayoutCase) -> Int {
    var levels = Set(layoutCase.constraints.map(\.priority).filter { !$0.isRequired })
    for view in layoutCase.views {
      if view.intrinsicWidth != nil {
        levels.formUnion([view.hugging.horizontal, view.compressionResistance.horizontal])
      }
      if view.intrinsicHeight != nil {
        levels.formUnion([view.hugging.vertical, view.compressionResistance.vertical])
      }
    }
    return levels.subtracting([.required]).count
  }
}
