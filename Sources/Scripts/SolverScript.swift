// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A sequence of operations on an incremental solver: it adds and removes constraints, suggests
/// values and reads answers.
///
/// A script contains no answers: they follow exactly from the constraints in force.
package struct SolverScript: Sendable, Hashable {
  /// A linear constraint with an id by which the script can remove it.
  package struct Constraint: Sendable, Hashable {
    package var id: Int
    /// Nonzero coefficients of different variables.
    package var terms: [LinearSystem.Term]
    package var relation: Relation
    package var constant: Rational
    package var strength: Strength

    package init(
      id: Int, _ terms: [LinearSystem.Term], _ relation: Relation, _ constant: Rational,
      strength: Strength = .required
    ) {
      self.id = id
      self.terms = terms
      self.relation = relation
      self.constant = constant
      self.strength = strength
    }
  }

  /// One operation.
  package enum Step: Sendable {
    /// Adds a constraint. A required one that contradicts those in force must be refused without
    /// any change.
    case add(Constraint)
    /// Removes a constraint; does nothing when it is not in force.
    case remove(Int)
    /// Replaces the suggestion for the variable by `variable == value`; always optional.
    case suggest(variable: Int, value: Double, strength: Strength)
    /// Removes the suggestion for a variable; does nothing without one. Only for sessions, like the
    /// next three.
    case endSuggestion(variable: Int)
    /// Replaces the constant of a present constraint; any double is allowed, also infinities and
    /// NaN.
    case setConstant(Int, Double)
    /// Replaces the strength of a present constraint.
    case setStrength(Int, Strength)
    /// Switches a present constraint off or on.
    case setActive(Int, Bool)
    /// Reads the answer.
    case solve
  }

  package var variableCount: Int
  package var steps: [Step]

  package init(variableCount: Int, steps: [Step]) {
    self.variableCount = variableCount
    self.steps = steps
  }

  /// Creates a script that adds all constraints of a system, the required ones first, and reads the
  /// answer once.
  package init(_ system: LinearSystem) {
    variableCount = system.variableCount
    var required: [Step] = []
    var optional: [Step] = []
    for row in 0..<system.constraintCount where !system.cells(of: row).isEmpty {
      let terms = system.cells(of: row).map {
        LinearSystem.Term(
          system.exactCoefficients[$0], VariableID(Int(system.columns[$0])))
      }
      let step = Step.add(
        Constraint(
          id: row, terms, system.relations[row], system.exactConstants[row],
          strength: system.strengths[row]))
      if system.strengths[row].isRequired { required.append(step) } else { optional.append(step) }
    }
    steps = required + optional + [.solve]
  }

  /// The number of additions.
  package var constraintCount: Int {
    steps.count { if case .add = $0 { true } else { false } }
  }

  /// Whether it has steps that only this project's sessions take: the protocol for adapters has no
  /// such requests.
  package var needsSession: Bool {
    steps.contains { step in
      switch step {
      case .add, .remove, .suggest, .solve: return false
      case .endSuggestion, .setConstant, .setStrength, .setActive: return true
      }
    }
  }

  /// The first error of the script in one sentence; nil when it is well formed.
  ///
  /// - Complexity: O(terms) expected.
  package var problem: String? { flaw?.text }
}

/// Two steps are equal when they have the same effect: a suggestion of NaN equals itself.
extension SolverScript.Step: Hashable {
  private struct Identity: Hashable {
    var kind: Int
    var constraint: SolverScript.Constraint?
    /// The index of a variable, or the id of a constraint.
    var number = 0
    var bits: UInt64 = 0
    var strength: Strength?
  }

  /// Returns the same bits for every NaN, and for both zeros, as in the text of a script.
  private static func bits(_ value: Double) -> UInt64 {
    value.isNaN ? Double.nan.bitPattern : value == 0 ? 0 : value.bitPattern
  }

  private var identity: Identity {
    switch self {
    case .add(let constraint): return Identity(kind: 0, constraint: constraint)
    case .remove(let id): return Identity(kind: 1, number: id)
    case .suggest(let variable, let value, let strength):
      return Identity(kind: 2, number: variable, bits: Self.bits(value), strength: strength)
    case .endSuggestion(let variable): return Identity(kind: 3, number: variable)
    case .setConstant(let id, let value):
      return Identity(kind: 4, number: id, bits: Self.bits(value))
    case .setStrength(let id, let strength):
      return Identity(kind: 5, number: id, strength: strength)
    case .setActive(let id, let isActive):
      return Identity(kind: 6, number: id, bits: isActive ? 1 : 0)
    case .solve: return Identity(kind: 7)
    }
  }

  /// Compares doubles by their bits, so that NaN equals itself and 0 differs from -0.
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity == rhs.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Relation {
  /// The relation in messages and files.
  package var symbol: String { symbol(equal: "==") }

  package init?(symbol: String) {
    guard let relation = Relation.allCases.first(where: { $0.symbol == symbol }) else {
      return nil
    }
    self = relation
  }
}
