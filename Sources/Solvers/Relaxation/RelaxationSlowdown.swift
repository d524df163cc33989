// SPDX-License-Identifier: MIT

/// Work for nothing that can be planted into the relaxation strategy: its answers stay as right as
/// they were.
package enum RelaxationSlowdown: String, CaseIterable, Sendable {
  /// Sweeps go on when the point has settled, and there are `moreSweeps` times as many of them.
  ///
  /// Models an iteration that is ended by its count only (lume/kiwi's cap of 10,000 iterations).
  case neverSettles

  /// How many times the sweeps of the healthy strategy there are.
  static let moreSweeps = 100
}
