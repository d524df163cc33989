// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LayoutModel
import Solvers
import LinearModel
import Oracles
import Scripts
import Testing

@testable import CampaignEngine
@testable import Judging

/// A solver that gives a fixed answer to any system.
private struct FixedSolver: Solver {
  let name = "fixed"
  let outcome: @Sendable (LinearSystem) -> SolveOutcome

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    SolveResult(outcome(system), work: WorkCounters())
  }
}

@Suite("Sentences about wrong answers")
struct FailureSentenceTests {
  private static let width = Anchor(.view(1), .width)

  private func layoutCase(_ constraints: [LayoutConstraint]) -> LayoutCase {
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil), View(id: "v1", parent: 0)])
    result.constraints = constraints
    return result
  }

  private func sentence(
    _ constraints: [LayoutConstraint], _ outcome: @escaping @Sendable (LinearSystem) -> SolveOutcome
  ) throws -> String {
    let strategy = Strategy(name: "fixed", solver: FixedSolver(outcome: outcome))
    let record = try CaseRunner(strategies: [strategy]).run(layoutCase(constraints))
    return FindingSummary(record, record.strategies[0]).sentence
  }

  /// Returns the answer of the simplex strategy with another width of `v1`.
  private static func optimal(_ width: Double) -> @Sendable (LinearSystem) -> SolveOutcome {
    { system in
      var values = SimplexSolver().solve(system, limit: .standard).outcome.solution?.values ?? []
      if values.count > 6 { values[6] = width }
      return .optimal(Solution(values: values))
    }
  }

  @Test("a layout that is worse or wrong states the expected and the actual numbers")
  func layouts() throws {
    let preferred = LayoutConstraint(id: "c1", first: Self.width, constant: 10, priority: 750)
    #expect(
      try sentence([preferred], Self.optimal(60))
        == "priority 750: violation expected 0 pt, actual 50 pt. 'v1' is 50 pt too wide")
    let required = LayoutConstraint(id: "c1", first: Self.width, constant: 10)
    #expect(
      try sentence([required], Self.optimal(8))
        == "required constraint 'c1' (v1.width == 10): violation expected 0 pt, actual 2 pt")
    #expect(
      try sentence([required], Self.optimal(.nan))
        == "the answer has values that are no finite numbers: v1.width = nan")
    #expect(
      try sentence([required]) { _ in .optimal(Solution(values: [1])) }
        == "the answer has 1 value, expected 8")
  }

  @Test("a needless give-up says what the strategy gave as its reason")
  func giveUps() throws {
    let preferred = LayoutConstraint(id: "c1", first: Self.width, constant: 10, priority: 750)
    #expect(
      try sentence([preferred]) { _ in .gaveUp(.noConvergence) }
        == "the strategy gave up (the iteration does not settle), but rounding does not decide the case"
    )
    #expect(
      try sentence([preferred]) { _ in .gaveUp(.workLimit) }
        == "the strategy gave up (the work limit was reached)")
  }

  @Test("a wrong conflict names values that satisfy everything, a wrong layout the conflict")
  func feasibility() throws {
    let required = LayoutConstraint(id: "c1", first: Self.width, constant: 10)
    #expect(
      try sentence([required]) { _ in .infeasible(conflict: []) }
        == "the solver answered \"infeasible\", but v1.width = 10 satisfies all required constraints"
    )
    let other = LayoutConstraint(id: "c2", first: Self.width, constant: 30)
    #expect(
      try sentence([required, other]) {
        .feasible(Solution(values: [Double](repeating: 0, count: $0.variableCount)))
      }
        == "the solver answered \"feasible\", but these required constraints conflict: "
        + "'c1' (v1.width == 10), 'c2' (v1.width == 30)")
  }

  // MARK: - Scripts

  private func sentence(_ script: SolverScript, _ outcome: SolveOutcome) throws -> String {
    let truth = try ScriptTruth(of: script)
    let step = script.steps.count - 1
    guard case .answer(let system) = truth.expectations[step] else {
      Issue.record("the last step is no reading")
      return ""
    }
    let verdict = try judge(
      SolveResult(outcome, work: WorkCounters()), of: system.system, against: system.answer
    ).verdict
    var judgement = ScriptJudgement(verdict, step: step)
    (judgement.outcome, judgement.truth) = (outcome, system)
    return ScriptText(script, judgement, solver: "mine").sentence
  }

  private func add(
    _ id: Int, _ terms: [(Int, Int)], _ constant: Int, _ strength: Strength = .required
  ) -> SolverScript.Step {
    .add(
      .init(
        id: id, terms.map { .init(Rational($0.1), VariableID($0.0)) }, .equal, Rational(constant),
        strength: strength))
  }

  @Test("a script names the step, the answer and a witness")
  func scripts() throws {
    let feasible = SolverScript(
      variableCount: 2, steps: [add(0, [(0, 1)], 0), add(1, [(0, 2), (1, 1)], 1), .solve])
    #expect(
      try sentence(feasible, .infeasible(conflict: []))
        == "step 3: the solver answered \"infeasible\", but x0 = 0, x1 = 1 satisfies all required "
        + "constraints")
    #expect(
      try sentence(feasible, .optimal(Solution(values: [0, 3])))
        == "step 3: c1 (2 x0 + x1 == 1): violation expected 0, actual 2")
    let preferred = SolverScript(
      variableCount: 1, steps: [add(0, [(0, 1)], 7, Strength(750)), .solve])
    #expect(
      try sentence(preferred, .optimal(Solution(values: [9])))
        == "step 2: priority 750: violation expected 0 (x0 = 7), actual 2 (x0 = 9)")
  }

  @Test("a list names at most four values, and fractions stay exact while they are short")
  func lists() {
    #expect(WitnessText.list(["a", "b", "c", "d", "e", "f"]) == "a, b, c, d and 2 more")
    #expect(WitnessText.text(Rational(1, 3)) == "1/3")
    #expect(WitnessText.text(Rational(1, 8)) == "0.125")
    #expect(WitnessText.text(Rational(5)) == "5")
  }

  @Test("the end of a process is stated with its work and its limits")
  func processes() {
    let work = "while it solved the case"
    #expect(
      ProcessFailure.crashed("signal 4 (SIGILL)").sentence(during: work)
        == "the process ended with signal 4 (SIGILL) while it solved the case")
    #expect(
      ProcessFailure.crashed("exit code 3, why, then").sentence(during: nil)
        == "the process ended with exit code 3: \"why, then\"")
    #expect(
      ProcessFailure.crashed("how is not known").sentence
        == "the process ended: how is not known")
    #expect(ProcessFailure.hung.sentence(during: nil, time: "5.0 s") == "no answer within 5.0 s")
    #expect(
      ProcessFailure.outOfMemory.sentence(during: work, memory: "512 MB")
        == "the process exceeded its memory limit of 512 MB while it solved the case")
  }

  @Test("a sentence is shown on one line, whatever names it contains")
  func hostileNames() {
    #expect(ShownText.sentence("'a\nb' is wrong") == "'a\\u{A}b' is wrong.")
  }
}
