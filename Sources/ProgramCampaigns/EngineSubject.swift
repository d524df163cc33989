// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import EngineScripts

extension EngineScript: CampaignSubject {
  package static var kind: FindingRecord.Subject { .engine }
  package var fileBytes: [UInt8] { encoded }
  package var recordSize: FindingRecord.Size {
    .init([
      ("views", views.count), ("constraints", constraintCount), ("steps", steps.count),
    ])
  }

  /// Returns the name of the bucket of a failure: the failure, and the operations and features that
  /// this minimized script takes.
  package func bucket(of failure: FailureIdentity) -> String {
    var features: Set<String> = []
    for step in steps {
      if step.isFormat { features.insert("format") }
      if let operation = EngineScript.operation(step), operation != .add {
        features.insert(operation.rawValue)
      }
    }
    for view in views {
      for kind in EngineHints.Kind.allCases where view.hints[kind] != nil {
        features.insert(kind.rawValue)
      }
      if view.isGuide { features.insert("guide") }
      if view.parent != 0 { features.insert("nested") }
    }
    for constraint in constraints {
      if constraint.relation != .equal { features.insert("inequality") }
      if !constraint.strength.isRequired { features.insert("preference") }
      if constraint.multiplier.signum < 0 {
        features.insert("negativeFactor")
      } else if constraint.multiplier != .one {
        features.insert(constraint.first.attribute.isSize ? "factor" : "edgeFactor")
      }
      if constraint.crossesAxes { features.insert("acrossAxes") }
    }
    if direction == .rightToLeft { features.insert("rtl") }
    let names = features.isEmpty ? ["plain"] : features.sorted()
    return "\(failure.stem)-\(names.joined(separator: "_"))"
  }
}

package typealias EngineFinding = Finding<EngineScript>
