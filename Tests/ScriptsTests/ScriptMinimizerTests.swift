// SPDX-License-Identifier: MIT

import CampaignEngine
import Choices
import ExactNumerics
import LayoutSolving
import LinearModel
import TestSupport
import Testing

@testable import Judging
@testable import Scripts

@Suite("Minimizing of scripts")
struct ScriptMinimizerTests {
  /// Returns an equivalent script about other variables.
  ///
  /// They are copies tied by required equalities, with other numbers, signs and scales, beside
  /// unrelated rows.
  private static func disguised(_ script: SolverScript, seed: UInt64) -> SolverScript {
    var random = Xoshiro256(seed: seed)
    let sign = random.upTo(1) == 0 ? Rational(-1) : Rational(1)
    let scale = Rational(Int(random.upTo(4)) + 1) / Rational(3)
    let links = Int(random.upTo(3)) + 1
    // The script is about the last of a chain of variables.
    var steps: [SolverScript.Step] = []
    for link in 0..<links {
      steps.append(
        .add(
          .init(
            id: 100 + link,
            [.init(scale, VariableID(link)), .init(-scale, VariableID(link + 1))], .equal, .zero)))
    }
    steps.append(
      .add(
        .init(
          id: 90, [.init(.one, VariableID(links + 1))], .lessThanOrEqual, Rational(77),
          strength: Strength(333))))
    for step in script.steps {
      switch step {
      case .add(var constraint):
        constraint.terms = [.init(sign * scale, VariableID(links))]
        constraint.constant *= scale
        if sign.signum < 0 { constraint.relation = constraint.relation.turned }
        steps.append(.add(constraint))
      case .suggest(_, let value, let strength):
        steps.append(
          .suggest(variable: links, value: value * sign.doubleValue, strength: strength))
      case .endSuggestion: steps.append(.endSuggestion(variable: links))
      default: steps.append(step)
      }
    }
    return SolverScript(variableCount: links + 2, steps: steps)
  }

  @Test(
    "a script is minimized to the same bytes from any equivalent script",
    arguments: [SessionFault.editOutlivesItsEnd, .equalsRemovedTogether, .inactiveStillPriced])
  func disguises(fault: SessionFault) throws {
    let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget(fault: fault)))
    var ends = Set<SolverScript>()
    var tried = 0
    let seeds: ClosedRange<UInt64> = 1...TestLength.choose(quick: 3, full: 6)
    for seed in seeds {
      let script = Self.disguised(fault.handMade, seed: seed)
      #expect(script.problem == nil, "seed \(seed): \(script.problem ?? "")")
      guard let failure = try diagnosis.examined(script)?.failure,
        failure.verdict == fault.seenBy[0]
      else { continue }
      tried += 1
      let result = diagnosis.minimize(script, failure)
      #expect(result.end == .fixpoint, "seed \(seed)")
      #expect(result.subject.steps.count <= fault.handMade.steps.count, "seed \(seed)")
      ends.insert(result.subject)
    }
    #expect(tried > seeds.count / 2)
    #expect(ends.count == 1, "\(ends)")
  }

  @Test("minimizing a minimized script again does not change it")
  func idempotent() throws {
    let fault = SessionFault.rangeOverrun
    let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget(fault: fault)))
    let failure = try #require(try diagnosis.examined(fault.handMade)).failure
    let once = diagnosis.minimize(fault.handMade, failure)
    let twice = diagnosis.minimize(once.subject, failure)
    #expect(twice.subject == once.subject && twice.acceptedSteps == 0)
    #expect(!(ScriptSize(fault.handMade) < ScriptSize(once.subject)))
  }

  @Test("of two different scripts one is the smaller")
  func totalOrder() {
    let scripts = (0..<60).map { ScriptGenerator.script(campaign: 3, index: $0).1.numbered() }
    let sizes = scripts.map(ScriptSize.init)
    for index in scripts.indices {
      for other in 0..<index where scripts[index] != scripts[other] {
        #expect((sizes[index] < sizes[other]) != (sizes[other] < sizes[index]))
      }
    }
  }

  @Test("nearly equal numbers and priorities differ, positive is before negative, NaN equals NaN")
  func nearlyEqual() {
    func script(_ value: Double, _ priority: Double) -> SolverScript {
      SolverScript(
        variableCount: 1,
        steps: [.suggest(variable: 0, value: value, strength: Strength(priority)), .solve])
    }
    #expect(ScriptSize(script(1, 333.0001)) != ScriptSize(script(1, 333.0002)))
    #expect(ScriptSize(script(1, 0.5)) != ScriptSize(script(1, 0.25)))
    #expect(ScriptSize(script(0.5, 500)) < ScriptSize(script(-0.5, 500)))
    #expect(ScriptSize(script(5, 500)) < ScriptSize(script(-5, 500)))
    #expect(ScriptSize(script(.nan, 500)) == ScriptSize(script(.nan, 500)))
  }

  @Test("numbering is well formed and changes nothing the second time", arguments: 0..<80)
  func numbering(index: Int) {
    let numbered = ScriptGenerator.script(campaign: 5, index: index).1.numbered()
    #expect(numbered.problem == nil)
    #expect(numbered.numbered() == numbered)
  }

  @Test(
    "substituting a variable by an affine expression keeps the optima",
    arguments: 1...40 as ClosedRange<UInt64>)
  func substitution(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed)
    func number(_ limit: UInt64) -> Rational {
      Rational(Int(random.upTo(2 * limit))) - Rational(Int(limit))
    }
    let meaning = AffineMeaning(
      variable: 1, factor: Rational(number(2).isZero ? 3 : 2), other: 0, offset: number(5))
    var script = SolverScript(variableCount: 3, steps: [])
    for id in 1...5 {
      let terms = (0..<3).compactMap { variable -> LinearSystem.Term? in
        let value = number(2)
        return value.isZero ? nil : .init(value, VariableID(variable))
      }
      if terms.isEmpty { continue }
      let relation = Relation.allCases[Int(random.upTo(2))]
      script.steps.append(
        .add(.init(id: id, terms, relation, number(9), strength: Strength([750, 500][id % 2]))))
    }
    script.steps.append(.solve)
    var tied = script
    tied.steps.insert(
      .add(
        .init(
          id: 0, [.init(.one, VariableID(1)), .init(-meaning.factor, VariableID(0))], .equal,
          meaning.offset)), at: 0)
    let changed = script.substituting(meaning)
    // A row may lose all its terms, which is rare; the script is then invalid.
    guard changed.problem == nil else {
      #expect(changed.constraints.contains { $0.terms.isEmpty }, "seed \(seed)")
      return
    }
    func optima(_ script: SolverScript) throws -> [Rational] {
      guard case .answer(let system)? = try ScriptTruth(of: script).expectations.last else {
        Issue.record("seed \(seed): the last reading has no answer")
        return []
      }
      return try #require(system.answer.optimum).levels.map(\.optimum)
    }
    #expect(try optima(tied) == optima(changed), "seed \(seed)")
  }
}
