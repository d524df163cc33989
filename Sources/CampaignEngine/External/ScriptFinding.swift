// SPDX-License-Identifier: MIT

import CorpusStore
import Display
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

/// One way in which an incremental solver is wrong, with its smallest script.
package struct ScriptFinding: Sendable {
  /// The name of the bucket.
  package let signature: String
  package let failure: ScriptFailure
  /// The verdict on the smallest script in one sentence.
  package let summary: String
  package let firstCase: Int
  package let original: SolverScript
  package let smallest: SolverScript
  /// The path of the script; nil when nothing is kept on disk.
  package let path: String?
  /// When it was found and made small, in nanoseconds since the start.
  package let nanoseconds: UInt64
  /// How many of the scripts that were looked at failed in this way.
  package internal(set) var occurrences: Int
  /// How many of those that were made small, or would have been, lie in this bucket.
  package internal(set) var members = 1
  /// The folders of its scripts as `BUCKET/ID`, in the order in which they were found; none when
  /// nothing is kept on disk.
  package internal(set) var folders: [String] = []

  /// How often its bucket came up.
  package func share(among findings: [ScriptFinding]) -> BucketShare {
    let examined = findings.lazy.filter { $0.failure == failure }.reduce(0) { $0 + $1.members }
    return BucketShare(cases: members, examined: examined, failing: occurrences)
  }
}

extension ScriptFinding {
  /// The command that runs a finding against the session again.
  package var replayCommand: String { replayCommand(external: nil) }

  /// The command that runs a finding again.
  ///
  /// - Parameter command: the command of the program that it is about; nil for one against the
  ///   session.
  package func replayCommand(external command: String?) -> String {
    let words = "layoutfuzz replay " + (path.map(ShellWord.path) ?? "SCRIPT")
    guard let command else { return words }
    return words + " --external " + ShellWord.quoted("\(failure.solver)=\(command)")
  }
}
