// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A problem like a layout of any size, the same for every solver: linear constraints with one
/// dragged variable, the width of the window.
///
/// A solver that adds constraints one by one creates the variables and suggests `firstWidth` for
/// the edit variable at `Rank.strong`. Then it adds `rows` in order and reads all values. An edit
/// suggests another width and reads all values again.
package struct Workload: Sendable {
  /// The four ranks of the classical constraint hierarchy.
  package enum Rank: Int, Sendable, CaseIterable {
    case weak, medium, strong, required

    /// The strength in a `LinearSystem`.
    package var strength: Strength {
      switch self {
      case .weak: return Strength(250)
      case .medium: return Strength(500)
      case .strong: return Strength(750)
      case .required: return .required
      }
    }
  }

  /// A whole coefficient times a variable.
  package struct Term: Sendable, Hashable {
    package let coefficient: Int
    package let variable: Int

    package init(_ coefficient: Int, _ variable: Int) {
      self.coefficient = coefficient
      self.variable = variable
    }
  }

  /// The constraint `sum terms relation constant`.
  package struct Row: Sendable, Hashable {
    package let terms: [Term]
    package let relation: Relation
    package let constant: Int
    package let rank: Rank
  }

  /// The dragged variable.
  package static let editVariable = 0
  /// The number of widths of a drag.
  package static let sweepCount = 1000
  /// The number of steps after which the wave of widths repeats.
  private static let period = 200

  /// The name, as `chain100`, `cols1000x10`.
  package let name: String
  package let variableCount: Int
  package internal(set) var rows: [Row] = []
  /// The width at which the workload is built.
  package var firstWidth: Rational
  /// The narrowest width of the drag.
  private let leastWidth: Int
  /// The difference of the widest and the narrowest width of the drag.
  private let widthSpan: Int

  init(name: String, variableCount: Int, firstWidth: Int, leastWidth: Int, widthSpan: Int) {
    self.name = name
    self.variableCount = variableCount
    self.firstWidth = Rational(firstWidth)
    self.leastWidth = leastWidth
    self.widthSpan = widthSpan
  }

  /// Returns the suggested width at a step of the drag: a triangle wave.
  ///
  /// - Precondition: `step` is not negative.
  package func sweepWidth(_ step: Int) -> Rational {
    precondition(step >= 0, "a drag has no step \(step)")
    let phase = step % Self.period
    let rise = min(phase, Self.period - phase)
    return Rational(leastWidth) + Rational(Int64(widthSpan) * Int64(rise), 100)
  }

  /// The width at the end of the drag.
  package var lastWidth: Rational { sweepWidth(Self.sweepCount - 1) }

  mutating func add(
    _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int, _ rank: Rank = .required
  ) {
    rows.append(
      Row(
        terms: terms.map { Term($0.0, $0.1) }, relation: relation, constant: constant, rank: rank))
  }

  /// Returns the whole problem at a width; constraint 0 is the preference for that width,
  /// constraint `i + 1` is row `i`.
  ///
  /// The row `missing` is left out.
  package func system(width: Rational, without missing: Int? = nil) -> LinearSystem {
    var system = LinearSystem()
    _ = system.addVariables(variableCount)
    let cells = rows.reduce(1) { $0 + $1.terms.count }
    system.reserveCapacity(constraints: rows.count + 1, cells: cells)
    system.addConstraint(
      [.init(Rational(1), VariableID(Self.editVariable))], .equal, width,
      strength: Rank.strong.strength)
    for (index, row) in rows.enumerated() where index != missing {
      system.addConstraint(
        row.terms.map { .init(Rational($0.coefficient), VariableID($0.variable)) }, row.relation,
        Rational(row.constant), strength: row.rank.strength)
    }
    return system
  }
}
