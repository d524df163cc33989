// SPDX-License-Identifier: MIT

/// Deterministic measures of a solver's work: the same operations always give the same numbers.
public struct SolverCounters: Sendable, Hashable {
  /// The number of changes of basis and eliminations.
  public internal(set) var pivots = 0
  /// The number of additions of one row to another.
  public internal(set) var rowOperations = 0
  /// The number of steps of the simplex method, including those without a change of basis.
  public internal(set) var iterations = 0
  /// The largest number of coefficients at a time.
  public internal(set) var peakCells = 0
  /// The number of coefficients read or written: the unit of work limits.
  public internal(set) var cellOperations = 0
  /// The extra time of tableaus that do not fit a cache, in the unit of `cellOperations`; only for
  /// limits.
  package internal(set) var farOperations = 0

  /// The work in the unit of limits.
  package var spent: Int { cellOperations + farOperations }

  /// Creates counters without work.
  public init() {}

  /// Adds the work of a part.
  mutating func add(_ more: SolverCounters) {
    pivots += more.pivots
    rowOperations += more.rowOperations
    iterations += more.iterations
    cellOperations += more.cellOperations
    farOperations += more.farOperations
    peakCells = max(peakCells, more.peakCells)
  }

  /// Adds the work between two counts.
  mutating func add(_ later: SolverCounters, since earlier: SolverCounters) {
    pivots += later.pivots - earlier.pivots
    rowOperations += later.rowOperations - earlier.rowOperations
    iterations += later.iterations - earlier.iterations
    cellOperations += later.cellOperations - earlier.cellOperations
    farOperations += later.farOperations - earlier.farOperations
    peakCells = max(peakCells, later.peakCells)
  }
}
