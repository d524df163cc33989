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
  /// The name and version of the external program in which the finding was made; nil for others.
  package var storedProgram: String?
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
      return palette.red("still open") + versions(answer)
        + (stored.kind == answer.name ? "" : ", now \(answer.name) (stored as \(stored.kind))")
    }
    return answer.isJudged
      ? palette.green("fixed") + versions(answer)
      : palette.bold(answer.name) + " (stored as \(stored.kind))"
  }

  /// Returns the version of the program that was run, and that of the finding: a change of the
  /// program may be the reason for another answer.
  private func versions(_ answer: ReplayedAnswer) -> String {
    guard let now = answer.program else { return "" }
    guard let before = storedProgram else { return " in \(Printable.line(now))" }
    let found = before == now ? "the same version" : Printable.line(before)
    return " in \(Printable.line(now)) (found in \(found))"
  }

  /// The answers as `replay --json` prints them.
  package var json: JSONValue {
    .members([
      ("case", .string(path)), ("stored", stored.map { .string($0.kind) } ?? .null),
      ("storedProgram", storedProgram.map { .string($0) }),
      ("strategies", .array(answers.map { $0.json(stored) })),
    ])
  }
}
