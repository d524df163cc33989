// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: campaigns in shards", .serialized, .waitsForProcesses)
struct ShardCommandTests {
  private static let campaign = [
    "--seed", "2", "--cases", "48", "--laws", "none", "--no-minimize",
    "--strategies", "simplex,simplex.failedPhaseIgnored",
  ]

  private static func run(_ words: [String], _ folder: URL) throws -> ToolRun {
    try ToolRun(["campaign"] + words + ["--dir", "d"], in: folder)
  }

  @Test("shards, one of them run twice, merge to the output of the campaign in one piece")
  func merges() throws {
    let whole = try ToolRun(
      ["fuzz", "--json", "--out", "d"] + Self.campaign, in: try TemporaryFolder.make())
    #expect(whole.status == 1, "\(whole.error)")
    let folder = try TemporaryFolder.make()
    let plan = ["plan", "--shards", "3"] + Self.campaign
    #expect(try Self.run(plan, folder).status == 0)
    #expect(try Self.run(plan, folder).status == 0, "the same plan again")
    #expect(try Self.run(["plan", "--shards", "4"] + Self.campaign, folder).status == 64)
    let other = try Self.run(plan + ["--no-costs"], folder)
    #expect(other.error.contains("another plan"), "what is judged is part of the plan")
    #expect(try Self.run(["run", "--index", "1"], folder).status == 0)
    #expect(try Self.run(["missing"], folder).output == "0,2\n")
    #expect(try Self.run(["missing", "--format", "list"], folder).output == "0 2\n")
    let early = try Self.run(["merge", "--json"], folder)
    #expect(
      early.status == 75 && early.error.contains("2 of 3 shards missing: 0,2"), "\(early.error)")
    let words = ["campaign", "run", "--index", "0", "--dir", "d"]
    let twins = try [RunningTool(words, in: folder), RunningTool(words, in: folder)]
    for twin in twins { #expect(try twin.finish().status == 0) }
    #expect(try Self.run(["run", "--index", "2"], folder).status == 0)
    #expect(try Self.run(["run", "--index", "3"], folder).status == 64)
    let status = try Self.run(["status", "--json"], folder).json()
    #expect(status["done"]?.int == 3 && status["missing"]?.int == 0)
    #expect(try Self.run(["missing", "--format", "lines"], folder).output.isEmpty)
    let holder = open(folder.appendingPathComponent("d").path, O_RDONLY)
    try #require(flock(holder, LOCK_EX) == 0)
    let second = try Self.run(["merge", "--json"], folder)
    #expect(second.status == 75 && second.error.contains("another process merges this campaign"))
    close(holder)
    for _ in 0..<2 {
      let merged = try Self.run(["merge", "--json"], folder)
      #expect(merged.status == 1, "\(merged.error)")
      #expect(try untimed(merged) == untimed(whole))
    }
  }

  private func untimed(_ run: ToolRun) throws -> [UInt8] {
    let members = try #require(try run.json().members).filter { $0.key != "casesPerSecond" }
    return JSONWriter.document(.object(members))
  }
}
