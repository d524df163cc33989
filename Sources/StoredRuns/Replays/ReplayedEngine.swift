// SPDX-License-Identifier: MIT

import Display
import Engines
import JSON
import ToolSupport

/// A stored script run again with one engine.
package struct ReplayedEngine: ReplayedInput, Sendable {
  /// The result of the runs.
  package enum Outcome: Sendable {
    case observed(EngineObservation)
    case unjudged(Reason)
  }

  /// A reason why a script is not judged, as a sentence.
  package enum Reason: String, Sendable {
    case tooLong = "the exact answers take too long"
    case notOffered = "the script changes what the engine does not offer to change"
  }

  package let stored: StoredEngineScript
  /// The name of the engine.
  package let engine: String
  package let outcome: Outcome

  package init(stored: StoredEngineScript, engine: String, _ outcome: Outcome) {
    self.stored = stored
    self.engine = engine
    self.outcome = outcome
  }

  private var observation: EngineObservation? {
    guard case .observed(let observation) = outcome else { return nil }
    return observation
  }

  /// Whether a run failed.
  package var isOpen: Bool { observation.map { $0.rate.failures > 0 } ?? false }

  /// The judgement in a sentence.
  package var summary: String {
    switch outcome {
    case .unjudged(let reason): return reason.rawValue
    case .observed(let observation):
      return unrepeated ?? EngineText(stored.script).sentence(observation.judgement)
    }
  }

  /// The verdict with the cause of the finding, if it fails in the same way.
  package var verdict: String {
    guard let observation else { return "undecided" }
    guard let verdict = observation.judgement.failure else {
      return unrepeated == nil ? "pass" : "undecided"
    }
    guard let record = stored.record, record.verdict == verdict, let cause = record.cause
    else { return verdict.name }
    return verdict.name(with: cause)
  }

  /// The reason why passing does not show that the fault is gone; nil where it does.
  private var unrepeated: String? {
    guard isFinding, !isOpen else { return nil }
    return stored.record?.cause?.doubt
  }

  package var isFinding: Bool { stored.record?.accused.name == engine }

  package var verdicts: [ReplayVerdicts.Answer] { [(engine, verdict, isOpen)] }

  package func lines(_ palette: Palette) -> [String] {
    let start = "\(Printable.line(stored.path)): \(engine): "
    guard let observation, unrepeated == nil else {
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
