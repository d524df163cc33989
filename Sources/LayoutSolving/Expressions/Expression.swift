// SPDX-License-Identifier: MIT

extension SolverSession {
  /// A sum of terms and a constant, such as `2 * left + 8`.
  ///
  /// Operators build it from variables and numbers. Arithmetic is that of `Double`, in the order of
  /// writing. A number that overflows becomes infinite, and `solve()` then gives up with
  /// ``Doubt/numericalDoubt``. Terms of one variable stay separate until `addConstraint(_:)` adds
  /// them up.
  public struct Expression: Sendable, Hashable {
    /// The terms in the order of writing; a variable may occur in several.
    public var terms: [Term]
    /// The constant, in the unit of the variables.
    public var constant: Double

    /// Creates an expression without terms.
    @inlinable
    public init(_ constant: Double = 0) {
      terms = []
      self.constant = constant
    }

    /// Creates the expression of a variable, or copies an expression.
    ///
    /// - Complexity: O(terms).
    @inlinable
    public init(_ operand: some Operand) {
      self.init()
      operand.add(to: &self, times: 1)
    }

    /// Adds a coefficient times a variable.
    ///
    /// - Complexity: O(1) amortized. The first term reserves room for four.
    @inlinable
    public mutating func append(_ coefficient: Double, _ variable: Variable) {
      if terms.isEmpty { terms.reserveCapacity(4) }
      terms.append(Term(coefficient, variable))
    }

    /// Multiplies all terms and the constant.
    @inlinable
    mutating func multiply(by factor: Double) {
      for index in terms.indices {
        terms[index] = Term(terms[index].coefficient * factor, terms[index].variable)
      }
      constant *= factor
    }
  }

  /// A variable or an expression: the operand of `+`, `-`, `*`, `/`, `<=`, `==` and `>=`.
  ///
  /// Numbers are `Double`. They do not conform, so that `8 <= 9` is a Boolean and no constraint.
  public protocol Operand {
    /// Adds this operand times a factor to an expression.
    ///
    /// - Complexity: O(terms of the operand).
    func add(to expression: inout Expression, times factor: Double)
  }
}

extension SolverSession.Variable: SolverSession.Operand {
  /// Adds one term to an expression.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  public func add(to expression: inout SolverSession.Expression, times factor: Double) {
    expression.append(factor, self)
  }
}

extension SolverSession.Expression: SolverSession.Operand {
  /// Adds all terms and the constant to an expression.
  ///
  /// - Complexity: O(terms). An empty sum with factor 1 takes over the storage of the terms.
  @inlinable
  public func add(to expression: inout SolverSession.Expression, times factor: Double) {
    if expression.terms.isEmpty && factor == 1 {
      expression.terms = terms
    } else {
      for term in terms { expression.append(term.coefficient * factor, term.variable) }
    }
    expression.constant += constant * factor
  }
}
