// SPDX-License-Identifier: MIT

import Judging
import Oracles
import Scripts

/// A script on which an incremental solver fails.
package struct FailingScript: Sendable {
  let index: Int
  /// The kind of the generated script, in one word.
  let madeFrom: String
  let script: SolverScript
  let verdict: FailureKind
  /// The desk that examines it.
  let desk: any ScriptDesk
  /// Returns the texts about the failure as the campaign saw it, which takes as long as writing
  /// them; nil before an examination.
  let seen: @Sendable () -> ScriptExamination?
  /// Whether the failure can be repeated; false when only a process that had worked on other cases
  /// failed.
  let isRepeatable: Bool

  package init(
    index: Int, madeFrom: String, script: SolverScript, verdict: FailureKind,
    desk: any ScriptDesk, seen: @escaping @Sendable () -> ScriptExamination?, isRepeatable: Bool
  ) {
    self.index = index
    self.madeFrom = madeFrom
    self.script = script
    self.verdict = verdict
    self.desk = desk
    self.seen = seen
    self.isRepeatable = isRepeatable
  }
}
