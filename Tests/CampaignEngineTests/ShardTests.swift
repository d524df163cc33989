// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import Testing

@testable import CampaignEngine

@Suite("Campaigns in shards")
struct ShardTests {
  private static func folder() throws -> String {
    let path = NSTemporaryDirectory() + "layoutfuzz-shards-\(UUID().uuidString)"
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

  private static func merged(_ plan: CampaignPlan) throws -> [UInt8] {
    guard case .merged(let result) = try ShardMerge(plan).run() else {
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
    for shards in [1, 3, 8] {
      let folder = try Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let plan = try CampaignPlan.make(settings, shards: shards, in: folder)
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

  @Test(
    "a shard that was stopped goes on; results that are cut, spoiled or of another plan do not count"
  )
  func resultsThatCount() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = try CampaignPlan.make(try Self.settings(cases: 128), shards: 2, in: folder)
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
    #expect(plan.begun(among: plan.missing) == [1])
    for shard in 0..<2 { try Self.run(plan, shard) }
    #expect(plan.begun(among: [1]).isEmpty)
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
    #expect(throws: CampaignPlan.PlanError.self) {
      try CampaignPlan.make(try Self.settings(cases: 101), shards: 2, in: folder)
    }
  }
}
