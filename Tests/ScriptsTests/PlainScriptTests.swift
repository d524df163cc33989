// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Judging
@testable import Scripts

/// Checks scripts of a few plain operations, drawn at random; small ones reveal most faults.
@Suite("Plain scripts")
struct PlainScriptTests {
  /// Numbers of screens, and some that leave no digits for others.
  private static let values = [0, 1, -1, 3, 5, 1e17, -1e17, 1e300, -1e308, .nan, .infinity]

  private static func script(seed: UInt64) -> SolverScript {
    var random = Xoshiro256(seed: seed)
    func pick<Element>(_ choices: [Element]) -> Element {
      choices[Int(random.upTo(UInt64(choices.count - 1)))]
    }
    var script = SolverScript(variableCount: 2, steps: [])
    var count = Int(random.upTo(5)) + 3
    while count > 0 {
      count -= 1
      // All kinds of operations are equally likely, however many there are of each.
      let steps = Dictionary(grouping: PlainSteps.all(for: script, at: nil)) {
        ScriptShape.lines(SolverScript(variableCount: 2, steps: [$0])).first ?? "solve"
      }
      var step = pick(pick(steps.sorted { $0.key < $1.key }.map(\.value)))
      switch step {
      case .add(var constraint) where pick([true, false]):
        constraint.terms = [
          .init(.one, VariableID(0)), .init(Rational(pick([1, -1, 2])), VariableID(1)),
        ]
        step = .add(constraint)
      case .suggest(let variable, _, let strength):
        step = .suggest(variable: variable, value: pick(values), strength: strength)
      case .setConstant(let id, _): step = .setConstant(id, pick(values))
      default: break
      }
      script.steps.append(step)
      if script.problem != nil { script.steps.removeLast() }
      if pick([true, false]) { script.steps.append(.solve) }
    }
    script.steps.append(.solve)
    return script
  }

  @Test(
    "the session is right on all of them",
    arguments: 0..<TestLength.choose(quick: 10, full: 40) as Range<UInt64>)
  func session(block: UInt64) throws {
    let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget()))
    var judged = 0
    for seed in block * 100..<(block + 1) * 100 {
      let script = Self.script(seed: seed)
      let judgement = try diagnosis.judgement(script)
      #expect(judgement?.verdict.isFailure != true, "seed \(seed): \(script)")
      judged += judgement?.judgedAnswers ?? 0
    }
    #expect(judged > 30)
  }

  /// The ways in which an extreme number is added and removed.
  enum Way: CaseIterable {
    case suggestedAndEnded, suggestedAndReplaced, addedAndRemoved, addedAndSwitchedOff
    case addedAndReplaced, addedAndOutranked

    func steps(_ value: Double, _ strength: Strength) -> (SolverScript.Step, SolverScript.Step) {
      let added = SolverScript.Step.add(
        .init(
          id: 1, [.init(.one, VariableID(0))], .equal, Rational(exactly: value) ?? .zero,
          strength: strength))
      let suggested = SolverScript.Step.suggest(variable: 0, value: value, strength: strength)
      switch self {
      case .suggestedAndEnded: return (suggested, .endSuggestion(variable: 0))
      case .suggestedAndReplaced:
        return (suggested, .suggest(variable: 0, value: 5, strength: strength))
      case .addedAndRemoved: return (added, .remove(1))
      case .addedAndSwitchedOff: return (added, .setActive(1, false))
      case .addedAndReplaced: return (added, .setConstant(1, 5))
      case .addedAndOutranked: return (added, .setStrength(1, Strength(1)))
      }
    }
  }

  @Test("an extreme number leaves no trace after it is removed", arguments: Way.allCases)
  func extremes(way: Way) throws {
    let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget()))
    for relation in Relation.allCases {
      for (rowStrength, strength) in [(1000.0, 750.0), (750, 750), (750, 500), (500, 750)] {
        for coefficient in [1, -1, 3] {
          for value in [1e13, -1e14, 1e15, -1e17, 1e300] {
            let (comes, goes) = way.steps(value, Strength(strength))
            let row = SolverScript.Constraint(
              id: 0,
              [.init(.one, VariableID(0)), .init(Rational(coefficient), VariableID(1))], relation,
              .one, strength: Strength(rowStrength))
            let script = SolverScript(
              variableCount: 2, steps: [.add(row), comes, .solve, goes, .solve])
            let judgement = try diagnosis.judgement(script)
            #expect(judgement?.verdict.isFailure != true, "\(script)")
          }
        }
      }
    }
  }
}
