// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles
import TestSupport
import Testing

@testable import Judging
@testable import Scripts

@Suite("The work limit of scripts")
struct ScriptWorkTests {
  @Test("many readings of few rows and few readings of many rows have the same bound")
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

  @Test("the sentence names the limit that all readings share, and that of one of them")
  func sentence() {
    let text = ScriptWork.sentence
    #expect(text.contains("1200000000 cell operations for all readings together"))
    #expect(text.contains("at most 150000000 of them for one") && !text.contains("each reading"))
  }

  @Test("a script of the generator takes less than a tenth of the limit")
  func generated() throws {
    var most = 0
    for index in 0..<2_000 {
      let script = ScriptGenerator.script(campaign: 5, index: index).1
      // Every reading may request all rows, and every refused addition as many halvings.
      let readings = script.steps.count { $0 == .solve }
      most = max(most, readings * (script.constraintCount + 1))
    }
    #expect(most > 1_000 && most < 40_000, "\(most) rows")
  }

  @Test("a script above the limit is not judged, in a session or by a program")
  func refused() throws {
    // Rows without any computation, added and removed repeatedly.
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

  @Test("suggestions count as rows, too", .exhaustive)
  func suggestions() throws {
    var steps: [SolverScript.Step] = []
    for index in 0..<40_000 {
      steps.append(.suggest(variable: index % 1_000, value: 1, strength: Strength(500)))
      if index % 40 == 0 { steps.append(.solve) }
    }
    let script = SolverScript(variableCount: 1_000, steps: steps)
    #expect(throws: OracleError.limitReached) { try ScriptTruth(ofTransactions: script) }
    #expect(throws: OracleError.limitReached) { try ScriptTruth(of: script) }
  }

  /// Returns the number of equal answers that are kept until the limit of bytes is reached.
  private static func answersKept(of system: ScriptSystem) -> Int {
    var work = ScriptWork()
    var kept = 0
    #expect(throws: OracleError.limitReached) {
      while kept < 10_000 {
        try work.keep(system)
        kept += 1
      }
    }
    return kept
  }

  @Test("answers about many variables end at a limit of bytes")
  func bytes() throws {
    let row = SolverScript.Constraint(
      id: 0, [.init(.one, VariableID(0))], .equal, .zero, strength: Strength(250))
    let system = try ScriptSystem(
      [row], constraints: [row], variableCount: 50_000, limit: .standard)
    let kept = Self.answersKept(of: system)
    #expect((20...200).contains(kept), "\(kept) answers about 50,000 variables")
  }

  @Test("answers with many levels end at a limit of bytes")
  func levels() throws {
    let rows = (0..<120).map { number in
      SolverScript.Constraint(
        id: number, [.init(.one, VariableID(0))], .equal, Rational(number),
        strength: Strength(Double(number + 1)))
    }
    let system = try ScriptSystem(rows, constraints: rows, variableCount: 1, limit: .standard)
    let kept = Self.answersKept(of: system)
    // Each of the 120 levels has a number of at least 16 bytes for each of the levels above.
    #expect(kept < 400_000_000 / (16 * 120 * 119 / 2), "\(kept) answers with 120 levels")
  }

  @Test("a script of very many readings is not looked at, however little each of them takes")
  func readings() throws {
    func script(_ count: Int) -> SolverScript {
      SolverScript(
        variableCount: 1, steps: [SolverScript.Step](repeating: .solve, count: count))
    }
    #expect(throws: OracleError.limitReached) {
      try ScriptTruth(ofTransactions: script(ScriptWork.readingsMax + 1))
    }
    #expect(throws: OracleError.limitReached) {
      try ScriptTruth(of: script(ScriptWork.readingsMax + 1))
    }
    #expect(throws: Never.self) { try ScriptTruth(of: script(ScriptWork.readingsMax)) }
  }

  @Test("a script of very many steps is not looked at")
  func steps() throws {
    let script = SolverScript(
      variableCount: 1,
      steps: [SolverScript.Step](repeating: .solve, count: ScriptWork.stepsMax + 1))
    #expect(throws: OracleError.limitReached) { try ScriptTruth(ofTransactions: script) }
    #expect(throws: OracleError.limitReached) { try ScriptTruth(of: script) }
  }
}
