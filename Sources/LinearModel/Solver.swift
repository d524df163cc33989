// SPDX-License-Identifier: MIT

/// A solver strategy, which answers a linear system with an outcome.
///
/// It does not know views.
///
/// Conforming types are values without shared state, so that one of them can solve many systems on
/// many threads. The same system gives the same result, bit for bit, on every call.
package protocol Solver: Sendable {
  /// A short name in lower case that is unique among the strategies of a campaign, such as
  /// `simplex`.
  var name: String { get }

  /// Solves a system; never traps and always ends, for any system.
  ///
  /// - Parameters:
  ///   - system: any system, infeasible and unbounded-looking ones included.
  ///   - limit: when reached, the outcome is `.gaveUp(.workLimit)`.
  /// - Returns: an outcome that claims no more than the strategy can prove.
  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult
}
