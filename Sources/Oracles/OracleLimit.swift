// SPDX-License-Identifier: MIT

/// How much work the exact oracle may do on one system before it gives up.
package struct OracleLimit: Sendable, Hashable {
  /// The most cells of one dense dictionary (a connected component after presolve). Sixteen bytes a cell
  /// at most while all numbers are small. Also the most multipliers: one for each level and constraint.
  package var tableauCells: Int
  /// The most cells that may be read or written; a cell of big integers counts as `bigCellCost`.
  package var cellOperations: Int

  package init(tableauCells: Int, cellOperations: Int) {
    self.tableauCells = tableauCells
    self.cellOperations = cellOperations
  }

  /// About half a second of work.
  package static let standard = OracleLimit(
    tableauCells: 4_000_000, cellOperations: 150_000_000)

  /// What an operation on a big integer counts.
  static let bigCellCost = 30
}

/// Why the exact oracle has no answer.
package enum OracleError: Error, Sendable, Hashable {
  /// The work limit was reached: nothing is known about the system.
  case limitReached
  /// The checker does not accept the oracle's own answer: a bug in the oracle, never in a strategy.
  case certificateRejected(String)
}
