// SPDX-License-Identifier: MIT

import Testing

@Suite("A session after any operations")
struct SessionScriptTests {
  @Test("has the answer of a fresh solution, and none after a refusal")
  func randomScripts() {
    var solved = 0
    var refused = 0
    var ways = (afresh: 0, continued: 0, followed: 0, crossed: 0)
    for seed in 0..<600 as Range<UInt64> {
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
    #expect(solved > 10_000 && refused > 50, "\(solved) answers, \(refused) refusals")
    // Each way to an answer is taken often.
    #expect(ways.afresh > 500 && ways.continued > 2_000 && ways.followed > 1_000, "\(ways)")
  }

  @Test("has it on long drags through many bases, in steps and leaps, forth and back")
  func drags() {
    let (solved, ways) = Self.run(seeds: 0..<100) { $0.runDrags(answers: 60) }
    #expect(solved > 4_000, "\(solved) answers")
    #expect(ways.continued > 200 && ways.followed > 2_000 && ways.crossed > 500, "\(ways)")
  }

  @Test("has it on chains of edges without variables for the widths between them")
  func edges() {
    let (solved, ways) = Self.run(seeds: 0..<200) { $0.runEdges(answers: 40) }
    #expect(solved > 4_000, "\(solved) answers")
    #expect(ways.continued > 200 && ways.followed > 300 && ways.crossed > 60, "\(ways)")
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
