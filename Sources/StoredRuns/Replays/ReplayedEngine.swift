// SPDX-License-Identifier: MIT

import Engines
import JSON

/// A stored script run again with one engine.
package struct ReplayedEngine: Sendable {
  package let stored: StoredEngineScript
  /// The name of the engine.
  package let engine: String
  package let observation: EngineObservation

  package init(stored: StoredEngineScript, engine: String, observation: EngineObservation) {
    self.stored = stored
    self.engine = engine
    self.observation = observation
  }

  /// Whether a run failed.
  package var isOpen: Bool { observation.rate.failures > 0 }

  /// The judgement in a sentence.
  package var summary: String { EngineText(stored.script).sentence(observation.judgement) }

  /// The verdict with the cause of the finding, if it fails in the same way.
  package var verdict: String {
    guard let verdict = observation.judgement.failure else { return "pass" }
    guard let record = stored.record, record.verdict == verdict, let cause = record.cause
    else { return verdict }
    return "\(verdict)-\(cause)"
  }

  package var json: JSONValue {
    [
      "path": .string(stored.path), "engine": .string(engine),
      "verdict": .string(observation.judgement.failure ?? "pass"),
      "summary": .string(summary),
      "runs": .number(observation.rate.runs), "failures": .number(observation.rate.failures),
      // As for layouts and solvers.
      "strategies": [
        [
          "name": .string(engine), "verdict": .string(verdict), "summary": .string(summary),
          "isFailure": .bool(isOpen),
        ]
      ],
    ]
  }
}
