// SPDX-License-Identifier: MIT

import LayoutSolving
import Scripts
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("Faults of a session")
struct SessionFaultTests {
  private func judgement(_ script: SolverScript, _ target: SessionTarget) throws -> ScriptJudgement
  {
    try #require(try ScriptDiagnosis(ScriptRunner(target)).judgement(script))
  }

  @Test(
    "show on a small script, which the healthy session answers correctly",
    arguments: SessionFault.allCases)
  func handMade(fault: SessionFault) throws {
    #expect(fault.handMade.problem == nil)
    let faulty = try judgement(fault.handMade, SessionTarget(fault: fault))
    #expect(faulty.verdict.failureKind == fault.seenBy.first, "\(faulty.verdict)")
    let healthy = try judgement(fault.handMade, SessionTarget())
    #expect(healthy.verdict == .pass, "\(healthy.verdict)")
  }

  @Test("no step of a hand-made script can be left out", arguments: SessionFault.allCases)
  func irreducible(fault: SessionFault) throws {
    let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget(fault: fault)))
    var removed = 0
    for index in fault.handMade.steps.indices {
      guard let shorter = fault.handMade.removing(where: { $0 == index }) else { continue }
      removed += 1
      #expect(try diagnosis.examined(shorter) == nil, "without step \(index)")
    }
    #expect(removed > 0, "\(removed)")
  }

  @Test(
    "a campaign finds a fault and minimizes it to the hand-made size, for any number of workers")
  func campaign() throws {
    let fault = SessionFault.dependentsUnreported
    let results = try [1, 3].map { jobs in
      var settings = CampaignSettings(
        seed: 1, caseCount: nil, jobs: jobs, strategies: [], laws: [],
        session: SessionTarget(fault: fault), scriptFrequency: .always)
      settings.failuresMax = 1
      return try Campaign(settings, now: { 0 }).run()
    }
    #expect(
      results.map { $0.scriptFindings.map(\.smallest) } == [[fault.handMade], [fault.handMade]])
    #expect(results[0].counts == results[1].counts)
  }
}
