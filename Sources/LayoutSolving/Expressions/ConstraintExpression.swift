// SPDX-License-Identifier: MIT

extension SolverSession {
  /// A constraint that no session contains yet, such as `left + 8 <= right`.
  ///
  /// `addConstraint(_:)` adds it. It is required unless a strength is given:
  /// `(width == 400).weak`.
  public struct ConstraintExpression: Sendable, Hashable {
    /// The terms of the left side, and then those of the right side with the opposite sign.
    public var terms: [Term]
    /// The relation of the terms to the constant.
    public var relation: Relation
    /// The constant of the right side minus that of the left side.
    public var constant: Double
    /// The strength, by default required.
    public var strength: Strength

    /// Creates the constraint `difference  relation  0`.
    @inlinable
    init(_ difference: Expression, _ relation: Relation) {
      terms = difference.terms
      self.relation = relation
      constant = 0 - difference.constant
      strength = .required
    }

    /// The same constraint, which must hold.
    @inlinable public var required: Self { strength(.required) }
    /// The same constraint as a preference of 750.
    @inlinable public var strong: Self { strength(.strong) }
    /// The same constraint as a preference of 500.
    @inlinable public var medium: Self { strength(.medium) }
    /// The same constraint as a preference of 250.
    @inlinable public var weak: Self { strength(.weak) }

    /// Returns the same constraint with a strength from its rank.
    ///
    /// - Precondition: `0 < value <= 1000`; 1000 is required.
    @inlinable
    public func priority(_ value: Double) -> Self { strength(Strength(value)) }

    /// Returns the same constraint with a strength.
    @inlinable
    public func strength(_ strength: Strength) -> Self {
      var copy = self
      copy.strength = strength
      return copy
    }
  }

  /// Adds a constraint that operators have built.
  ///
  /// The work is that of `addConstraint(_:_:_:strength:)` with the same terms: terms of one
  /// variable are added up, and those that cancel are dropped. `setConstant(_:of:)` replaces
  /// ``ConstraintExpression/constant``.
  ///
  /// - Precondition: the variables are those of this session.
  /// - Complexity: O(k) amortized for k terms, O(k log k) for long sums; the work is done by
  ///   `solve()`.
  @inlinable
  @discardableResult
  public mutating func addConstraint(_ constraint: ConstraintExpression) -> Constraint {
    addConstraint(
      constraint.terms, constraint.relation, constraint.constant, strength: constraint.strength)
  }

  /// Returns the value of an expression in the last answer; variables are 0 before the first one.
  ///
  /// The sum is computed in the order of its terms and is rounded as `Double` is.
  ///
  /// - Precondition: the variables are those of this session.
  /// - Complexity: O(terms).
  @inlinable
  public func value(of expression: Expression) -> Double {
    var sum = expression.constant
    for term in expression.terms { sum += term.coefficient * value(of: term.variable) }
    return sum
  }
}
