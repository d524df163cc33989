// SPDX-License-Identifier: MIT

/// How much work the exact oracle may do on one system before it gives up.
package struct OracleLimit: Sendable, Hashable {
  /// The most cells of one dense dictionary (a connected component after presolve). Sixteen bytes a cell
  /// at most while all numbers are small. Also the most multipliers: one for each level and constraint.
  package var tableauCells: Int
  /// The most cells that may be read or written; a cell of big integers counts as `bigCellCost`, and more with the
  /// square of its length where it is longer than `usualLimbs`: else a few cells with numbers of many digits take for ever.
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

  /// The length in limbs of 64 bits up to which a big integer counts the same, whatever it is. No layout that was
  /// generated needed more; the doubles of a script, taken literally, have up to 17.
  static let usualLimbs = 8
}

/// Why the exact oracle has no answer.
package enum OracleError: Error, Sendable, Hashable {
  /// The work limit was reached: nothing is known about the system.
  case limitReached
  /// The checker does not accept the oracle's own answer: a bug in the oracle, never in a strategy.
  case certificateRejected(String)
}
