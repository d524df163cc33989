// SPDX-License-Identifier: MIT

/// Useless work that can be planted into `SimplexSolver`, to measure whether testing finds it.
///
/// A solver with one of these is as right as a healthy one, and checks its answers in the same way.
package enum SimplexSlowdown: String, CaseIterable, Sendable {
  /// A conflict is made irreducible by leaving out each required constraint in turn.
  ///
  /// The support of a proof is not used (the plain deletion filter of Chinneck and Dravnieks).
  case supportsIgnored
}
