// SPDX-License-Identifier: MIT

import Oracles

/// How much exact work a whole script may ask for: each answer has its own limit, but a script may ask for any number of
/// them, about any number of rows.
struct ScriptWork {
  /// A row of a system that is solved counts so many rows that are only walked over.
  private static let rowsPerSolvedRow = 32
  /// Some seconds of work; generated scripts take less than a hundredth of it.
  private static let rowsMax = 400_000 * rowsPerSolvedRow

  private var rows = 0

  /// Counts a system that is to be solved.
  mutating func solve(rows count: Int) throws(OracleError) {
    try walk(rows: Self.rowsPerSolvedRow * (count + 1))
  }

  /// Counts rows that are walked over.
  mutating func walk(rows count: Int) throws(OracleError) {
    rows += count
    if rows > Self.rowsMax { throw .limitReached }
  }
}
