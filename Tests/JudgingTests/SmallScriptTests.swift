// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import Judging

@Suite("Scripts of a few constraints")
struct SmallScriptTests {
  private static func script(_ seed: UInt64) throws -> SolverScript {
    var source = ChoiceSource.random(seed: seed)
    return try SmallScript(&source).drawer.script
  }

  @Test("scripts are well formed, and the healthy session passes them")
  func healthy() throws {
    for seed in 0..<UInt64(TestLength.choose(quick: 60, full: 300, long: 30_000)) {
      let script = try Self.script(seed)
      #expect(script.problem == nil, "seed \(seed)")
      let runner = ScriptRunner(SessionTarget())
      guard let truth = try runner.truth(of: script),
        case .judged(let judgement, _) = try runner.run(script, truth)
      else { continue }
      #expect(!judgement.verdict.isFailure, "seed \(seed): \(judgement.verdict)")
    }
  }

  @Test("operations meet on one constraint, and what is switched off changes")
  func meetings() throws {
    var again = 0
    var whileOff = 0
    var longest = 0
    for seed in 0..<300 as Range<UInt64> {
      let script = try Self.script(seed)
      #expect(script.variableCount <= 5)
      longest = max(longest, script.steps.count { $0 == .solve })
      var off = Set<Int>()
      var last: Int?
      for step in script.steps {
        switch step {
        case .setConstant(let id, _), .setStrength(let id, _):
          if off.contains(id) { whileOff += 1 }
          if last == id { again += 1 }
          last = id
        case .setActive(let id, let isActive):
          if isActive { off.remove(id) } else { off.insert(id) }
          if last == id { again += 1 }
          last = id
        default: continue
        }
      }
    }
    #expect(again > 300 && whileOff > 100 && longest > 1000, "\(again) \(whileOff) \(longest)")
  }
}
