// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

/// A short way to write linear systems.
package struct SystemBuilder {
  package var system = LinearSystem()

  package init(variables: Int = 0) { _ = system.addVariables(variables) }

  /// Adds `sum coefficient * variable  relation  constant`.
  package mutating func add(
    _ terms: [(Rational, Int)], _ relation: Relation, _ constant: Rational,
    _ strength: Double = 1000
  ) {
    system.addConstraint(
      terms.map { LinearSystem.Term($0.0, VariableID($0.1)) }, relation, constant,
      strength: Strength(strength))
  }

  /// Adds the same with whole numbers.
  package mutating func add(
    _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int, _ strength: Double = 1000
  ) {
    add(terms.map { (Rational($0.0), $0.1) }, relation, Rational(constant), strength)
  }
}

extension LinearSystem {
  /// The system with only these constraints, in this order.
  package func keeping(_ constraints: [Int]) -> LinearSystem {
    rebuilt(constraints, variables: Array(0..<variableCount))
  }

  /// The same constraints about other variables: `variables[i]` takes the place of variable `i`.
  package func renumbered(_ variables: [Int]) -> LinearSystem {
    rebuilt(Array(0..<constraintCount), variables: variables)
  }

  /// Whether a double is not the number that was meant.
  package var isRounded: Bool {
    zip(coefficients, exactCoefficients).contains { Rational(exactly: $0) != $1 }
      || zip(constants, exactConstants).contains { Rational(exactly: $0) != $1 }
  }

  private func rebuilt(_ constraints: [Int], variables: [Int]) -> LinearSystem {
    var copy = LinearSystem()
    _ = copy.addVariables(variableCount)
    for constraint in constraints {
      copy.addConstraint(
        cells(of: constraint).map {
          Term(exactCoefficients[$0], VariableID(variables[Int(columns[$0])]))
        }, relations[constraint], exactConstants[constraint], strength: strengths[constraint])
    }
    return copy
  }
}

extension LinearSystem: CustomTestStringConvertible {
  /// A line for each constraint: `2 x0 - 1/3 x1 <= 4 @750`.
  package var testDescription: String {
    let rows = (0..<constraintCount).map { constraint in
      let terms = cells(of: constraint).map { "\(exactCoefficients[$0]) x\(columns[$0])" }
      let left = terms.isEmpty ? "0" : terms.joined(separator: " + ")
      let relation = relations[constraint].symbol(equal: "==")
      let strength = strengths[constraint]
      let rank = strength.isRequired ? "" : " @\(strength.value)"
      return "  \(constraint): \(left) \(relation) \(exactConstants[constraint])\(rank)"
    }
    return (["\(variableCount) variables"] + rows).joined(separator: "\n")
  }
}
