// SPDX-License-Identifier: MIT

import EngineScripts
import Oracles

/// A way in which an engine fails: minimization keeps it, and it begins the name of a bucket.
package struct EngineFailure: Sendable, Hashable {
  /// The name of the engine.
  package let engine: String
  package let verdict: FailureKind
  package let cause: FailureCause

  package init(engine: String, verdict: FailureKind, cause: FailureCause) {
    self.engine = engine
    self.verdict = verdict
    self.cause = cause
  }

  /// `wrongValue-alone`: the verdict in the record of a finding.
  package var kind: String { verdict.name(with: cause) }

  /// The beginning of the names of its buckets.
  package var stem: String { "\(engine)-\(kind)" }

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
      if constraint.multiplier.signum < 0 {
        features.insert("negativeFactor")
      } else if constraint.multiplier != .one {
        features.insert(constraint.first.attribute.isSize ? "factor" : "edgeFactor")
      }
      if constraint.crossesAxes { features.insert("acrossAxes") }
    }
    if minimized.direction == .rightToLeft { features.insert("rtl") }
    let names = features.isEmpty ? ["plain"] : features.sorted()
    return "\(stem)-\(names.joined(separator: "_"))"
  }
}
