// SPDX-License-Identifier: MIT

import CorpusStore
import ExternalSolvers
import Foundation
import JSON
import Scripts
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import ProgramCampaigns

/// Stops campaigns against programs at random places and resumes them: the result is the same.
@Suite("Campaigns against programs resume", .timeLimit(.minutes(10)), .waitsForProcesses)
struct ProgramResumeTests {
  private typealias Fake = ExternalCampaignTests.Fake

  /// Answers most readings with zeros, and gives up for some numbers of variables.
  private static let fault = """
    if op == 'read' and count % 3: reply = {'id': request['id'], 'status': 'optimal',
                                                      'values': [0] * count}
    """

  private static func campaign(
    _ settings: ExternalSettings, in folder: String, isStopped: @escaping @Sendable () -> Bool
  ) throws -> (result: ExternalResult, isDone: Bool) {
    let file = try ProgramCampaign<SolverPrograms>.Progress(
      in: folder, ProgramIdentity(settings), nil, build: "build", command: "fuzz", isFresh: false,
      isKept: true, nanosecondsBetween: 0)
    let result = try ProgramCampaign<SolverPrograms>(
      settings, progress: file, minimizing: MinimizingTime(each: .max, now: { 0 }), now: { 0 },
      isStopped: isStopped
    ).run()
    return (result, file.isCampaignDone)
  }

  @Test(
    "a campaign that is stopped again and again comes to the same result",
    arguments: TestLength.some(of: [2, 1, 5], quick: 1))
  func resumed(period: Int) throws {
    let folder = try ScratchFolder()
    let fake = try Fake(Self.fault)
    defer { withExtendedLifetime(fake) {} }
    func settings(_ name: String) throws -> ExternalSettings {
      let output = folder.path + "/" + name
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
      return ExternalSettings(
        seed: 4, caseCount: 24, pools: [fake.pool], minimizes: false, outputFolder: output)
    }
    let whole = try settings("whole")
    let expected = try Self.campaign(whole, in: whole.outputFolder ?? "", isStopped: { false })
    #expect(expected.isDone && !expected.result.findings.isEmpty)
    for attempt in 1...200 {
      let calls = Atomic<Int>(0)
      let parts = try settings("parts")
      let (result, isDone) = try Self.campaign(
        parts, in: parts.outputFolder ?? "",
        isStopped: {
          calls.wrappingAdd(1, ordering: .relaxed).newValue > period * attempt
        })
      guard isDone else { continue }
      #expect(attempt > 1, "it was never stopped")
      #expect(result.counts == expected.result.counts)
      #expect(result.findings.map(\.signature) == expected.result.findings.map(\.signature))
      #expect(result.findings.map(\.folders) == expected.result.findings.map(\.folders))
      #expect(result.findings.map(\.occurrences) == expected.result.findings.map(\.occurrences))
      return
    }
    Issue.record("it did not come to an end")
  }

  @Test("a batch in a shard's result is read as it was written")
  func batch() throws {
    let fake = try Fake(Self.fault)
    defer { withExtendedLifetime(fake) {} }
    let settings = ExternalSettings(seed: 1, caseCount: 12, pools: [fake.pool])
    var all = ProgramBatch<SolverPrograms>(programs: 1)
    for number in 0..<3 { all.append(ProgramBatchRunner(settings).run(batch: number)) }
    #expect(!all.failing.isEmpty)
    let bytes = JSONWriter.line(all.json)
    let read = try ProgramBatch<SolverPrograms>(try JSONParser.parse(bytes), programs: 1)
    #expect(JSONWriter.line(read.json) == bytes)
    #expect(read.counts == all.counts)
  }
}
