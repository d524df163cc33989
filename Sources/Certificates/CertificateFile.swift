// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A proof of the exact answer to one linear system, in the form of a file.
///
/// It is self-contained, with the system itself.
///
/// Everything in it is a claim until `CertificateVerifier` has checked it; the type guarantees
/// nothing. Constraints and variables are named by their indices.
package struct CertificateFile: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzCertificate`.
  package static let version = 1

  /// The number of variables of the system.
  package var variableCount: Int
  /// The constraints of the system, in order.
  package var rows: [Row]
  /// The claim about the system.
  package var claim: Claim

  package init(variableCount: Int, rows: [Row], claim: Claim) {
    self.variableCount = variableCount
    self.rows = rows
    self.claim = claim
  }

  /// One constraint: `sum terms relation constant`, with its name in the case.
  package struct Row: Sendable, Hashable {
    package var name: String
    package var terms: [Entry]
    package var relation: Relation
    package var constant: Rational
    package var priority: Double
  }

  /// A number that belongs to a constraint or, in the terms of one, to a variable.
  package struct Entry: Sendable, Hashable {
    package var index: Int
    package var value: Rational

    package init(_ index: Int, _ value: Rational) {
      self.index = index
      self.value = value
    }
  }

  /// The answer with its proof.
  package enum Claim: Sendable, Hashable {
    case feasible(Optimum)
    case infeasible(Contradiction)
  }

  /// A layout with the least sum of violations at every optional priority.
  package struct Optimum: Sendable, Hashable {
    /// A value for each variable.
    package var point: [Rational]
    /// The proofs of the optional priorities that occur, highest first.
    package var levels: [Level]
    package var others: Others

    package init(point: [Rational], levels: [Level], others: Others) {
      self.point = point
      self.levels = levels
      self.others = others
    }
  }

  /// The smallest sum of violations at one priority, with the multipliers that prove it by weak
  /// duality.
  package struct Level: Sendable, Hashable {
    package var priority: Double
    package var optimum: Rational
    /// The multipliers by constraint, ascending.
    package var multipliers: [Entry]
    /// The weight of each higher level in the proof, highest first.
    package var higherLevels: [Rational]

    package init(
      priority: Double, optimum: Rational, multipliers: [Entry], higherLevels: [Rational]
    ) {
      self.priority = priority
      self.optimum = optimum
      self.multipliers = multipliers
      self.higherLevels = higherLevels
    }
  }

  /// Whether other layouts are optimal as well.
  package enum Others: Sendable, Hashable {
    case none(Uniqueness)
    /// Another optimal layout.
    case second([Rational])
  }

  /// A proof that no other layout is optimal: two separate sets of multipliers and rows of full
  /// rank.
  package struct Uniqueness: Sendable, Hashable {
    package var closing: [Entry]
    /// The weight of each level in `closing`, highest first.
    package var closingLevels: [Rational]
    package var live: [LiveSide]
    package var liveMultipliers: [Entry]
    package var tight: [TightRow]

    package init(
      closing: [Entry], closingLevels: [Rational], live: [LiveSide], liveMultipliers: [Entry],
      tight: [TightRow]
    ) {
      self.closing = closing
      self.closingLevels = closingLevels
      self.live = live
      self.liveMultipliers = liveMultipliers
      self.tight = tight
    }
  }

  /// A constraint whose residual may still leave 0 on one side, according to `closing`.
  package struct LiveSide: Sendable, Hashable {
    package var constraint: Int
    package var isPositive: Bool

    package init(constraint: Int, isPositive: Bool) {
      self.constraint = constraint
      self.isPositive = isPositive
    }
  }

  /// A constraint whose residual is always 0, with the variable to eliminate by it.
  package struct TightRow: Sendable, Hashable {
    package var constraint: Int
    package var variable: Int

    package init(constraint: Int, variable: Int) {
      self.constraint = constraint
      self.variable = variable
    }
  }

  /// A proof that required constraints contradict each other.
  package struct Contradiction: Sendable, Hashable {
    /// Multipliers by constraint, ascending, whose combination of the constraints is false
    /// (Farkas).
    package var multipliers: [Entry]
    /// An irreducible set that contradicts itself; empty when none is claimed.
    package var conflict: [Member]

    package init(multipliers: [Entry], conflict: [Member]) {
      self.multipliers = multipliers
      self.conflict = conflict
    }
  }

  /// A constraint of an irreducible conflict, with a point that satisfies all others of the
  /// conflict.
  package struct Member: Sendable, Hashable {
    package var constraint: Int
    package var point: [Rational]

    package init(constraint: Int, point: [Rational]) {
      self.constraint = constraint
      self.point = point
    }
  }
}

extension CertificateFile.Row {
  /// Creates the constraint of a system with the given index.
  package init(_ index: Int, of system: LinearSystem, name: String) {
    self.init(
      name: name,
      terms: system.cells(of: index).map {
        .init(Int(system.columns[$0]), system.exactCoefficients[$0])
      },
      relation: system.relations[index], constant: system.exactConstants[index],
      priority: system.strengths[index].value)
  }
}
