// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension LinearSystem {
  /// Returns the left side of a constraint.
  func terms(of constraint: Int) -> [Term] {
    cells(of: constraint).map {
      Term(exactCoefficients[$0], VariableID(Int(columns[$0])))
    }
  }

  /// Returns the system with one constraint changed or replaced by an empty row.
  ///
  /// The others keep their indices.
  ///
  /// - Complexity: O(cells).
  func changing(
    _ changed: Int, relation: Relation? = nil, strength: Strength? = nil,
    drops: Bool = false
  ) -> LinearSystem {
    var result = LinearSystem()
    _ = result.addVariables(variableCount)
    result.reserveCapacity(constraints: constraintCount, cells: cellCount)
    for row in 0..<constraintCount {
      let isChanged = row == changed
      if isChanged, drops {
        result.addConstraint([], .greaterThanOrEqual, .zero)
        continue
      }
      result.addConstraint(
        terms(of: row), isChanged ? relation ?? relations[row] : relations[row],
        exactConstants[row],
        strength: isChanged ? strength ?? strengths[row] : strengths[row])
    }
    return result
  }

  /// Returns the required constraints except some, in order.
  func required(without left: Set<Int> = []) -> [ConstraintID] {
    (0..<constraintCount).lazy.filter { self.strengths[$0].isRequired && !left.contains($0) }
      .map { ConstraintID($0) }
  }
}
