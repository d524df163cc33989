// SPDX-License-Identifier: MIT

import JSON
import ToolSupport

/// A stored case or script that was run again.
package protocol ReplayedInput {
  /// Whether the solver of a stored finding was run.
  var isFinding: Bool { get }
  /// The answers, as their verdicts are counted.
  var verdicts: [ReplayVerdicts.Answer] { get }
  /// The answers as `replay --json` prints them.
  var json: JSONValue { get }
  /// Returns the lines of each answer, compared with the stored verdict.
  func lines(_ palette: Palette) -> [String]
  /// Returns the measured times of each strategy that is slower by its counters.
  ///
  /// - Throws: when the tool contradicts itself.
  func times(_ palette: Palette) throws(CommandFailure) -> [String]
}

extension ReplayedInput {
  /// Returns nothing: only strategies have counters.
  package func times(_ palette: Palette) throws(CommandFailure) -> [String] { [] }
}
