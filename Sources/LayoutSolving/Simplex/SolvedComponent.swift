// SPDX-License-Identifier: MIT

/// A connected component of a reduced system, with its solution: what happens in one has no effect
/// on another.
final class SolvedComponent {
  /// By local variable: the free variable of the system.
  let variables: ContiguousArray<Int32>
  let structuralCount: Int
  var simplex: LexicographicSimplex
  /// The kink that moves with the values at hand, if one does.
  var motion: KinkMotion?
  /// Whether kinks have changed since it was solved.
  var isChanged = false
  /// Whether the ends of segments are no longer known, so that no motion can begin before it is
  /// solved again.
  var isLocked = false
  /// How many motions are solved for before one may leave its range again, and how many it were the
  /// last time.
  var detours = 0
  var lastDetours = 0

  init(_ variables: ContiguousArray<Int32>, _ simplex: consuming LexicographicSimplex) {
    self.variables = variables
    structuralCount = simplex.structuralCount
    self.simplex = simplex
  }
}
