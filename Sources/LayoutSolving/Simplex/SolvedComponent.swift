// SPDX-License-Identifier: MIT

/// A connected component of a reduced system, with its solution.
///
/// Components do not affect each other.
final class SolvedComponent {
  /// The free variable of the system for each local variable.
  let variables: ContiguousArray<Int32>
  let structuralCount: Int
  var simplex: LexicographicSimplex
  /// The motion of the current values; nil when none moves them.
  var motion: KinkMotion?
  /// Whether kinks have changed since it was solved.
  var isChanged = false
  /// Whether the ends of segments are unknown, so that no motion can begin before it is solved
  /// again.
  var isLocked = false
  /// The number of motions to solve for before one may leave its range again, and the previous such
  /// number.
  var detours = 0
  var lastDetours = 0

  init(_ variables: ContiguousArray<Int32>, _ simplex: consuming LexicographicSimplex) {
    self.variables = variables
    structuralCount = simplex.structuralCount
    self.simplex = simplex
  }
}
