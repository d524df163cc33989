// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// All directions in which the right layouts of a system differ, found and proved exactly.
///
/// The right layouts are a convex set. A variable with two values in it is fixed half-way between
/// them, which takes exactly one dimension from the set. The rest is solved again, until one layout
/// is left. The differences of the two layouts of each step are independent, because a fixed
/// variable does not move in later steps. There are as many differences as dimensions, so they span
/// all directions. A number that none of them moves is the same in every right layout.
package struct FreedomSpace {
  /// One difference of two right layouts for each dimension.
  package private(set) var directions: [[Rational]] = []

  /// - Throws: `OracleError.limitReached`; `.certificateRejected` for a bug in the oracle.
  /// - Complexity: as many exact solutions as there are dimensions.
  package init(
    of optimum: ExactOptimum, in system: LinearSystem, limit: OracleLimit = .standard
  ) throws(OracleError) {
    var system = system
    var optimum = optimum
    while case .ambiguous(let second) = optimum.uniqueness {
      let direction = zip(second, optimum.point).map { $0 - $1 }
      guard let moving = direction.firstIndex(where: { !$0.isZero }) else {
        throw .certificateRejected("the second layout is the first")
      }
      directions.append(direction)
      let middle = (second[moving] + optimum.point[moving]) * Rational(1, 2)
      system.addBound(VariableID(moving), .equal, middle)
      guard let next = try ExactOracle.solve(system, limit: limit).optimum else {
        throw .certificateRejected("right layouts are not convex")
      }
      optimum = next
    }
  }

  /// Whether a variable has the same value in every right layout.
  package func isSettled(_ variable: VariableID) -> Bool {
    directions.allSatisfy { $0[variable.index].isZero }
  }
}
