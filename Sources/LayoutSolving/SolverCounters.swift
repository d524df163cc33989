// SPDX-License-Identifier: MIT

/// Deterministic measures of the work of a solver: the same operations always give the same
/// numbers.
public struct SolverCounters: Sendable, Hashable {
  /// Changes of basis, and eliminations.
  public internal(set) var pivots = 0
  /// Additions of one row to another.
  public internal(set) var rowOperations = 0
  /// Steps of the simplex method, with those that change no basis.
  public internal(set) var iterations = 0
  /// The most coefficients held at a time.
  public internal(set) var peakCells = 0
  /// Coefficients read or written: the unit of work limits.
  public internal(set) var cellOperations = 0
  /// Time beyond `cellOperations`, in their unit, that tableaus take which do not fit a cache: only
  /// limits look at it.
  package internal(set) var farOperations = 0

  /// The work in the unit of limits.
  package var spent: Int { cellOperations + farOperations }

  /// No work.
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

  /// Adds what was done between two counts.
  mutating func add(_ later: SolverCounters, since earlier: SolverCounters) {
    pivots += later.pivots - earlier.pivots
    rowOperations += later.rowOperations - earlier.rowOperations
    iterations += later.iterations - earlier.iterations
    cellOperations += later.cellOperations - earlier.cellOperations
    farOperations += later.farOperations - earlier.farOperations
    peakCells = max(peakCells, later.peakCells)
  }
}
