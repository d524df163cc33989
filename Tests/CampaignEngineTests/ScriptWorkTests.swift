// SPDX-License-Identifier: MIT

import ExternalSolvers
import LinearModel
import Oracles
import Testing

@testable import CampaignEngine

@Suite("How much a script may ask for")
struct ScriptWorkTests {
  @Test("many readings of few rows and few readings of many rows are bounded alike")
  func bound() throws {
    for rows in [1, 100, 10_000] {
      var (work, solved) = (ScriptWork(), 0)
      #expect(throws: OracleError.limitReached) {
        while true {
          try work.solve(rows: rows)
          solved += rows + 1
        }
      }
      #expect((390_000...400_000).contains(solved), "\(solved) rows of systems with \(rows)")
    }
  }

  @Test("a script of the generator takes less than a tenth of it")
  func generated() throws {
    var most = 0
    for index in 0..<2_000 {
      let script = ScriptGenerator.script(campaign: 5, index: index).1
      // Every reading may ask for all rows, and every addition that is refused for as many halvings.
      let readings = script.steps.count { $0 == .solve }
      most = max(most, readings * (script.constraintCount + 1))
    }
    #expect(most > 1_000 && most < 40_000, "\(most) rows")
  }

  @Test("a script that asks for more is not judged, in a session or by a program")
  func refused() throws {
    // Rows that nothing has to be worked out for, taken back again and again.
    var steps: [SolverScript.Step] = []
    for id in 0..<4_000 {
      steps.append(
        .add(.init(id: id, [.init(.one, VariableID(0))], .equal, .zero, strength: Strength(250))))
    }
    for id in 0..<4_000 { steps.append(.remove(id)) }
    steps.append(.solve)
    let script = SolverScript(variableCount: 1, steps: steps)
    #expect(script.problem == nil)
    #expect(throws: OracleError.limitReached) { try ScriptTruth(ofTransactions: script) }
  }
}
