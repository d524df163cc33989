// SPDX-License-Identifier: MIT

extension SolverSession {
  /// A number that a session computes; free unless constraints restrict it.
  public struct Variable: Sendable, Hashable {
    @usableFromInline let index: Int
  }

  /// A constraint of a session, an edit included; valid until it is removed.
  public struct Constraint: Sendable, Hashable {
    let slot: Int32
    let generation: Int32
  }

  /// A coefficient times a variable.
  public struct Term: Sendable, Hashable {
    /// The factor of the variable.
    public let coefficient: Double
    /// The variable.
    public let variable: Variable

    /// Creates the product of a coefficient and a variable.
    @inlinable
    public init(_ coefficient: Double, _ variable: Variable) {
      self.coefficient = coefficient
      self.variable = variable
    }
  }

  /// The relation of the sum of a constraint's terms to its constant.
  public enum Relation: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The sum is at most the constant.
    case lessThanOrEqual
    /// The sum equals the constant.
    case equal
    /// The sum is at least the constant.
    case greaterThanOrEqual
  }

  /// The rank of a constraint: required, or a preference that outranks every lower one.
  ///
  /// Strengths are ranks, never weights: a violation at a higher strength is never accepted to
  /// reduce violations at a lower one. At one strength the sum of the absolute violations is
  /// minimal.
  public struct Strength: Sendable, Hashable, Comparable {
    /// The rank, greater than 0, at most 1000.
    public let value: Double

    /// Creates a strength from its rank.
    ///
    /// - Precondition: `0 < value <= 1000`.
    public init(_ value: Double) {
      require(
        value > 0 && value <= ConstraintRows.required,
        "a strength must be in (0, 1000], not \(value)")
      self.value = value
    }

    /// The strength of constraints that must hold.
    public static let required = Strength(1000)
    /// A preference that outranks `medium` and `weak`: 750.
    public static let strong = Strength(750)
    /// A preference that outranks `weak`: 500.
    public static let medium = Strength(500)
    /// A preference that yields to all others of these: 250.
    public static let weak = Strength(250)

    /// Whether the left strength yields to the right one.
    public static func < (lhs: Strength, rhs: Strength) -> Bool { lhs.value < rhs.value }
  }

  /// The result of `solve()` for all operations since the last answer.
  public enum Outcome: Sendable, Hashable {
    /// There is an answer, and it is optimal.
    case solved
    /// The given constraints are an irreducible conflict of required constraints.
    ///
    /// Without any one of them the others do not contradict each other. All operations since the
    /// last answer are reverted: added constraints are removed, removed ones are restored.
    case conflict([Constraint])
    /// There is no reliable answer.
    ///
    /// All operations since the last answer are reverted.
    case gaveUp(Doubt)
  }

  /// A reason why there is no answer.
  public enum Doubt: Sendable, Hashable {
    /// The work limit was reached.
    case workLimit
    /// Rounding may have spoiled the answer, or a number is not finite.
    case numericalDoubt
  }
}

/// The result of the simplex method for constraints.
package enum SimplexOutcome: Sendable {
  /// The optimal values by variable.
  case optimal([Double])
  /// An irreducible contradictory set of constraints; an empty one explains nothing.
  case infeasible(ContiguousArray<Int32>)
  case gaveUp(SolverSession.Doubt)
}
