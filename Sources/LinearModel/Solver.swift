// SPDX-License-Identifier: MIT

/// A solver strategy: takes a linear system, gives an outcome.
///
/// It never sees a view.
///
/// Conforming types are values without shared state, so that one of them can solve many systems on
/// many threads. The same system gives the same result, bit for bit, on every call.
package protocol Solver: Sendable {
  /// A short name in lower case that is unique among the strategies of a campaign, as `simplex`.
  var name: String { get }

  /// Solves a system; never traps and always ends, whatever the system is.
  ///
  /// - Parameters:
  ///   - system: any system, infeasible and unbounded-looking ones included.
  ///   - limit: when reached, the outcome is `.gaveUp(.workLimit)`.
  /// - Returns: an outcome that claims no more than the strategy can stand for.
  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult
}
