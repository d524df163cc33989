// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Minimization
import Oracles
import Testing

@testable import Judging
@testable import Scripts

/// Checks that refusals follow from the constraints in force at that moment, for any method of
/// finding them.
struct ScriptTruthTests {
  /// Returns the refused steps by solving with the oracle after every single addition.
  static func refusedOneByOne(_ script: SolverScript) throws -> [Int] {
    var inForce: [SolverScript.Constraint] = []
    var refused: [Int] = []
    for (index, step) in script.steps.enumerated() {
      switch step {
      case .add(let constraint):
        let rows = (inForce + [constraint]).filter(\.strength.isRequired)
        let system = ScriptState.system(rows, variableCount: script.variableCount)
        if constraint.strength.isRequired, try !ExactOracle.solve(system).isFeasible {
          refused.append(index)
        } else {
          inForce.append(constraint)
        }
      case .remove(let id): inForce.removeAll { $0.id == id }
      case .suggest, .endSuggestion, .setConstant, .setStrength, .setActive, .solve: break
      }
    }
    return refused
  }

  @Test("additions that must be refused are those that contradict one by one", arguments: 0..<60)
  func refusals(seed: UInt64) throws {
    var edits = 0
    for index in 0..<10 {
      let (kind, script) = ScriptGenerator.script(campaign: seed, index: index)
      guard kind == .edits else { continue }
      edits += 1
      let truth = try ScriptTruth(of: script)
      let found = truth.expectations.indices.filter {
        if case .refused = truth.expectations[$0] { true } else { false }
      }
      #expect(try found == Self.refusedOneByOne(script), "seed \(seed), case \(index)")
    }
    #expect(edits > 0, "\(edits)")
  }

  @Test("every generated script is well formed, and all kinds and operations occur")
  func generated() {
    var kinds = Set<ScriptKind>()
    var shapes = Set<String>()
    for index in 0..<400 {
      let (kind, script) = ScriptGenerator.script(campaign: 1, index: index)
      #expect(script.problem == nil, "case \(index)")
      kinds.insert(kind)
      shapes.formUnion(ScriptShape.lines(script))
    }
    #expect(kinds.count == ScriptKind.allCases.count)
    #expect(
      shapes == [
        "add optional equality", "add optional inequality", "add required equality",
        "add required inequality", "remove", "suggest", "suggest extreme",
      ])
  }

  static func row(
    _ id: Int, _ relation: Relation, _ constant: Int, _ strength: Double = 1000
  ) -> SolverScript.Step {
    .add(
      .init(
        id: id, [.init(.one, VariableID(0))], relation, Rational(constant),
        strength: Strength(strength)))
  }

  @Test("while an extreme suggestion is in force, answers are ignored; afterwards they count again")
  func extremes() throws {
    let strength = Strength(750)
    let script = SolverScript(
      variableCount: 1,
      steps: [
        .suggest(variable: 0, value: .infinity, strength: strength), .solve,
        .suggest(variable: 0, value: 5, strength: strength), .solve,
      ])
    let truth = try ScriptTruth(of: script)
    guard case .either = truth.expectations[0], case .anything = truth.expectations[1],
      case .done = truth.expectations[2], case .answer(let system) = truth.expectations[3]
    else {
      Issue.record("\(truth.expectations)")
      return
    }
    #expect(system.answer.optimum?.point == [Rational(5)])
  }

  @Test("minimization keeps the needed steps and no others", arguments: 0..<20)
  func minimized(seed: UInt64) {
    // Fails if the script has an upper and a lower bound on one variable.
    func fails(_ script: SolverScript) -> Bool {
      let rows = script.constraints.filter { $0.terms.count == 1 }
      return rows.contains { one in
        rows.contains {
          one.relation == .lessThanOrEqual && $0.relation == .greaterThanOrEqual
            && one.terms[0].variable == $0.terms[0].variable
        }
      }
    }
    var (_, script) = ScriptGenerator.script(campaign: seed, index: 0)
    script.variableCount = max(script.variableCount, 3)
    let first = (script.constraints.map(\.id).max() ?? 0) + 1
    for (offset, relation) in [Relation.lessThanOrEqual, .greaterThanOrEqual].enumerated() {
      let constraint = SolverScript.Constraint(
        id: first + offset, [.init(Rational(3, 7), VariableID(2))], relation, Rational(77),
        strength: Strength(333))
      script.steps.insert(.add(constraint), at: script.steps.count / 2)
    }
    let result = ScriptMinimizer.minimize(script, bench: TrialBench(stillFails: fails))
    let rows = result.subject.constraints
    #expect(result.end == .fixpoint)
    #expect(result.subject.steps.count == 2 && rows.count == 2, "seed \(seed): \(result.subject)")
    #expect(rows.allSatisfy { $0.constant.isZero && $0.terms[0].coefficient == .one })
    #expect(result.subject.variableCount == 1)
    #expect(rows.map(\.id) == [0, 1])
  }
}
