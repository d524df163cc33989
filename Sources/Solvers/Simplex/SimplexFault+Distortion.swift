// SPDX-License-Identifier: MIT

import LinearModel

extension SimplexFault {
  /// The system as a solver with this fault reads it, or nil when it reads it right.
  func distorted(_ system: LinearSystem) -> LinearSystem? {
    switch self {
    case .smallCoefficientsDropped, .oneSidedEqualities, .relationNotFlipped, .closeStrengthsMerged:
      break
    default:
      return nil
    }
    var copy = LinearSystem()
    for _ in 0..<system.variableCount { copy.addVariable() }
    for constraint in 0..<system.constraintCount {
      var terms: [LinearSystem.Term] = []
      for cell in system.cells(of: constraint) {
        if self == .smallCoefficientsDropped && abs(system.coefficients[cell]) < 1e-5 { continue }
        terms.append(
          .init(system.exactCoefficients[cell], VariableID(Int(system.columns[cell]))))
      }
      copy.addConstraint(
        terms, relation(of: constraint, in: system), system.exactConstants[constraint],
        strength: strength(of: constraint, in: system))
    }
    return copy
  }

  private func relation(of constraint: Int, in system: LinearSystem) -> Relation {
    let relation = system.relations[constraint]
    let isRequired = system.strengths[constraint].isRequired
    if self == .oneSidedEqualities && relation == .equal && !isRequired { return .lessThanOrEqual }
    let cells = system.cells(of: constraint)
    if self == .relationNotFlipped, cells.count == 1,
      system.coefficients[cells.lowerBound] < 0
    {
      switch relation {
      case .equal: return .equal
      case .lessThanOrEqual: return .greaterThanOrEqual
      case .greaterThanOrEqual: return .lessThanOrEqual
      }
    }
    return relation
  }

  private func strength(of constraint: Int, in system: LinearSystem) -> Strength {
    let strength = system.strengths[constraint]
    if self != .closeStrengthsMerged || strength.isRequired { return strength }
    // 751 and 750 fall into one class, 749 and 748 into the next.
    return Strength(max(1, (strength.value / 2).rounded(.down) * 2))
  }
}
