// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Oracles
import Scripts

extension SolverScript {
  /// Returns the name of the bucket of a failure, in which this is the minimized script: the
  /// failure, and the kinds of operations.
  package func bucket(of failure: FailureIdentity) -> String {
    var lines = ScriptShape.lines(self)
    if let words = failure.ending?.words, !words.isEmpty { lines.append(words) }
    return "\(failure.stem)-\(ContentHash.text(lines.joined(separator: "\n").utf8, digits: 8))"
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
