// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@Suite("A session after any operations")
struct SessionScriptTests {
  // The kinds are answers, refusals and ways to an answer; each way is taken often.

  @Test("has the answer of a fresh solution, and none after a refusal")
  func randomScripts() {
    let kinds: KeyValuePairs = [
      "solved": 1_600, "refused": 8, "afresh": 80, "continued": 330, "followed": 160,
    ]
    forAll(SessionRun.all { $0.run(operations: 25) }, count: 600, quick: 200, kinds: kinds) {
      $0.outcome(&$1)
    }
  }

  @Test("has it on long drags through many bases, in steps and leaps, forth and back")
  func drags() {
    let kinds: KeyValuePairs = [
      "solved": 4_000, "continued": 200, "followed": 2_000, "crossed": 500,
    ]
    forAll(SessionRun.all { $0.runDrags(answers: 60) }, count: 100, quick: 34, kinds: kinds) {
      $0.outcome(&$1)
    }
  }

  @Test("has it on chains of edges without variables for the widths between them")
  func edges() {
    let kinds: KeyValuePairs = ["solved": 2_000, "continued": 100, "followed": 150, "crossed": 30]
    forAll(SessionRun.all { $0.runEdges(answers: 40) }, count: 200, quick: 67, kinds: kinds) {
      $0.outcome(&$1)
    }
  }
}

/// The record of a script that has been run.
private struct SessionRun: Sendable, CustomTestStringConvertible {
  let faults: [String]
  let history: [String]
  let counts: [(kind: String, times: Int)]

  var testDescription: String { history.joined(separator: "\n") }

  static func all(
    _ steps: @escaping @Sendable (inout SessionScript) -> Void
  ) -> Generator<SessionRun> {
    .drawn { draws in
      var script = SessionScript(draws)
      steps(&script)
      draws = script.draws
      let ways = script.session.ways
      return SessionRun(
        faults: script.faults, history: script.history,
        counts: [
          ("solved", script.solved), ("refused", script.refused), ("afresh", ways.afresh),
          ("continued", ways.continued), ("followed", ways.followed), ("crossed", ways.crossed),
        ])
    }
  }

  func outcome(_ kinds: inout KindCounts) -> PropertyOutcome {
    for (kind, times) in counts { kinds.note(kind, times: times) }
    return .when(faults.isEmpty, else: faults.joined(separator: "; "))
  }
}
