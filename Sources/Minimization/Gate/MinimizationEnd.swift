// SPDX-License-Identifier: MIT

/// The reason why a minimization of a script or a document ended; the raw value is its name in
/// `finding.json`.
package enum MinimizationEnd: String, Sendable, Hashable {
  /// Nothing smaller fails: every single change was tried on the result.
  case fixpoint
  /// The limit of runs, accepted steps or ended processes is reached.
  case calls
  /// A stop request, or the time limit; minimizing can resume from the smallest subject so far.
  case stopped
}
