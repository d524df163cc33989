// SPDX-License-Identifier: MIT

import Oracles

/// The limit of exact work for a whole script.
///
/// Each answer has a limit of its own. But a script may read any number of answers with any number
/// of rows, and all are kept until they are judged.
package struct ScriptWork {
  /// The cost of one row of a solved system, in rows that are only walked over.
  private static let rowsPerSolvedRow = 32
  /// Some seconds of work; generated scripts take less than a hundredth of it.
  private static let rowsMax = 400_000 * rowsPerSolvedRow
  /// The most bytes of all answers together.
  private static let bytesMax = 400_000_000
  /// The most steps of a script that is judged; generated scripts have less than a hundred.
  package static let stepsMax = 100_000
  /// The most readings of a script that is judged.
  ///
  /// Each has an exact solution and one of the session, even with few rows.
  package static let readingsMax = 20_000

  private var rows = 0
  private var bytes = 0
  /// The limit of each reading, within the rest of the script's limit.
  private let limit: OracleLimit

  init(_ limit: OracleLimit = .standard) { self.limit = limit.ofQuestion }

  /// The limits, as the end of a sentence.
  package static let sentence =
    "more work than the exact oracle may do for a script: \(stepsMax) steps, \(readingsMax) readings, \(rowsMax / rowsPerSolvedRow) rows of the "
    + "systems at its readings, \(bytesMax / 1_000_000) MB of answers, and "
    + "\(OracleLimit.standard.ofQuestion.operationsLeft) cell operations for all readings together, at most "
    + "\(OracleLimit.standard.cellOperations) of them for one, those on long numbers counted by their digits"

  /// - Throws: `.limitReached` for a script that is too long, before any other check.
  static func check(_ script: SolverScript) throws(OracleError) {
    if isTooLong(script) { throw .limitReached }
  }

  /// Whether a script has too many steps or readings.
  package static func isTooLong(_ script: SolverScript) -> Bool {
    script.steps.count > stepsMax || script.steps.count { $0 == .solve } > readingsMax
  }

  /// Counts a system that is about to be solved.
  ///
  /// - Returns: the limit of its solution, which counts against that of the script.
  @discardableResult
  mutating func solve(rows count: Int) throws(OracleError) -> OracleLimit {
    try walk(rows: Self.rowsPerSolvedRow * (count + 1))
    return limit
  }

  /// Counts an answer that is kept.
  mutating func keep(_ system: ScriptSystem) throws(OracleError) {
    bytes += system.byteCount
    if bytes > Self.bytesMax { throw .limitReached }
  }

  /// Counts rows that are walked over.
  mutating func walk(rows count: Int) throws(OracleError) {
    rows += count
    if rows > Self.rowsMax { throw .limitReached }
  }
}

extension ScriptSystem {
  /// The approximate memory of the system and its answer, in bytes.
  fileprivate var byteCount: Int {
    let constraint = MemoryLayout<SolverScript.Constraint>.stride
    return (constraints.count + rows.count) * constraint + 64 * system.constraintCount
      + 40 * system.cellCount + answer.byteCount
  }
}
