// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LinearModel
import Minimization
import Oracles
import Scripts
import Testing

@testable import CampaignEngine

/// The texts of a finding whose smaller script was not judged.
@Suite struct AsFoundTests {
  /// A desk at which each script with a read fails, and only the original can be examined.
  private struct Desk: ScriptDesk {
    let runner = ScriptRunner(SessionTarget())
    let original: SolverScript

    func examine(
      _ script: SolverScript, of known: ScriptDiagnosis.Known?, isStopped: () -> Bool
    ) throws(ScriptRunner.Failure) -> ScriptLook? {
      guard script == original else { return nil }
      return .seen(
        ScriptExamination(
          verdict: .failure(.wrongValue), cause: .alone,
          answer: .init(step: 3, claim: "optimal", values: ["1.0"]),
          description: FindingDescription("step 4: wrong")))
    }

    func trial(
      _ script: SolverScript, _ failure: FailureIdentity, runs: Int, isStopped: () -> Bool
    ) -> Trial { Trial(fails: script.steps.contains(.solve)) }
  }

  private static func script(_ operations: Int) -> SolverScript {
    SolverScript(
      variableCount: 1,
      steps: (0..<operations).map {
        .add(.init(id: $0, [.init(.one, VariableID(0))], .equal, .zero, strength: .required))
      } + [.solve])
  }

  @Test("a smaller script that was not judged gets its own operations, and no step of the original")
  func notJudged() throws {
    let original = Self.script(3)
    let failing = FailingScript(
      index: 0, madeFrom: "operations", script: original, verdict: .wrongValue,
      desk: Desk(original: original), seen: { nil }, isRepeatable: true)
    let look = FailingScriptLook(failing: failing, isStopped: { false })
    let examined = look.examined(
      look.diagnosed(measuringRate: true), seed: 1,
      minimizing: MinimizingTerms(jobs: 1, time: nil), folder: nil)
    let record = examined.files.record
    #expect(examined.smallest.steps.count < original.steps.count)
    #expect(record.answer == nil && record.minimized == examined.smallest.recordSize)
    #expect(
      record.summary
        == "the failure did not show again on the smaller script; as it was found: step 4: wrong")
    let page = examined.page(folder: "f")
    #expect(!page.contains("c2"), "\(page)")
  }
}
