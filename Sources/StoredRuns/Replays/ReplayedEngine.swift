// SPDX-License-Identifier: MIT

import Display
import Engines
import JSON
import Scripts
import ToolSupport

/// A stored script run again with one engine.
package struct ReplayedEngine: ReplayedInput, Sendable {
  package let stored: StoredEngineScript
  /// The name of the engine.
  package let engine: String
  /// The runs; nil when the exact answers take too long.
  package let observation: EngineObservation?

  package init(stored: StoredEngineScript, engine: String, observation: EngineObservation?) {
    self.stored = stored
    self.engine = engine
    self.observation = observation
  }

  /// Whether a run failed.
  package var isOpen: Bool { observation.map { $0.rate.failures > 0 } ?? false }

  /// The judgement in a sentence.
  package var summary: String {
    guard let observation else { return "the exact answers take too long" }
    if isUnrepeated { return "it failed only in a process that had worked on other scripts" }
    return EngineText(stored.script).sentence(observation.judgement)
  }

  /// The verdict with the cause of the finding, if it fails in the same way.
  package var verdict: String {
    guard let observation else { return "undecided" }
    guard let verdict = observation.judgement.failure else {
      return isUnrepeated ? "undecided" : "pass"
    }
    guard let record = stored.record, record.verdict == verdict, let cause = record.cause
    else { return verdict.name }
    return "\(verdict)-\(cause)"
  }

  /// Whether it passes in new processes, as it did when it was found.
  ///
  /// That does not show that the fault is gone.
  private var isUnrepeated: Bool {
    isFinding && !isOpen && stored.record?.cause == FailureCause.unrepeatable.rawValue
  }

  package var isFinding: Bool { stored.record?.accused.name == engine }

  package var verdicts: [ReplayVerdicts.Answer] { [(engine, verdict, isOpen)] }

  package func lines(_ palette: Palette) -> [String] {
    let start = "\(Printable.line(stored.path)): \(engine): "
    guard let observation, !isUnrepeated else {
      return [start + palette.bold(verdict), "  \(summary)"]
    }
    guard isOpen else { return [start + palette.green(isFinding ? "fixed" : verdict)] }
    let rate = observation.rate
    return [
      start + palette.red(isFinding ? "still open" : verdict)
        + (rate.isPartial ? " (\(rate.text))" : ""),
      "  " + summary,
    ]
  }

  package var json: JSONValue {
    .members([
      ("path", .string(stored.path)), ("engine", .string(engine)),
      ("verdict", .string(observation.map { $0.judgement.failure?.name ?? verdict } ?? verdict)),
      ("summary", .string(summary)),
      ("runs", observation.map { .number($0.rate.runs) }),
      ("failures", observation.map { .number($0.rate.failures) }),
      // As for layouts and solvers.
      (
        "strategies",
        [
          [
            "name": .string(engine), "verdict": .string(verdict), "summary": .string(summary),
            "isFailure": .bool(isOpen),
          ]
        ]
      ),
    ])
  }
}
