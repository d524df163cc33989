// SPDX-License-Identifier: MIT

import ExactNumerics

/// The left side of a linear constraint under construction.
///
/// One value is reused for many rows, so that building a system does not allocate for each row.
///
/// Invariants: terms are sorted by variable, without repeats. A coefficient may have become zero.
package struct LinearRow: Sendable {
  package private(set) var terms: ContiguousArray<LinearSystem.Term> = []

  package init() { terms.reserveCapacity(8) }

  /// Removes all terms and keeps their memory for the next row.
  package mutating func removeAll() { terms.removeAll(keepingCapacity: true) }

  /// Adds a coefficient times a variable to the sum.
  ///
  /// - Complexity: O(terms); a row of a layout has at most six.
  package mutating func add(_ coefficient: Rational, _ variable: VariableID) {
    var index = terms.count
    while index > 0, terms[index - 1].variable >= variable { index -= 1 }
    if index < terms.count, terms[index].variable == variable {
      terms[index] = LinearSystem.Term(terms[index].coefficient + coefficient, variable)
      return
    }
    // Appended and moved to its place: a general insertion is slow for so few.
    terms.append(LinearSystem.Term(coefficient, variable))
    var place = terms.count - 1
    while place > index {
      terms.swapAt(place, place - 1)
      place -= 1
    }
  }
}

extension LinearSystem {
  /// Adds the constraint `row relation constant`; cancelled terms are dropped.
  ///
  /// - Precondition: every variable of `row` belongs to this system.
  /// - Complexity: O(terms), without allocating once capacity is reserved.
  @discardableResult
  package mutating func addConstraint(
    _ row: LinearRow, _ relation: Relation, _ constant: Rational, strength: Strength = .required
  ) -> ConstraintID {
    for term in row.terms where !term.coefficient.isZero {
      append(term.coefficient, at: term.variable)
    }
    return closeRow(relation, constant, strength)
  }

  /// Adds the constraint `variable relation constant`.
  ///
  /// - Precondition: the variable belongs to this system.
  @discardableResult
  package mutating func addBound(
    _ variable: VariableID, _ relation: Relation, _ constant: Rational,
    strength: Strength = .required
  ) -> ConstraintID {
    append(.one, at: variable)
    return closeRow(relation, constant, strength)
  }

  /// Adds several variables and returns the index of the first.
  package mutating func addVariables(_ count: Int) -> Int {
    precondition(count >= 0, "\(count) variables cannot be added")
    defer { variableCount += count }
    return variableCount
  }
}
