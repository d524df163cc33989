// SPDX-License-Identifier: MIT

/// Useless work that can be planted into the relaxation strategy: its answers stay as right as they
/// were.
package enum RelaxationSlowdown: String, CaseIterable, Sendable {
  /// Sweeps continue after the point has settled, and there are `moreSweeps` times as many of them.
  ///
  /// Models an iteration that is only ended by its count (lume/kiwi's limit of 10,000 iterations).
  case neverSettles

  /// The ratio of the number of sweeps to that of the healthy strategy.
  static let moreSweeps = 100
}
