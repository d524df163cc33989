// SPDX-License-Identifier: MIT

import Diagnosis
import Digests
import Oracles
import Scripts

/// A failure of an incremental solver on a script.
///
/// Minimization keeps it, and bucket names begin with it.
package struct ScriptFailure: Sendable, Hashable {
  package let solver: String
  package let verdict: FailureKind
  package let cause: FailureCause
  /// The way in which the process of another program ended.
  ///
  /// Nil for other failures, for the project's own session, and in findings of earlier versions,
  /// where it stands for any ending.
  package let ending: CrashEnding?

  package init(
    solver: String, verdict: FailureKind, cause: FailureCause, ending: CrashEnding? = nil
  ) {
    self.solver = solver
    self.verdict = verdict
    self.cause = cause
    self.ending = ending
  }

  /// `worseThanOptimal-alone`: the verdict in the record of a finding.
  package var kind: String { verdict.name(with: cause) }

  /// The queue of scripts whose minimization was cut short.
  package var pendingQueue: PendingQueue { PendingQueue(kind: stem) }

  /// The prefix of the names of its buckets: `kiwi-crash-alone-exit3`.
  private var stem: String { "\(solver)-\(kind)" + (ending.map { "-\($0.exit)" } ?? "") }

  /// Returns the name of the bucket: the failure, and the kinds of operations in the minimized
  /// script.
  package func bucket(_ minimized: SolverScript) -> String {
    var lines = ScriptShape.lines(minimized)
    if let words = ending?.words, !words.isEmpty { lines.append(words) }
    return "\(stem)-\(ContentHash.text(lines.joined(separator: "\n").utf8, digits: 8))"
  }
}

/// A script without its numbers and its length.
package enum ScriptShape {
  /// Returns the kinds of operations that occur, sorted.
  package static func lines(_ script: SolverScript) -> [String] {
    var lines = Set<String>()
    for step in script.steps {
      switch step {
      case .solve: break
      case .remove: lines.insert("remove")
      case .suggest(_, let value, _):
        lines.insert(ScriptTruth.isExtreme(value) ? "suggest extreme" : "suggest")
      case .endSuggestion: lines.insert("end suggestion")
      case .setConstant(_, let value):
        lines.insert(ScriptTruth.isExtreme(value) ? "set constant extreme" : "set constant")
      case .setStrength: lines.insert("set priority")
      case .setActive(_, let isActive): lines.insert(isActive ? "activate" : "deactivate")
      case .add(let constraint):
        let rank = constraint.strength.isRequired ? "required" : "optional"
        let kind = constraint.relation == .equal ? "equality" : "inequality"
        lines.insert("add \(rank) \(kind)")
      }
    }
    return lines.sorted()
  }
}
