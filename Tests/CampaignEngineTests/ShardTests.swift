// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import JSON
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("Campaigns in shards")
struct ShardTests {
  private static func folder() throws -> String {
    let path = TestFolder.root.path + "/layoutfuzz-shards-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private static func settings(cases: Int = 32) throws -> CampaignSettings {
    CampaignSettings(
      seed: 2, caseCount: cases,
      strategies: [try #require(Strategy.named("relaxation.staleValue"))],
      canary: Mutant.named("simplex.weightedLevels"), minimizes: false, laws: [])
  }

  private static func run(_ plan: CampaignPlan, _ shard: Int) throws {
    _ = try ShardRun(plan, shard: shard, jobs: 1, now: { 0 }).run()
  }

  private static func plan(
    _ settings: CampaignSettings, shards: Int, in folder: String, build: String = "test"
  ) throws -> CampaignPlan {
    try CampaignPlan.make(settings, shards: shards, build: build, in: folder)
  }

  private static func merged(_ plan: CampaignPlan) throws -> [UInt8] {
    guard case .merged(let result, missing: []) = try ShardMerge(plan).run() else {
      Issue.record("not merged")
      return []
    }
    let text = String(decoding: JSONWriter.document(result.json), as: UTF8.self)
    return Array(text.replacingOccurrences(of: "\(plan.directory)/", with: "").utf8)
  }

  @Test("any number of shards, run in any order, merge to the bytes of the campaign in one piece")
  func sameBytes() throws {
    var settings = try Self.settings()
    var merges: [[UInt8]] = []
    for shards in TestLength.some(of: [1, 3, 8], quick: 2) {
      let folder = try Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let plan = try Self.plan(settings, shards: shards, in: folder)
      for shard in (0..<shards).reversed() { try Self.run(plan, shard) }
      #expect(plan.missing.isEmpty)
      merges.append(try Self.merged(try CampaignPlan.load(folder)))
      #expect(try Self.merged(plan) == merges.last, "merged again")
    }
    #expect(Set(merges).count == 1, "8 shards are more than there are batches")
    settings.outputFolder = try Self.folder()
    let whole = try Campaign(settings, now: { 0 }).run()
    #expect(!whole.findings.isEmpty)
    let text = String(decoding: JSONWriter.document(whole.json), as: UTF8.self)
    let start = "\(settings.outputFolder ?? "")/"
    #expect(
      text.replacingOccurrences(of: start, with: "") == String(decoding: merges[0], as: UTF8.self))
    try FileManager.default.removeItem(atPath: start)
  }

  @Test("a stopped shard resumes; results that are cut, damaged or of another plan do not count")
  func resultsThatCount() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = try Self.plan(try Self.settings(cases: 128), shards: 2, in: folder)
    guard case .missing(let missing) = try ShardMerge(plan).run() else {
      Issue.record("nothing is missing")
      return
    }
    #expect(missing == [0, 1])
    let stopped = try ShardRun(
      plan, shard: 1, jobs: 1, nanosecondsBetween: 0, now: { 0 },
      isStopped: { plan.kept(plan.progressPath(1), shard: 1)?.batches == 2 }
    ).run()
    guard case .stopped = stopped else {
      Issue.record("\(stopped)")
      return
    }
    #expect(ShardAttempt.summary(of: plan, among: plan.missing).begun == [1])
    for shard in 0..<2 { try Self.run(plan, shard) }
    #expect(ShardAttempt.summary(of: plan, among: [1]).begun.isEmpty)
    let path = plan.resultPath(0)
    let good = try #require(FileManager.default.contents(atPath: path))
    for bad in [good.prefix(good.count / 2), good.dropFirst(), Data()] {
      try Data(bad).write(to: URL(fileURLWithPath: path))
      #expect(plan.missing == [0])
    }
    try #require(FileManager.default.contents(atPath: plan.resultPath(1)))
      .write(to: URL(fileURLWithPath: path))
    #expect(plan.missing == [0], "the result of another shard")
    try Self.run(plan, 0)
    #expect(FileManager.default.contents(atPath: path) == good, "the same bytes again")
    guard
      case .other = try #require(
        throws: CampaignPlan.PlanError.self,
        performing: { try Self.plan(try Self.settings(cases: 101), shards: 2, in: folder) })
    else {
      Issue.record("not another plan")
      return
    }
    guard
      case .otherBuild = try #require(
        throws: CampaignPlan.PlanError.self,
        performing: { try Self.plan(plan.settings, shards: 2, in: folder, build: "other") })
    else {
      Issue.record("not the plan of another build")
      return
    }
  }

  @Test("the partial result of some shards is reported, and the merge of all ignores it")
  func partial() throws {
    var merges: [[UInt8]] = []
    for looksEarly in [false, true] {
      let folder = try Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let plan = try Self.plan(try Self.settings(), shards: 2, in: folder)
      try Self.run(plan, 1)
      let part = "\(folder)/\(ShardMerge<CampaignWork>.partialFolder)"
      if looksEarly {
        guard case .merged(let result, missing: [0]) = try ShardMerge(plan, isPartial: true).run()
        else {
          Issue.record("no part")
          return
        }
        #expect(result.counts.cases == 16)
        #expect(!result.findings.isEmpty)
        for finding in result.findings {
          #expect(try #require(finding.path).hasPrefix("\(part)/findings/"))
        }
        #expect(FileManager.default.fileExists(atPath: "\(part)/campaign.json"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/findings"))
      }
      try Self.run(plan, 0)
      merges.append(try Self.merged(plan))
      #expect(!FileManager.default.fileExists(atPath: part))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/campaign.json"))
    }
    #expect(merges[0] == merges[1])
  }

  @Test("an equal duplicate changes nothing; the merge refuses one that differs")
  func twins() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = try Self.plan(try Self.settings(), shards: 1, in: folder)
    try Self.run(plan, 0)
    let good = try #require(plan.result(of: 0))
    for (twin, isSame) in [(good, true), (plan.empty, false)] {
      try FileManager.default.removeItem(atPath: plan.resultPath(0))
      // The stop is checked before each batch, so the duplicate finishes first.
      let end = try ShardRun(
        plan, shard: 0, jobs: 1, now: { 0 },
        isStopped: {
          try? SealedFile.write(plan.sealed(twin, shard: 0, batches: 2), to: plan.resultPath(0))
          return false
        }
      ).run()
      switch end {
      case .done: #expect(isSame)
      case .internalError(let message):
        #expect(!isSame && message.contains("differs from that of an earlier attempt"))
      default: Issue.record("\(end)")
      }
      #expect(plan.contradictedShards == (isSame ? [] : [0]))
    }
    guard case .contradicted([0]) = try ShardMerge(plan).run() else {
      Issue.record("merged all the same")
      return
    }
  }

  @Test("attempts list which of the missing shards have begun, and which have not ended")
  func attempts() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = try Self.plan(try Self.settings(), shards: 4, in: folder)
    let attempts = [(0, 0), (1, 75), (1, nil), (2, 143)].enumerated().map { number, attempt in
      (
        ShardAttempt(
          plan, shard: attempt.0, host: "a/b", process: 7, nanoseconds: UInt64(number)), attempt.1
      )
    }
    for (attempt, code) in attempts {
      try attempt.begin()
      if let code { try attempt.end(code: Int32(code), nanoseconds: 9) }
    }
    try Self.run(plan, 0)
    let summary = ShardAttempt.summary(of: plan, among: plan.missing)
    #expect(summary.count == 4)
    #expect(summary.begun == [1, 2])
    #expect(summary.open == [1])
  }

  /// Returns the number of the process and the exit code of each recorded attempt.
  private static func attempts(
    of plan: CampaignPlan
  ) throws -> [(process: Int?, exit: Int?)] {
    let folder = "\(plan.directory)/attempts"
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      let file = URL(fileURLWithPath: "\(folder)/\(name)")
      let reader = try JSONObjectReader(
        try JSONParser.parse([UInt8](Data(contentsOf: file))), "an attempt",
        keys: ["plan", "shard", "host", "process", "began", "ended", "exit"])
      return (reader["process"]?.int, reader["exit"]?.int)
    }
  }

  @Test("a recorded run has one attempt with its code, and none when the shard is done")
  func recordedRuns() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = try Self.plan(try Self.settings(), shards: 2, in: folder)
    func end(isStopped: Bool) throws -> Int32? {
      var code: Int32?
      _ = try ShardRun(plan, shard: 1, jobs: 1, now: { 0 }, isStopped: { isStopped }).recorded(
        process: 7, wallClock: { isStopped ? 1 : 2 },
        code: { end in
          if case .stopped = end { code = 143 } else { code = 0 }
          return code ?? 0
        })
      return code
    }
    #expect(try end(isStopped: true) == 143)
    let summary = ShardAttempt.summary(of: plan, among: plan.missing)
    #expect(summary.count == 1)
    #expect(summary.begun == [1])
    #expect(summary.open.isEmpty)
    #expect(try Self.attempts(of: plan).map(\.exit) == [143])
    #expect(try end(isStopped: false) == 0)
    let attempts = try Self.attempts(of: plan)
    #expect(Set(attempts.map(\.exit)) == [143, 0])
    #expect(attempts.allSatisfy { $0.process == 7 })
    #expect(plan.missing == [0])
    #expect(try end(isStopped: false) == nil, "done before")
    #expect(ShardAttempt.summary(of: plan, among: [1]).count == 2)
  }

  @Test("with more shards than batches, the empty shards are done, and the merge is the same")
  func manyShards() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var merges: [[UInt8]] = []
    for shards in [1, 200] {
      let plan = try Self.plan(
        try Self.settings(), shards: shards, in: "\(folder)/\(shards)")
      for shard in 0..<shards { try Self.run(plan, shard) }
      #expect(plan.missing.isEmpty)
      merges.append(try Self.merged(plan))
    }
    #expect(merges[0] == merges[1])
  }
}
