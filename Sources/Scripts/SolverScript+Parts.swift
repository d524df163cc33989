// SPDX-License-Identifier: MIT

import LinearModel

extension SolverScript {
  /// The constraints of all additions, in order.
  package var constraints: [Constraint] {
    steps.compactMap { if case .add(let constraint) = $0 { constraint } else { nil } }
  }

  /// Returns the script without some steps, and without steps about constraints that are no longer
  /// added.
  ///
  /// Nil when no step is removed.
  package func removing(where isRemoved: (Int) -> Bool) -> SolverScript? {
    var kept: [Step] = []
    var gone = Set<Int>()
    var isChanged = false
    for (index, step) in steps.enumerated() {
      if isRemoved(index) {
        isChanged = true
        if case .add(let constraint) = step { gone.insert(constraint.id) }
      } else if let id = step.subject, gone.contains(id) {
        continue
      } else {
        kept.append(step)
      }
    }
    return isChanged ? SolverScript(variableCount: variableCount, steps: kept) : nil
  }
}

extension SolverScript.Step {
  /// The id of the constraint that is changed or removed; nil for additions and for steps about no
  /// constraint.
  package var subject: Int? {
    switch self {
    case .add, .suggest, .endSuggestion, .solve: return nil
    case .remove(let id), .setConstant(let id, _), .setStrength(let id, _), .setActive(let id, _):
      return id
    }
  }
}
