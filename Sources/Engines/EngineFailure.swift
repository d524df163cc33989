// SPDX-License-Identifier: MIT

import EngineScripts

/// A way in which an engine fails: minimization keeps it, and it begins the name of a bucket.
package struct EngineFailure: Sendable, Hashable {
  /// The relation between a failure and the edits before it.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// The same final layout, made without edits, fails in the same way.
    case alone
    /// The same final layout, made without edits, is right.
    case afterEdits
    /// It does not fail each time.
    case sometimes
    /// It did not fail again.
    case unrepeatable
    /// There was no time or no process to find out.
    case unexamined
  }

  /// The name of the engine.
  package let engine: String
  /// The name of the verdict.
  package let verdictName: String
  package let cause: Cause

  package init(engine: String, verdictName: String, cause: Cause) {
    self.engine = engine
    self.verdictName = verdictName
    self.cause = cause
  }

  /// The beginning of the names of its buckets.
  package var kindName: String { "\(engine)-\(verdictName)-\(cause.rawValue)" }

  /// Returns the name of the bucket of a minimized script: what is wrong, and the operations and
  /// features that it takes.
  package func bucket(_ minimized: EngineScript) -> String {
    var features: Set<String> = []
    for step in minimized.steps {
      if step.isFormat { features.insert("format") }
      if let operation = EngineScript.operation(step), operation != .add {
        features.insert(operation.rawValue)
      }
    }
    for view in minimized.views {
      for kind in EngineHints.Kind.allCases where view.hints[kind] != nil {
        features.insert(kind.rawValue)
      }
      if view.isGuide { features.insert("guide") }
      if view.parent != 0 { features.insert("nested") }
    }
    for constraint in minimized.constraints {
      if constraint.relation != .equal { features.insert("inequality") }
      if !constraint.strength.isRequired { features.insert("preference") }
      if constraint.multiplier != .one { features.insert("factor") }
    }
    if minimized.direction == .rightToLeft { features.insert("rtl") }
    let names = features.isEmpty ? ["plain"] : features.sorted()
    return "\(kindName)-\(names.joined(separator: "_"))"
  }
}
