// SPDX-License-Identifier: MIT

/// Work for nothing that can be planted into `SimplexSolver`, to measure whether testing finds it.
///
/// A solver with one of these is as right as a healthy one, and checks its answers as that does.
package enum SimplexSlowdown: String, CaseIterable, Sendable {
  /// A conflict is made irreducible by leaving out each required constraint in turn: what a proof
  /// says of all others is not used (the plain deletion filter of Chinneck and Dravnieks).
  case supportsIgnored
}
