// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel

/// Translates a layout case into a linear system, with or without a planted fault.
package func lower(_ layoutCase: LayoutCase, fault: LoweringFault?) -> LoweredCase {
  fault?.lowered(layoutCase) ?? lower(layoutCase)
}

extension LoweringFault {
  /// Returns the case as a linear system with the fault.
  ///
  /// Its provenance is that of the unchanged case.
  ///
  /// The healthy lowering does the work, on the misread case, so it does not know faults.
  func lowered(_ layoutCase: LayoutCase) -> LoweredCase {
    let read = reading(layoutCase)
    var misread = layoutCase
    misread.constraints = read.map(\.constraint)
    let lowered = lower(misread)
    let origins = lowered.origins.map { origin -> ConstraintOrigin in
      if case .constraint(let index) = origin { return .constraint(read[index].index) }
      return origin
    }
    return LoweredCase(
      layoutCase: layoutCase, system: misstated(lowered), origins: origins,
      viewVariables: lowered.viewVariables, guideVariables: lowered.guideVariables,
      contentVariables: lowered.contentVariables)
  }

  private func misstated(_ lowered: LoweredCase) -> LinearSystem {
    let system = lowered.system
    switch self {
    case .weightsForPriorities:
      let sum = Strength(500)
      return system.rebuilt { row, _, coefficient in
        guard let weight = system.weight(of: row) else { return coefficient }
        return coefficient * weight
      } constant: { row, constant in
        guard let weight = system.weight(of: row) else { return constant }
        return constant * weight
      } strength: {
        $0.isRequired ? $0 : sum
      }
    case .holdInRootSpace:
      return system.rebuilt { row, column, coefficient in
        guard case .hold(let view, _) = lowered.origins[row],
          let parent = lowered.layoutCase.views[view].parent
        else { return coefficient }
        let first = lowered.viewVariables[parent]
        return column == first || column == first + 1 ? .zero : coefficient
      }
    default: return system
    }
  }
}

extension LinearSystem {
  /// Returns the priority of an optional constraint, as a number.
  fileprivate func weight(of row: Int) -> Rational? {
    let strength = strengths[row]
    return strength.isRequired ? nil : Rational(exactly: strength.value)
  }

  /// Returns the system with other numbers in its rows.
  fileprivate func rebuilt(
    coefficient: (_ row: Int, _ column: Int, Rational) -> Rational,
    constant: (_ row: Int, Rational) -> Rational = { $1 },
    strength: (Strength) -> Strength = { $0 }
  ) -> LinearSystem {
    var result = LinearSystem()
    _ = result.addVariables(variableCount)
    for row in 0..<constraintCount {
      let terms = cells(of: row).map { cell in
        Term(
          coefficient(row, Int(columns[cell]), exactCoefficients[cell]),
          VariableID(Int(columns[cell])))
      }
      result.addConstraint(
        terms, relations[row], constant(row, exactConstants[row]),
        strength: strength(strengths[row]))
    }
    return result
  }
}
