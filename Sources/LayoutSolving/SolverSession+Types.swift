// SPDX-License-Identifier: MIT

extension SolverSession {
  /// A number that a session finds; free unless constraints say more.
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
    /// What the variable is multiplied by.
    public let coefficient: Double
    /// The variable.
    public let variable: Variable

    /// A coefficient times a variable.
    @inlinable
    public init(_ coefficient: Double, _ variable: Variable) {
      self.coefficient = coefficient
      self.variable = variable
    }
  }

  /// How the sum of a constraint's terms relates to its constant.
  public enum Relation: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case lessThanOrEqual
    case equal
    case greaterThanOrEqual
  }

  /// The rank of a constraint: required, or a preference that outranks every lower one.
  ///
  /// Strengths are ranks, never weights: no amount of violation at a lower strength buys any at a
  /// higher one. At one strength the sum of the absolute violations is as small as it can be.
  public struct Strength: Sendable, Hashable, Comparable {
    /// Greater than 0, at most 1000.
    public let value: Double

    /// - Precondition: `0 < value <= 1000`.
    public init(_ value: Double) {
      require(
        value > 0 && value <= ConstraintRows.required,
        "a strength must be in (0, 1000], not \(value)")
      self.value = value
    }

    /// Must hold.
    public static let required = Strength(1000)
    /// A preference that outranks `medium` and `weak`: 750.
    public static let strong = Strength(750)
    /// A preference that outranks `weak`: 500.
    public static let medium = Strength(500)
    /// A preference that gives way to all others of these: 250.
    public static let weak = Strength(250)

    /// Whether the left strength gives way to the right one.
    public static func < (lhs: Strength, rhs: Strength) -> Bool { lhs.value < rhs.value }
  }

  /// What `solve()` says about the operations since the last answer.
  public enum Outcome: Sendable, Hashable {
    /// There is an answer, and it is optimal.
    case solved
    /// The required constraints contradict each other; these do, and without any one of them the
    /// others do not. All operations since the last answer are taken back: those that were added
    /// are no longer there, those that were removed are there again.
    case conflict([Constraint])
    /// There is no answer that the solver can stand for. All operations since the last answer are
    /// taken back.
    case gaveUp(Doubt)
  }

  /// Why there is no answer.
  public enum Doubt: Sendable, Hashable {
    /// The work limit was reached.
    case workLimit
    /// Rounding may have spoiled the answer, or a number is not finite.
    case numericalDoubt
  }
}

/// What the simplex method says about constraints.
package enum SimplexOutcome: Sendable {
  /// Values by variable.
  case optimal([Double])
  /// An irreducible contradictory set of constraints; an empty one explains nothing.
  case infeasible(ContiguousArray<Int32>)
  case gaveUp(SolverSession.Doubt)
}
