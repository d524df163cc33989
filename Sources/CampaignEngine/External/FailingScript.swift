// SPDX-License-Identifier: MIT

import Judging
import Scripts

/// A script on which an incremental solver fails.
struct FailingScript: Sendable {
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
}
