// SPDX-License-Identifier: MIT

import Judging
import Scripts

/// A script on which an incremental solver fails.
struct FailingScript: Sendable {
  let index: Int
  /// What the script was made from, in one word.
  let madeFrom: String
  let script: SolverScript
  let verdict: FailureKind
  /// Who looks into it.
  let desk: any ScriptDesk
  /// What was seen; nil when nobody has told yet.
  let seen: ScriptExamination?
  /// False when only a process that had worked on other cases failed.
  let isRepeatable: Bool
}
