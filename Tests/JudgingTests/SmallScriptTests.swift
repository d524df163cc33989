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
    for seed in 0..<500 as Range<UInt64> {
      let script = try Self.script(seed)
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
    #expect(again > 500 && whileOff > 167 && longest > 1000, "\(again) \(whileOff) \(longest)")
  }

  @Test("most scripts have few variables, and some are large in one way")
  func sizes() throws {
    let count = 600
    var few = 0
    var most = 0
    // Scripts with constraints of many terms and of a whole long row, with many priorities, and
    // with numbers far beyond those of layouts.
    var large = [0, 0, 0, 0]
    for seed in 0..<UInt64(count) {
      let script = try Self.script(seed)
      if script.variableCount <= 5 { few += 1 }
      most = max(most, script.variableCount)
      let terms = script.constraints.map(\.terms.count).max() ?? 0
      if terms > 8 { large[0] += 1 }
      if terms >= 256 { large[1] += 1 }
      if script.strengths.count > 5 { large[2] += 1 }
      if script.steps.contains(where: Self.isFar) { large[3] += 1 }
    }
    #expect(few * 10 > count * 7 && few * 10 < count * 9, "\(few) of \(count)")
    #expect(most <= 640, "\(most)")
    #expect(large[0] > 60 && large[1] > 0 && large[2] > 30 && large[3] > 60, "\(large)")
  }

  private static func isFar(_ step: SolverScript.Step) -> Bool {
    switch step {
    case .setConstant(_, let value), .suggest(_, let value, _):
      return value.magnitude > 100_000 && !ScriptTruth.isExtreme(value)
    default: return false
    }
  }

  @Test("drags go from basis to basis")
  func crossings() throws {
    let record = SessionRecord(running: try (0..<300 as Range<UInt64>).map(Self.script))
    let measure = try #require(SessionRecord.Measure.allCases.firstIndex(of: .crossed))
    let crossed = [.suggest, .setConstant].map { record.work(of: $0).sums[measure] }
    #expect(crossed.allSatisfy { $0 > 15 }, "\(crossed)")
  }
}
