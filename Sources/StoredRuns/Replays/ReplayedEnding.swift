// SPDX-License-Identifier: MIT

import CampaignEngine
import JSON
import Judging
import LinearModel
import ToolSupport

/// A finding about a part of the tool that ended its process, replayed in a worker process.
package struct ReplayedEnding: ReplayedInput {
  private let stored: StoredCase
  private let kind: FailureSignature.Kind
  /// The end of the process; nil when it did not end, or when the replay was stopped.
  private let death: ProcessFailure?

  /// Runs the case in a new worker process.
  ///
  /// - Throws: when there is no such part of the tool, and when no process can be started.
  init(
    _ stored: StoredCase, _ kind: FailureSignature.Kind, _ start: WorkerStart
  ) throws(CommandFailure) {
    self.stored = stored
    self.kind = kind
    let workers = try start(stored.settings(replaying: kind))
    defer { workers.endAll() }
    death = workers.death(on: stored.layoutCase, kind, index: stored.caseIndex)
  }

  package var verdicts: [ReplayVerdicts.Answer] {
    [(kind.accused.name, kind.verdict.name, death != nil)]
  }

  package var isFinding: Bool { true }

  package func lines(_ palette: Palette) -> [String] {
    ReplayedAnswer(
      path: stored.path, solver: kind.accused.name, verdict: death?.name ?? "pass",
      isFailure: death != nil, sentence: death?.sentence ?? "", stored: kind.verdict.name,
      accused: kind.accused.name
    ).lines(palette)
  }

  package var json: JSONValue {
    let name = death?.name ?? "pass"
    return [
      "case": .string(stored.path), "stored": .string(kind.verdict.name),
      "strategies": [
        [
          "name": .string(kind.accused.name), "answer": "gaveUp", "verdict": .string(name),
          "isFailure": .bool(death != nil),
          "summary": .string(death?.sentence ?? "the answer is right"),
          "asStored": .bool(name == kind.verdict.name),
        ]
      ],
    ]
  }
}
