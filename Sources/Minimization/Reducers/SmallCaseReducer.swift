// SPDX-License-Identifier: MIT

import LayoutModel

/// Tries a list of the smallest cases, in order, once the case itself is small.
///
/// Single removals and simplifications end in many local minima, depending on the start. The list
/// avoids them: a failure that one of its cases shows ends in the first such case, from any start.
struct SmallCaseReducer: Reducer {
  let name = "smallestCases"

  /// The largest number of statements of a case that is replaced: larger ones need their size.
  private static let statementsMax = 8

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    guard gate.currentSize.statements <= Self.statementsMax else { return }
    let levels = Self.levels(of: gate.current)
    for candidate in SmallCases.ascending {
      guard candidate.size < gate.currentSize else { return }
      guard candidate.levels <= levels else { continue }
      if gate.testAndCommit(candidate.layoutCase, size: candidate.size) { return }
    }
  }

  /// Returns the number of levels of preference, including those of intrinsic sizes.
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
