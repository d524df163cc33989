// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import EngineScripts
import Engines
import JSON
import Judging
import Oracles

extension EngineScript: CampaignSubject {
  package typealias Failure = EngineFailure

  package static var kind: FindingRecord.Subject { .engine }
  package var fileBytes: [UInt8] { encoded }
  package var recordSize: FindingRecord.Size {
    .init([
      ("views", views.count), ("constraints", constraintCount), ("steps", steps.count),
    ])
  }
}

extension EngineFailure: CampaignFailure {
  package typealias Subject = EngineScript

  package var accusedName: String { engine }
  package var knownCause: FailureCause? { cause }
  package var pendingQueue: PendingQueue { PendingQueue(kind: stem) }

  package var json: JSONValue {
    [.string(engine), .string(verdict.name), .string(cause.name)]
  }

  package init(json: JSONValue) throws(JSONError) {
    let words = try json.requiredArray("an engine, a verdict and a cause", count: 3)
    self.init(
      engine: try words[0].requiredString("the name of an engine"),
      verdict: try words[1].requiredFailureKind(),
      cause: try words[2].requiredFailureCause())
  }
}

package typealias EngineFinding = Finding<EngineScript>
