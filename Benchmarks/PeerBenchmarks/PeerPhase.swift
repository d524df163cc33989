// SPDX-License-Identifier: MIT

/// A measured phase.
package enum PeerPhase: String, Sendable, CaseIterable {
  /// Create the solver, add everything, read all values.
  case build
  /// Suggest a value, read all values.
  case edit
  /// Remove a weak constraint, add it again, read all values.
  case churn

  /// The time limit of an answer, in seconds.
  static let secondsMax = 60.0
}

extension PeerName {
  /// The phases that the peer's driver supports.
  var phases: Set<PeerPhase> { self == .highs ? [.build, .edit] : [.build, .edit, .churn] }
}
