// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import ExternalSolvers
import Foundation
import JSON
import Scripts
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import ProgramCampaigns

/// Divides campaigns against programs into shards: the merged result is that of one process.
@Suite("Campaigns against programs in shards", .timeLimit(.minutes(10)))
struct ProgramShardTests {
  private typealias Fake = ExternalCampaignTests.Fake

  /// Answers most readings with zeros, and gives up for some numbers of variables.
  private static let fault = """
    if op == 'read' and count % 3: reply = {'id': request['id'], 'status': 'optimal',
                                                      'values': [0] * count}
    """

  private static func settings(_ fake: Fake, output: String? = nil) -> ExternalSettings {
    ExternalSettings(
      seed: 4, caseCount: 24, pools: [fake.pool], minimizes: false, outputFolder: output)
  }

  private static func plan(
    _ fake: Fake, shards: Int, in folder: String, build: String = "build"
  ) throws -> ProgramPlan<SolverPrograms> {
    try ShardPlan.make(
      ProgramWork(settings(fake)), shards: shards, build: build, in: folder)
  }

  private static func run(
    _ plan: ProgramPlan<SolverPrograms>, _ shard: Int, _ fake: Fake,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> ShardEnd {
    try ShardRun(
      plan, shard: shard, pools: [fake.pool], jobs: 1, nanosecondsBetween: 0, now: { 0 },
      isStopped: isStopped
    ).run()
  }

  /// Returns the result as text, without the folder of the campaign.
  private static func text(_ result: ExternalResult, in folder: String) -> String {
    String(decoding: JSONWriter.document(result.json), as: UTF8.self)
      .replacingOccurrences(of: "\(folder)/", with: "")
  }

  private static func merged(
    _ plan: ProgramPlan<SolverPrograms>, _ fake: Fake
  ) throws -> ExternalResult? {
    let merge = ShardMerge(
      plan, pools: [fake.pool], jobs: 1, minimizing: MinimizingTime(each: .max, now: { 0 }))
    guard case .merged(let result, missing: []) = try merge.run() else { return nil }
    return result
  }

  @Test("any number of shards, run in any order, merge to the bytes of the campaign in one piece")
  func sameBytes() throws {
    let scratch = try ScratchFolder()
    let fake = try Fake(Self.fault)
    defer { withExtendedLifetime(fake) {} }
    var texts: [String] = []
    for shards in [1, 3, 8] {
      let folder = "\(scratch.path)/\(shards)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try Self.plan(fake, shards: shards, in: folder)
      let plan = try ProgramPlan<SolverPrograms>.load(folder)
      for shard in (0..<shards).reversed() {
        #expect(try Self.merged(plan, fake) == nil, "shards are missing")
        guard case .done = try Self.run(plan, shard, fake) else {
          Issue.record("shard \(shard) of \(shards) is not done")
          return
        }
      }
      for _ in 0..<2 {
        let result = try #require(try Self.merged(plan, fake))
        texts.append(Self.text(result, in: folder))
      }
      #expect(FileManager.default.fileExists(atPath: "\(folder)/campaign.json"))
    }
    let folder = "\(scratch.path)/whole"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let whole = try ProgramCampaign<SolverPrograms>(
      Self.settings(fake, output: folder), minimizing: MinimizingTime(each: .max, now: { 0 }),
      now: { 0 }
    ).run()
    #expect(!whole.findings.isEmpty)
    #expect(Set(texts) == [Self.text(whole, in: folder)])
  }

  @Test("a shard that is stopped again and again comes to the same result", arguments: [1, 3])
  func resumed(period: Int) throws {
    let scratch = try ScratchFolder()
    let fake = try Fake(Self.fault)
    defer { withExtendedLifetime(fake) {} }
    let plan = try Self.plan(fake, shards: 1, in: scratch.path)
    _ = try Self.run(plan, 0, fake)
    let expected = try #require(FileManager.default.contents(atPath: plan.resultPath(0)))
    try FileManager.default.removeItem(atPath: plan.resultPath(0))
    for attempt in 1...200 {
      let calls = Atomic<Int>(0)
      let end = try Self.run(
        plan, 0, fake,
        isStopped: {
          calls.wrappingAdd(1, ordering: .relaxed).newValue > period * attempt
        })
      guard case .done = end else { continue }
      #expect(attempt > 1, "it was never stopped")
      #expect(FileManager.default.contents(atPath: plan.resultPath(0)) == expected)
      return
    }
    Issue.record("it did not end")
  }

  @Test("a program that does not start again leaves the work that is done")
  func unavailable() throws {
    let scratch = try ScratchFolder()
    let flag = scratch.path + "/gone"
    let fake = try Fake(
      """
      if os.path.exists('\(flag)'): sys.exit(3)
          \(Self.fault.replacing("\n", with: "\n    "))
      """)
    defer { withExtendedLifetime(fake) {} }
    let plan = try Self.plan(fake, shards: 1, in: scratch.path)
    let calls = Atomic<Int>(0)
    let end = try Self.run(
      plan, 0, fake,
      isStopped: {
        if calls.wrappingAdd(1, ordering: .relaxed).newValue == 7 {
          _ = FileManager.default.createFile(atPath: flag, contents: nil)
        }
        return false
      })
    guard case .unavailable(let reason) = end else {
      Issue.record("\(end)")
      return
    }
    #expect(reason.contains("fake"))
    #expect(!plan.hasResult(of: 0) && plan.kept(plan.progressPath(0), shard: 0)?.batches == 1)
    try FileManager.default.removeItem(atPath: flag)
    guard case .done = try Self.run(plan, 0, fake) else {
      Issue.record("it does not resume")
      return
    }
  }

  @Test("the first of two results of a shard counts, since programs may vary")
  func varied() throws {
    let scratch = try ScratchFolder()
    let fake = try Fake(Self.fault)
    defer { withExtendedLifetime(fake) {} }
    let plan = try Self.plan(fake, shards: 1, in: scratch.path)
    // The stop is checked before each batch, so the other run finishes first.
    let end = try Self.run(
      plan, 0, fake,
      isStopped: {
        try? SealedFile.write(plan.sealed(plan.empty, shard: 0, batches: 6), to: plan.resultPath(0))
        return false
      })
    guard case .done = end else {
      Issue.record("\(end)")
      return
    }
    #expect(plan.contradictedShards.isEmpty)
    #expect(try #require(plan.result(of: 0)).counts.cases == 0)
  }

  @Test("a batch with a contradiction of the tool is read as it was written, and ends the campaign")
  func contradiction() throws {
    var batch = ProgramBatch<SolverPrograms>(programs: 2)
    batch.end = .problem(.internalError(InternalError("two answers", on: nil)))
    let read = try ProgramBatch<SolverPrograms>(batch.json, programs: 2)
    #expect(read.internalErrorMessage == "two answers")
    var all = ProgramBatch<SolverPrograms>(programs: 2)
    all.append(read)
    #expect(JSONWriter.line(all.json) == JSONWriter.line(batch.json))
  }

  @Test("a plan of another build, of other programs or of strategies is not taken for this one")
  func otherPlans() throws {
    let scratch = try ScratchFolder()
    let (fake, other) = (try Fake(Self.fault), try Fake(""))
    defer { withExtendedLifetime((fake, other)) {} }
    let plan = try Self.plan(fake, shards: 2, in: scratch.path)
    #expect(try Self.plan(fake, shards: 2, in: scratch.path).hash == plan.hash)
    func problem(_ make: () throws -> Void) throws -> String {
      "\(try #require(throws: ShardPlanError.self, performing: make))"
    }
    #expect(
      try problem { _ = try Self.plan(fake, shards: 2, in: scratch.path, build: "b") }
        == "otherBuild")
    #expect(try problem { _ = try Self.plan(other, shards: 2, in: scratch.path) } == "other")
    let strategies = CampaignSettings(seed: 4, caseCount: 24)
    #expect(
      try problem {
        _ = try CampaignPlan.make(strategies, shards: 2, build: "build", in: scratch.path)
      } == "other")
    #expect(throws: ShardPlanError.self) { try CampaignPlan.load(scratch.path) }
    #expect(throws: ShardPlanError.self) { try ProgramPlan<EnginePrograms>.load(scratch.path) }
  }

  @Test("a program with another version or other abilities differs from that of the plan")
  func differences() throws {
    func program(_ version: String, _ offer: JSONValue) throws -> PlannedProgram {
      try PlannedProgram(
        [
          "name": "p", "command": "c", "version": .string(version), "offer": offer,
          "timeoutNanoseconds": 5,
        ])
    }
    let planned = try program("p 1", ["session": .bool(true)])
    #expect(try planned.difference(from: program("p 1", ["session": .bool(true)])) == nil)
    #expect(
      try planned.difference(from: program("p 2", .null)) == "it is 'p 2', and 'p 1' in the plan")
    #expect(
      try planned.difference(from: program("p 1", .null))
        == "it offers other abilities than in the plan")
  }
}
