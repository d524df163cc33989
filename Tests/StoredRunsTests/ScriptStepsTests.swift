// SPDX-License-Identifier: MIT

import CorpusStore
import ExactNumerics
import JSON
import LinearModel
import Scripts
import Testing

@testable import StoredRuns

@Suite("Steps of a script for readers")
struct ScriptStepsTests {
  private func record(_ answer: JSONValue) throws -> FindingRecord {
    try FindingRecord(
      decoding: JSONWriter.document([
        "layoutfuzzScriptFinding": 1, "signature": "s", "solver": "session",
        "verdict": "wrongValue", "cause": "afterEdits", "summary": "", "command": "",
        "answer": answer,
      ]))
  }

  private func equal(_ id: Int, _ value: Int) -> SolverScript.Step {
    .add(.init(id: id, [.init(.one, VariableID(0))], .equal, Rational(value)))
  }

  @Test("readings have exact values; the wrong one has the solver's, too")
  func readings() throws {
    let script = SolverScript(
      variableCount: 2,
      steps: [equal(0, 7), .solve, equal(1, 8), .solve, .setConstant(0, 5), .solve])
    let steps = try ScriptSteps(
      script, of: record(["step": 5, "claim": "optimal", "values": ["7", "inf"]]), isSession: true)
    // The second reading is refused, together with the constraint added for it.
    #expect(steps.rows.map(\.isRefused) == [false, false, true, true, false, false])
    #expect(steps.rows.map(\.isWrong) == [false, false, false, false, false, true])
    #expect(
      steps.readings[0] == [
        .init(step: 1, expected: 7, isUnique: false, got: nil, isWrong: false),
        .init(step: 5, expected: 5, isUnique: false, got: 7, isWrong: true),
      ])
    #expect(steps.readings[1].last?.got == .infinity && steps.readings[1].last?.isWrong == true)
  }

  @Test("values are wrong if none is expected; while an extreme number is in force none is wrong")
  func noneRight() throws {
    let refused = SolverScript(variableCount: 1, steps: [equal(0, 7), equal(1, 8), .solve])
    let answered = try ScriptSteps(
      refused, of: record(["step": 2, "claim": "optimal", "values": ["7"]]), isSession: true)
    #expect(
      answered.readings == [
        [.init(step: 2, expected: nil, isUnique: true, got: 7, isWrong: true)]
      ])
    let extreme = SolverScript(
      variableCount: 1,
      steps: [.suggest(variable: 0, value: 1e300, strength: Strength(750)), .solve])
    let anything = try ScriptSteps(
      extreme, of: record(["step": 1, "claim": "optimal", "values": ["7"]]), isSession: true)
    #expect(anything.readings == [[]])
  }

  @Test("too few values, unreadable values or a missing step do not trap")
  func hostile() throws {
    let script = SolverScript(variableCount: 2, steps: [equal(0, 7), .solve])
    for answer: JSONValue in [
      ["step": 1, "claim": .null, "values": []],
      ["step": 1, "claim": "x", "values": ["no", "1", "2"]],
      ["step": 99, "claim": "optimal", "values": ["7", "0"]], .null,
    ] {
      let steps = try ScriptSteps(script, of: record(answer), isSession: true)
      #expect(steps.readings.count == 2)
      #expect(steps.readings[0].map(\.expected) == [7])
    }
  }
}
