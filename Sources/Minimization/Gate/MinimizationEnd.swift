// SPDX-License-Identifier: MIT

/// The reason why a minimization ended; the raw value is its name in `finding.json`.
package enum MinimizationEnd: String, Sendable, Hashable {
  /// Nothing smaller fails: minimizing the result again changes nothing.
  case fixpoint
  /// The budget of a layout is spent; the result is the smallest so far.
  case budget
  /// The limit of runs, accepted steps or ended processes of another subject is reached.
  case calls
  /// A stop request, or the time limit; minimizing can resume from the smallest subject so far.
  case stopped
  /// The start does not fail in the expected way; it is returned unchanged.
  case startPasses
  /// The reducers still made progress after `Minimizer.roundLimit` rounds: an internal error.
  case noFixpoint

  /// Whether minimizing the same subject again ends with the same one, so that its shape can name a
  /// bucket.
  package var isSettled: Bool { self != .stopped && self != .startPasses }
}
