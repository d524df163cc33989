// SPDX-License-Identifier: MIT

import LinearModel

/// The excess of an answer's work over the expected cost.
package struct CostExcess: Sendable, Hashable {
  /// The basis of the expected cost.
  package enum Basis: Sendable, Hashable {
    /// The cost of systems of this size.
    case size(Int)
    /// The growth with the size when a case is repeated in the way of this name.
    case growth(String)
  }

  package let basis: Basis
  package let counter: WorkCounter
  /// The measured work, or the power of its growth.
  package let measured: Double
  /// The cost that the cost model expects for the size, or the power of the class.
  package let expected: Double

  package init(_ basis: Basis, _ counter: WorkCounter, measured: Double, expected: Double) {
    self.basis = basis
    self.counter = counter
    self.measured = measured
    self.expected = expected
  }

  /// Whether the growth is too high, not the work itself.
  package var isGrowth: Bool {
    if case .growth = basis { return true }
    return false
  }
}
