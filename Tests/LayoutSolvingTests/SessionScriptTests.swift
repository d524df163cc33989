// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("A session after any operations")
struct SessionScriptTests {
  /// The part of the scripts that a quick run has, and the part of the counts that it must reach.
  private static let part = (
    seeds: TestLength.choose(quick: 3, full: 1) as UInt64,
    counts: TestLength.choose(quick: 4, full: 1)
  )

  @Test("has the answer of a fresh solution, and none after a refusal")
  func randomScripts() {
    var solved = 0
    var refused = 0
    var ways = (afresh: 0, continued: 0, followed: 0, crossed: 0)
    for seed in 0..<600 / Self.part.seeds {
      var script = SessionScript(seed: seed)
      script.run(operations: 25)
      solved += script.solved
      refused += script.refused
      ways.afresh += script.session.ways.afresh
      ways.continued += script.session.ways.continued
      ways.followed += script.session.ways.followed
      ways.crossed += script.session.ways.crossed
      guard script.faults.isEmpty else {
        Issue.record(
          "seed \(seed): \(script.faults)\n\(script.history.joined(separator: "\n"))")
        return
      }
    }
    let part = Self.part.counts
    #expect(
      solved > 10_000 / part && refused > 50 / part, "\(solved) answers, \(refused) refusals")
    // Each way to an answer is taken often.
    #expect(
      ways.afresh > 500 / part && ways.continued > 2_000 / part && ways.followed > 1_000 / part,
      "\(ways)")
  }

  @Test("has it on long drags through many bases, in steps and leaps, forth and back")
  func drags() {
    let (solved, ways) = Self.run(seeds: 0..<100 / Self.part.seeds) { $0.runDrags(answers: 60) }
    let part = Self.part.counts
    #expect(solved > 4_000 / part, "\(solved) answers")
    #expect(
      ways.continued > 200 / part && ways.followed > 2_000 / part && ways.crossed > 500 / part,
      "\(ways)")
  }

  @Test("has it on chains of edges without variables for the widths between them")
  func edges() {
    let (solved, ways) = Self.run(seeds: 0..<200 / Self.part.seeds) { $0.runEdges(answers: 40) }
    let part = Self.part.counts
    #expect(solved > 4_000 / part, "\(solved) answers")
    #expect(
      ways.continued > 200 / part && ways.followed > 300 / part && ways.crossed > 60 / part,
      "\(ways)")
  }

  /// Runs a script of each seed up to the first fault, which is recorded.
  private static func run(
    seeds: Range<UInt64>, _ steps: (inout SessionScript) -> Void
  ) -> (solved: Int, ways: (continued: Int, followed: Int, crossed: Int)) {
    var solved = 0
    var ways = (continued: 0, followed: 0, crossed: 0)
    for seed in seeds {
      var script = SessionScript(seed: seed)
      steps(&script)
      solved += script.solved
      ways.continued += script.session.ways.continued
      ways.followed += script.session.ways.followed
      ways.crossed += script.session.ways.crossed
      guard script.faults.isEmpty else {
        Issue.record(
          "seed \(seed): \(script.faults)\n\(script.history.joined(separator: "\n"))")
        break
      }
    }
    return (solved, ways)
  }
}
