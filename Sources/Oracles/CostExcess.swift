// SPDX-License-Identifier: MIT

import LinearModel

/// How much more work an answer took than such answers take.
package struct CostExcess: Sendable, Hashable {
  /// What the work is compared with.
  package enum Basis: Sendable, Hashable {
    /// What systems of this size take.
    case size(Int)
    /// How the work grows with the size when a case is repeated in the way of this name.
    case growth(String)
  }

  package let basis: Basis
  package let counter: WorkCounter
  /// A count of work, or the power with which it grows.
  package let measured: Double
  /// What the envelope has for the size, or the power of the class.
  package let expected: Double

  package init(_ basis: Basis, _ counter: WorkCounter, measured: Double, expected: Double) {
    self.basis = basis
    self.counter = counter
    self.measured = measured
    self.expected = expected
  }

  /// Whether it is the growth that is too high.
  package var isGrowth: Bool {
    if case .growth = basis { return true }
    return false
  }
}
