// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The proved answer to a linear system, in exact numbers.
package struct ExactAnswer: Sendable, Hashable {
  /// Whether the required constraints can hold, with the proof.
  package enum Status: Sendable, Hashable {
    case feasible(ExactOptimum)
    case infeasible(FarkasCertificate)
  }

  package var status: Status
  /// The changes of basis it took: a deterministic measure of work.
  package var pivots: Int
  /// Whether 64 bits were not enough.
  package var usedBigIntegers: Bool
  /// The work of the answer and its proof, in the unit of `OracleLimit.cellOperations`.
  ///
  /// It includes an interrupted attempt in 64 bits.
  package var work: Int

  package init(status: Status, pivots: Int, usedBigIntegers: Bool, work: Int = 0) {
    self.work = work
    self.status = status
    self.pivots = pivots
    self.usedBigIntegers = usedBigIntegers
  }

  package var optimum: ExactOptimum? {
    if case .feasible(let optimum) = status { return optimum }
    return nil
  }

  package var isFeasible: Bool { optimum != nil }
}

/// A best layout: an exact point, the optimum of each strength, and whether it is unique.
package struct ExactOptimum: Sendable, Hashable {
  /// One optimal value for each variable.
  package var point: [Rational]
  /// The certificates of the optional strengths that occur, highest first.
  ///
  /// The optima are the same for every optimal layout: strategies are compared by them.
  package var levels: [LevelCertificate]
  package var uniqueness: Uniqueness

  /// Whether `point` is the only optimal layout.
  package enum Uniqueness: Sendable, Hashable {
    case unique(UniquenessCertificate)
    /// Another optimal layout, as a witness.
    case ambiguous([Rational])
  }

  package init(point: [Rational], levels: [LevelCertificate], uniqueness: Uniqueness) {
    self.point = point
    self.levels = levels
    self.uniqueness = uniqueness
  }

  package var isUnique: Bool {
    if case .unique = uniqueness { return true }
    return false
  }
}
