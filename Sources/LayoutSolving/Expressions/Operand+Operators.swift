// SPDX-License-Identifier: MIT

// Two operands of unknown type, or one and a number: three overloads for each operator, so that
// sums of many terms are type checked fast. There is none for products of operands, for `<` and
// for quotients by an operand: they are not linear constraints.

extension SolverSession.Operand {
  // MARK: - Sums

  /// Returns the sum of two operands.
  ///
  /// - Complexity: O(terms of both).
  @inlinable
  public static func + (
    lhs: consuming Self, rhs: some SolverSession.Operand
  ) -> SolverSession.Expression {
    var result = expression(consume lhs)
    rhs.add(to: &result, times: 1)
    return result
  }

  /// Returns the sum of an operand and a number.
  @inlinable
  public static func + (lhs: consuming Self, rhs: Double) -> SolverSession.Expression {
    var result = expression(consume lhs)
    result.constant += rhs
    return result
  }

  /// Returns the sum of a number and an operand.
  @inlinable
  public static func + (lhs: Double, rhs: Self) -> SolverSession.Expression {
    var result = SolverSession.Expression(lhs)
    rhs.add(to: &result, times: 1)
    return result
  }

  /// Returns the difference of two operands.
  ///
  /// - Complexity: O(terms of both).
  @inlinable
  public static func - (
    lhs: consuming Self, rhs: some SolverSession.Operand
  ) -> SolverSession.Expression {
    var result = expression(consume lhs)
    rhs.add(to: &result, times: -1)
    return result
  }

  /// Returns the difference of an operand and a number.
  @inlinable
  public static func - (lhs: consuming Self, rhs: Double) -> SolverSession.Expression {
    var result = expression(consume lhs)
    result.constant -= rhs
    return result
  }

  /// Returns the difference of a number and an operand.
  @inlinable
  public static func - (lhs: Double, rhs: Self) -> SolverSession.Expression {
    var result = SolverSession.Expression(lhs)
    rhs.add(to: &result, times: -1)
    return result
  }

  /// Returns the operand with the opposite sign.
  @inlinable
  public static prefix func - (operand: Self) -> SolverSession.Expression { operand * -1 }

  // MARK: - Products

  /// Returns the product of an operand and a number.
  @inlinable
  public static func * (lhs: consuming Self, rhs: Double) -> SolverSession.Expression {
    var result = expression(consume lhs)
    result.multiply(by: rhs)
    return result
  }

  /// Returns the product of a number and an operand.
  @inlinable
  public static func * (lhs: Double, rhs: consuming Self) -> SolverSession.Expression {
    (consume rhs) * lhs
  }

  /// Returns the quotient of an operand and a number, by a product with `1 / rhs`.
  ///
  /// The quotient by 0 has infinite coefficients, and `solve()` gives up.
  @inlinable
  public static func / (lhs: consuming Self, rhs: Double) -> SolverSession.Expression {
    (consume lhs) * (1 / rhs)
  }

  // MARK: - Constraints

  /// Returns the constraint that the left operand is at most the right one.
  @inlinable
  public static func <= (
    lhs: consuming Self, rhs: some SolverSession.Operand
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .lessThanOrEqual)
  }

  /// Returns the constraint that an operand is at most a number.
  @inlinable
  public static func <= (
    lhs: consuming Self, rhs: Double
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .lessThanOrEqual)
  }

  /// Returns the constraint that a number is at most an operand.
  @inlinable
  public static func <= (lhs: Double, rhs: Self) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression(lhs - rhs, .lessThanOrEqual)
  }

  /// Returns the constraint that the left operand equals the right one.
  ///
  /// Variables are equatable: without a context, `a == b` is a Boolean.
  @_disfavoredOverload
  @inlinable
  public static func == (
    lhs: consuming Self, rhs: some SolverSession.Operand
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .equal)
  }

  /// Returns the constraint that an operand equals a number.
  @inlinable
  public static func == (
    lhs: consuming Self, rhs: Double
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .equal)
  }

  /// Returns the constraint that a number equals an operand.
  @inlinable
  public static func == (lhs: Double, rhs: Self) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression(lhs - rhs, .equal)
  }

  /// Returns the constraint that the left operand is at least the right one.
  @inlinable
  public static func >= (
    lhs: consuming Self, rhs: some SolverSession.Operand
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .greaterThanOrEqual)
  }

  /// Returns the constraint that an operand is at least a number.
  @inlinable
  public static func >= (
    lhs: consuming Self, rhs: Double
  ) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression((consume lhs) - rhs, .greaterThanOrEqual)
  }

  /// Returns the constraint that a number is at least an operand.
  @inlinable
  public static func >= (lhs: Double, rhs: Self) -> SolverSession.ConstraintExpression {
    SolverSession.ConstraintExpression(lhs - rhs, .greaterThanOrEqual)
  }

  /// Returns an operand as an expression, without a copy of the terms of an expression.
  @inlinable
  static func expression(_ operand: consuming Self) -> SolverSession.Expression {
    SolverSession.Expression(consume operand)
  }
}

extension SolverSession.Expression {
  /// Adds an operand.
  ///
  /// - Complexity: O(terms of the operand) amortized.
  @inlinable
  public static func += (sum: inout Self, operand: some SolverSession.Operand) {
    operand.add(to: &sum, times: 1)
  }

  /// Subtracts an operand.
  ///
  /// - Complexity: O(terms of the operand) amortized.
  @inlinable
  public static func -= (sum: inout Self, operand: some SolverSession.Operand) {
    operand.add(to: &sum, times: -1)
  }
}
