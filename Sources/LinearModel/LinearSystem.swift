// SPDX-License-Identifier: MIT

import ExactNumerics

/// Linear constraints over free variables: the input of every solver strategy.
///
/// Constraint `i` reads `sum a_ij x_j  {<=, ==, >=}  b_i` with a strength. Required constraints
/// must hold. For each lower strength, from high to low, the sum of the absolute violations is
/// minimized over all optima of the strengths above (strictly lexicographic, weight 1). Variables
/// are free: a size that must not be negative has a constraint for that.
///
/// Each number is stored twice: exactly in its intended form (`1/3` is one third), for the oracle,
/// and as the nearest double, for solvers.
///
/// Shape: rows in compressed sparse form. Row `i` owns the cells
/// `rowStarts[i] ..< rowStarts[i + 1]` of `columns`, `coefficients` and `exactCoefficients`, sorted
/// by column, without zeros or repeats.
package struct LinearSystem: Sendable, Equatable {
  package internal(set) var variableCount: Int = 0
  package private(set) var rowStarts: ContiguousArray<Int32> = [0]
  package private(set) var columns: ContiguousArray<Int32> = []
  package private(set) var coefficients: ContiguousArray<Double> = []
  package private(set) var exactCoefficients: ContiguousArray<Rational> = []
  package private(set) var relations: ContiguousArray<Relation> = []
  /// The right sides `b_i`.
  package private(set) var constants: ContiguousArray<Double> = []
  package private(set) var exactConstants: ContiguousArray<Rational> = []
  package private(set) var strengths: ContiguousArray<Strength> = []
  package init() {}

  package var constraintCount: Int { relations.count }

  /// The number of stored coefficients.
  package var cellCount: Int { columns.count }

  /// Returns the cells of a constraint in `columns`, `coefficients` and `exactCoefficients`.
  @inlinable
  package func cells(of constraint: Int) -> Range<Int> {
    Int(rowStarts[constraint])..<Int(rowStarts[constraint + 1])
  }

  /// Whether the doubles describe the system: every coefficient has its full precision, and every
  /// right side is finite.
  ///
  /// A coefficient beyond the range of doubles vanishes, overflows or loses digits. A solver that
  /// reads it would solve another system, and has to give up instead. A right side that vanishes
  /// moves a solution by less than any tolerance.
  ///
  /// - Complexity: O(cells + constraints).
  package var hasFaithfulDoubles: Bool {
    coefficients.allSatisfy(\.isNormal) && constants.allSatisfy(\.isFinite)
  }

  /// The distinct optional strengths that occur, highest first.
  package var optionalStrengths: [Strength] {
    Set(strengths.lazy.filter { !$0.isRequired }).sorted(by: >)
  }

  /// Adds a variable, free to take any value, and returns it.
  @discardableResult
  package mutating func addVariable() -> VariableID {
    variableCount += 1
    return VariableID(variableCount - 1)
  }

  /// One summand of a constraint: a coefficient times a variable.
  package struct Term: Sendable, Hashable {
    package let variable: VariableID
    package let coefficient: Rational

    @inlinable
    package init(_ coefficient: Rational, _ variable: VariableID) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// Adds the constraint `sum terms relation constant`.
  ///
  /// Terms of the same variable are added up; those that cancel are dropped. A constraint without
  /// terms is legal: it holds or it does not.
  ///
  /// - Precondition: every variable of `terms` belongs to this system.
  /// - Complexity: O(k log k) for k terms.
  @discardableResult
  package mutating func addConstraint(
    _ terms: [Term], _ relation: Relation, _ constant: Rational,
    strength: Strength = .required
  ) -> ConstraintID {
    if LinearSystem.areAscending(terms) {
      for term in terms where !term.coefficient.isZero {
        append(term.coefficient, at: term.variable)
      }
      return closeRow(relation, constant, strength)
    }
    let sorted = terms.sorted { $0.variable < $1.variable }
    var index = 0
    while index < sorted.count {
      let variable = sorted[index].variable
      var coefficient = sorted[index].coefficient
      index += 1
      while index < sorted.count, sorted[index].variable == variable {
        coefficient += sorted[index].coefficient
        index += 1
      }
      if coefficient.isZero { continue }
      append(coefficient, at: variable)
    }
    return closeRow(relation, constant, strength)
  }

  /// Whether terms are in order and have different variables, as most do.
  private static func areAscending(_ terms: [Term]) -> Bool {
    for next in terms.indices.dropFirst()
    where !(terms[next - 1].variable < terms[next].variable) {
      return false
    }
    return true
  }

  /// Replaces the right side of a constraint.
  ///
  /// - Precondition: the constraint belongs to this system.
  package mutating func setConstant(_ constant: Rational, of constraint: Int) {
    exactConstants[constraint] = constant
    constants[constraint] = constant.doubleValue
  }

  /// Reserves capacity, so that adding that many constraints with that many coefficients does not
  /// allocate.
  package mutating func reserveCapacity(constraints: Int, cells: Int) {
    rowStarts.reserveCapacity(constraints + 1)
    columns.reserveCapacity(cells)
    coefficients.reserveCapacity(cells)
    exactCoefficients.reserveCapacity(cells)
    relations.reserveCapacity(constraints)
    constants.reserveCapacity(constraints)
    exactConstants.reserveCapacity(constraints)
    strengths.reserveCapacity(constraints)
  }

  /// Appends a cell to the current row; columns must come in order.
  mutating func append(_ coefficient: Rational, at variable: VariableID) {
    precondition(
      variable.index >= 0 && variable.index < variableCount,
      "variable \(variable.index) is not one of the system's \(variableCount)")
    columns.append(Int32(truncatingIfNeeded: variable.index))
    exactCoefficients.append(coefficient)
    coefficients.append(coefficient.doubleValue)
  }

  /// Ends the current row.
  mutating func closeRow(
    _ relation: Relation, _ constant: Rational, _ strength: Strength
  ) -> ConstraintID {
    rowStarts.append(Int32(columns.count))
    relations.append(relation)
    exactConstants.append(constant)
    constants.append(constant.doubleValue)
    strengths.append(strength)
    return ConstraintID(relations.count - 1)
  }
}
