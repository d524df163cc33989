// SPDX-License-Identifier: MIT

/// The relation of a linear constraint's left side to its right side.
package enum Relation: UInt8, Sendable, Hashable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual

  /// Returns the sign of the relation: `<=`, `>=`, and the given one between equals.
  package func symbol(equal: String) -> String {
    switch self {
    case .lessThanOrEqual: return "<="
    case .equal: return equal
    case .greaterThanOrEqual: return ">="
    }
  }

  /// The relation of the same constraint with its sign changed.
  package var turned: Relation {
    switch self {
    case .lessThanOrEqual: return .greaterThanOrEqual
    case .equal: return .equal
    case .greaterThanOrEqual: return .lessThanOrEqual
    }
  }
}

/// The rank of a linear constraint: required, or a preference that outranks every lower one.
///
/// Lowering maps a layout priority to a strength of the same number. Strengths are ranks, never
/// weights: a violation at a higher strength is never accepted to reduce violations at a lower one.
package struct Strength: Sendable, Hashable, Comparable {
  /// The rank, greater than 0, at most 1000.
  package let value: Double

  /// - Precondition: `0 < value <= 1000`.
  @inlinable
  package init(_ value: Double) {
    precondition(value > 0 && value <= 1000, "a strength must be in (0, 1000], not \(value)")
    self.value = value
  }

  /// The strength of constraints that must hold exactly.
  @inlinable package static var required: Strength { Strength(1000) }

  @inlinable package var isRequired: Bool { value == 1000 }

  @inlinable
  package static func == (lhs: Strength, rhs: Strength) -> Bool { lhs.value == rhs.value }
  @inlinable
  package static func < (lhs: Strength, rhs: Strength) -> Bool { lhs.value < rhs.value }
  @inlinable
  package static func > (lhs: Strength, rhs: Strength) -> Bool { lhs.value > rhs.value }
}

/// A free variable of a `LinearSystem`, numbered from 0 in order of creation.
package struct VariableID: Sendable, Hashable, Comparable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable
  package static func == (lhs: VariableID, rhs: VariableID) -> Bool { lhs.index == rhs.index }
  @inlinable
  package static func < (lhs: VariableID, rhs: VariableID) -> Bool { lhs.index < rhs.index }
}

/// A constraint of a `LinearSystem`, numbered from 0 in order of creation.
package struct ConstraintID: Sendable, Hashable, Comparable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable
  package static func == (lhs: ConstraintID, rhs: ConstraintID) -> Bool {
    lhs.index == rhs.index
  }
  @inlinable
  package static func < (lhs: ConstraintID, rhs: ConstraintID) -> Bool { lhs.index < rhs.index }
}

extension Relation {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: Relation, other: Relation) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: Relation, other: Relation) -> Bool { !(one == other) }
}
