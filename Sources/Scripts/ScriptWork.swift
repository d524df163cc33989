// SPDX-License-Identifier: MIT

import Oracles

/// How much exact work a whole script may ask for: each answer has its own limit, but a script may
/// ask for any number of them, about any number of rows, and all of them are kept until they are
/// judged.
package struct ScriptWork {
  /// A row of a system that is solved counts so many rows that are only walked over.
  private static let rowsPerSolvedRow = 32
  /// Some seconds of work; generated scripts take less than a hundredth of it.
  private static let rowsMax = 400_000 * rowsPerSolvedRow
  /// The most bytes of all answers together.
  private static let bytesMax = 400_000_000
  /// Scripts with more steps are not judged; generated ones have less than a hundred.
  package static let stepsMax = 100_000
  /// Scripts with more readings are not judged: each has an exact solution and one of the session,
  /// however few its rows are.
  package static let readingsMax = 20_000

  private var rows = 0
  private var bytes = 0
  /// What each reading may take, of what the script has left.
  private let limit: OracleLimit

  init(_ limit: OracleLimit = .standard) { self.limit = limit.ofQuestion }

  /// What the limits are, as the end of a sentence.
  package static let sentence =
    "more work than the exact oracle may do for a script: \(stepsMax) steps, \(readingsMax) readings, \(rowsMax / rowsPerSolvedRow) rows of the "
    + "systems at its readings, \(bytesMax / 1_000_000) MB of answers, and "
    + "\(OracleLimit.standard.ofQuestion.operationsLeft) cell operations for all readings together, at most "
    + "\(OracleLimit.standard.cellOperations) of them for one, those on long numbers counted by their digits"

  /// - Throws: `.limitReached` for a script that is too long, which needs no other look.
  static func check(_ script: SolverScript) throws(OracleError) {
    if isTooLong(script) { throw .limitReached }
  }

  /// Whether a script has too many steps or readings.
  package static func isTooLong(_ script: SolverScript) -> Bool {
    script.steps.count > stepsMax || script.steps.count { $0 == .solve } > readingsMax
  }

  /// Counts a system that is to be solved.
  ///
  /// - Returns: what its solution may take, which it takes from the script's.
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
  /// About how much memory the system and its answer take.
  fileprivate var byteCount: Int {
    var count = 160 * system.constraintCount + 40 * system.cellCount + 64 * system.variableCount
    guard let optimum = answer.optimum else { return count }
    for value in optimum.point { count += 8 * value.limbCount }
    if case .ambiguous = optimum.uniqueness { count += 24 * system.variableCount }
    for level in optimum.levels { count += 32 * level.multipliers.entries.count }
    return count
  }
}
