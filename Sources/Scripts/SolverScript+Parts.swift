// SPDX-License-Identifier: MIT

import LinearModel

extension SolverScript {
  /// The constraints of all additions, in order.
  package var constraints: [Constraint] {
    steps.compactMap { if case .add(let constraint) = $0 { constraint } else { nil } }
  }

  /// The script without some steps, and without those about what is not added then; nil when none
  /// is removed.
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
  /// The constraint that is changed or taken back; nil for what is about none, and for an addition.
  package var subject: Int? {
    switch self {
    case .add, .suggest, .endSuggestion, .solve: return nil
    case .remove(let id), .setConstant(let id, _), .setStrength(let id, _), .setActive(let id, _):
      return id
    }
  }
}
