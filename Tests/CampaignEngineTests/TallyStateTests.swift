// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import LayoutModel
import LinearModel
import Oracles
import Scripts
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("The state of an unfinished campaign")
struct TallyStateTests {
  private static func settings(in folder: String?) throws -> CampaignSettings {
    var settings = CampaignSettings(
      seed: 4, caseCount: 48, strategies: [try #require(Strategy.named("simplex.weightedLevels"))],
      laws: [], session: try #require(SessionTarget(named: "session.zerosUnreported")),
      scriptFrequency: .always)
    settings.outputFolder = folder
    return settings
  }

  @Test(
    "findings about layouts and scripts are restored as they were noted",
    arguments: TestLength.some(of: [true, false], quick: 1))
  func roundTrip(isStored: Bool) throws {
    let settings = try Self.settings(in: isStored ? try TestFolder.make().path : nil)
    let desk = CaseService(settings)
    var tally = CampaignTally(settings, desk, isStopped: { false })
    _ = try tally.fold(desk.run(0..<48), elapsed: { .max })
    let state = tally.state
    #expect(!state.cases.findings.isEmpty && !state.scripts.list.findings.isEmpty)
    #expect(state.cases.findings.allSatisfy { ($0.path != nil) == isStored })
    let sent = try JSONParser.parse(JSONWriter.line(state.json))
    let read = try TallyState(sent, of: settings)
    #expect(read.json == state.json)
    #expect(read.cases.findings.map(\.occurrences) == state.cases.findings.map(\.occurrences))
    #expect(read.cases.findings.map(\.nanoseconds) == state.cases.findings.map(\.nanoseconds))
    #expect(
      read.scripts.list.findings.map(\.smallest) == state.scripts.list.findings.map(\.smallest))
    // A tally resumed from this state continues the count.
    let next = CampaignTally(settings, desk, from: read, isStopped: { false })
    #expect(next.state.json == state.json)
  }

  @Test("a finding counts all failures under which its scripts were counted")
  func causes() throws {
    func failure(_ cause: FailureCause) -> FailureIdentity {
      FailureIdentity(.solver("s"), .wrongValue, cause: cause)
    }
    let script = SolverScript(variableCount: 1, steps: [.solve])
    var state = FindingList<SolverScript>.State()
    state.findings = [
      ScriptFinding(
        signature: "b", failure: failure(.sometimes),
        countedAs: [failure(.alone), failure(.sometimes)], summary: "", firstCase: 0,
        original: script, smallest: script, nanoseconds: 0, occurrences: 1)
    ]
    state.failures = [
      (failure(.afterEdits), 50), (failure(.alone), 7), (failure(.sometimes), 2),
    ]
    let read = try FindingList<SolverScript>.State(
      try JSONParser.parse(JSONWriter.line(state.json)))
    #expect(read.findings.map(\.occurrences) == [9])
    #expect(read.findings.map(\.countedAs) == state.findings.map(\.countedAs))
    var list = FindingList<SolverScript>(outputFolder: nil, from: read)
    #expect(list.count(failure(.alone)) == 8)
    #expect(list.count(failure(.afterEdits)) == 51)
    #expect(list.findings.map(\.occurrences) == [10])
  }

  @Test("a failure noted twice is refused")
  func twice() throws {
    let failure: JSONValue = [["simplex", "wrongValue"], 7]
    let list: JSONValue = ["findings": [], "failures": [failure, failure]]
    #expect(throws: JSONError.self) { try FindingList<LayoutCase>.State(list) }
    let verdict: JSONValue = ["ones wrongValue", 7]
    let scripts: JSONValue = [
      "findings": ["findings": [], "failures": []], "verdicts": [verdict, verdict],
    ]
    #expect(throws: JSONError.self) { try CollectorState<SolverScript>(scripts) }
  }
}
