// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension LinearSystem {
  /// Whether every number of the system is exactly a double, so that strategies see the intended
  /// numbers.
  var isExactInDoubles: Bool {
    for cell in 0..<cellCount
    where Rational(exactly: coefficients[cell]) != exactCoefficients[cell] {
      return false
    }
    for constraint in 0..<constraintCount
    where Rational(exactly: constants[constraint]) != exactConstants[constraint] {
      return false
    }
    return true
  }

  /// Returns the system that strategies see, taken literally: each double is a dyadic fraction.
  ///
  /// - Returns: nil when a number is not finite as a double.
  func dyadicReading() -> LinearSystem? {
    var system = LinearSystem()
    for _ in 0..<variableCount { system.addVariable() }
    for constraint in 0..<constraintCount {
      var terms: [Term] = []
      for cell in cells(of: constraint) {
        guard let coefficient = Rational(exactly: coefficients[cell]) else { return nil }
        terms.append(Term(coefficient, VariableID(Int(columns[cell]))))
      }
      guard let constant = Rational(exactly: constants[constraint]) else { return nil }
      system.addConstraint(
        terms, relations[constraint], constant, strength: strengths[constraint])
    }
    return system
  }
}
