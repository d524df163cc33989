// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import JSON
import ToolSupport

/// A stored subject of any kind that was run again, with the answer of each solver.
package struct Replay: Sendable {
  /// The path of the subject.
  package let path: String
  /// The failure of its finding; nil without a finding.
  package let stored: FailureIdentity?
  package let answers: [ReplayedAnswer]

  package init(path: String, stored: FailureIdentity?, _ answers: [ReplayedAnswer]) {
    self.path = path
    self.stored = stored
    self.answers = answers
  }

  /// Whether the solver of the finding was run.
  package var isFinding: Bool {
    stored.map { stored in answers.contains { $0.solver == stored.accused.name } } ?? false
  }

  /// Returns the state of the finding, or the verdict on each answer.
  ///
  /// The facts of an answer that is not right follow.
  package func lines(_ palette: Palette) -> [String] {
    answers.flatMap { answer in
      ["\(Printable.line(path)): " + state(answer, palette)] + answer.facts(palette)
    }
  }

  private func state(_ answer: ReplayedAnswer, _ palette: Palette) -> String {
    guard let stored else { return "\(answer.solver): " + answer.colouredVerdict(palette) }
    guard stored.accused.name == answer.solver else {
      return "\(answer.solver): " + answer.colouredVerdict(palette)
        + " (stored as \(stored.kind) of \(stored.accused)"
        + (isFinding ? ")" : ", which was not run)")
    }
    if answer.verdict.isFailure {
      return palette.red("still open")
        + (stored.kind == answer.name ? "" : ", now \(answer.name) (stored as \(stored.kind))")
    }
    return answer.isJudged
      ? palette.green("fixed") : palette.bold(answer.name) + " (stored as \(stored.kind))"
  }

  /// The answers as `replay --json` prints them.
  package var json: JSONValue {
    [
      "case": .string(path), "stored": stored.map { .string($0.kind) } ?? .null,
      "strategies": .array(answers.map { $0.json(stored) }),
    ]
  }
}
