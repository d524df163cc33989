// SPDX-License-Identifier: MIT

import Choices
import Dispatch
import Foundation
import TestSupport
import Testing

/// Checks the behavior that engines rely on: how shards end, and that they resume.
@Suite("Command line: endings of shards", .serialized, .waitsForProcesses)
struct ShardEndTests {
  private static let campaign = [
    "--seed", "2", "--cases", "96", "--laws", "none", "--no-minimize",
    "--strategies", "simplex,simplex.failedPhaseIgnored",
  ]

  private static func run(_ words: [String], _ folder: URL) throws -> ToolRun {
    try ToolRun(["campaign"] + words + ["--dir", "d"], in: folder)
  }

  /// Returns a folder with a plan.
  private static func planned(_ words: [String] = campaign, shards: Int = 2) throws -> URL {
    let folder = try TemporaryFolder.make()
    let plan = try run(["plan", "--shards", "\(shards)"] + words, folder)
    #expect(plan.status == 0, "\(plan.error)")
    return folder
  }

  private static let stopCount = TestLength.choose(quick: 3, full: 6, long: 50)

  @Test(
    "shards that are killed and terminated at random moments merge to the same result in the end")
  func stops() throws {
    let seed: UInt64 = 23
    var random = SplitMix64(seed: seed)
    let whole = try Self.planned(shards: 1)
    #expect(try Self.run(["run", "--index", "0"], whole).status == 0)
    let expected = try Self.run(["merge", "--json"], whole)
    #expect(expected.status == 1, "\(expected.error)")
    let folder = try Self.planned(shards: 3)
    var stops = 0
    while try Self.run(["missing"], folder).output != "\n" {
      let tool = try RunningTool(
        ["campaign", "run", "--dir", "d", "--index", "all", "--jobs", "2"], in: folder)
      let number = random.next().isMultiple(of: 2) ? SIGKILL : SIGTERM
      if stops < Self.stopCount {
        usleep(UInt32(random.next() % 1_000_000))
        tool.send(signal: number)
      }
      stops += 1
      let run = try tool.finish()
      // Before the handler is installed, SIGTERM ends it like any other program.
      #expect([0, 143, -1].contains(run.status), "seed \(seed), stop \(stops): \(run.error)")
    }
    let merged = try Self.run(["merge", "--json"], folder)
    #expect(merged.output == expected.output, "seed \(seed), after \(stops) stops")
  }

  @Test("SIGTERM ends a hanging shard with 143, and its completed work is kept")
  func termination() throws {
    let folder = try Self.planned(
      ["--cases", "64", "--laws", "none", "--strategies", "unruly.loop", "--case-timeout", "1h"],
      shards: 1)
    let tool = try RunningTool(
      ["campaign", "run", "--dir", "d", "--index", "0", "--jobs", "1"], in: folder)
    // A hanging shard has no result, but an attempt as soon as the handler is installed.
    let attempts = folder.appendingPathComponent("d/attempts").path
    while try FileManager.default.contentsOfDirectory(atPath: attempts).isEmpty { usleep(20_000) }
    let number = tool.identifier
    let ending = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: ending)
    sleep(1)
    // The signal is sent twice, as by an engine that signals a script and its children, while the
    // script forwards it.
    for _ in 0..<2 { tool.send(signal: SIGTERM) }
    let run = try tool.finish()
    ending.cancel()
    #expect(run.status == 143, "\(run.error)")
    #expect(
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("d/progress/shard-0.json").path))
    let status = try Self.run(["status", "--json"], folder).json()
    #expect(status["begun"]?.int == 1 && status["running"]?.int == 0)
  }

  @Test(
    "a shard that cannot write ends with 75, and resumes when it can",
    arguments: ["results", "attempts"])
  func unwritable(name: String) throws {
    let folder = try Self.planned()
    let path = folder.appendingPathComponent("d/\(name)")
    let away = folder.appendingPathComponent("away")
    try FileManager.default.moveItem(at: path, to: away)
    try Data().write(to: path)
    let run = try Self.run(["run", "--index", "1"], folder)
    #expect(run.status == 75 && run.error.contains("cannot write"), "\(run.error)")
    try FileManager.default.removeItem(at: path)
    try FileManager.default.moveItem(at: away, to: path)
    #expect(try Self.run(["run", "--index", "1"], folder).status == 0)
  }

  @Test("a full disk ends a shard with 75 and leaves no result")
  func fullDisk() throws {
    let folder = try Self.planned()
    // An attempt fits in half a kilobyte, a result does not.
    let command = "ulimit -f 1; exec \"$tool\" campaign run --dir d --index 0 --in-process"
    let run = try ShellRun(command, in: folder)
    #expect(run.status == 75 && run.output.contains("File too large"), "\(run.output)")
    #expect(try Self.run(["missing"], folder).output == "0-1\n")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("d/results").path)
    #expect(left.isEmpty, "\(left)")
    #expect(try Self.run(["run", "--index", "0,1"], folder).status == 0)
  }

  @Test("another build is refused with a helpful command; a copy is the same build")
  func otherBuild() throws {
    let folder = try Self.planned()
    let run = try ShellRun(
      """
      cp "$tool" copy && cp "$tool" other && printf x >> other
      ./copy campaign run --dir d --index 0 || exit 1
      ./other campaign missing --dir d || exit 2
      ./other campaign plan --dir d --shards 2 \(Self.campaign.joined(separator: " "))
      [ $? = 64 ] || exit 3
      ./other campaign run --dir d --index 1
      """, in: folder)
    let text = run.output
    #expect(run.status == 64, "\(text)")
    #expect(
      text.hasPrefix("d: 1 of 2 shards done\n") && text.contains("\n1\n"),
      "the copy has run a shard: \(text)")
    #expect(text.contains("another build of layoutfuzz wrote the same plan"))
    #expect(text.contains("another build of layoutfuzz wrote this plan"))
    let start = try #require(text.range(of: "layoutfuzz campaign plan --dir NEW "))
    #expect(text[..<start.lowerBound].hasSuffix("all machines, or plan again: "), "\(text)")
    let words = text[start.lowerBound...].prefix { $0 != "\n" }
    let plan = words.split(separator: " ").dropFirst(2).map(String.init)
    #expect(try ToolRun(["campaign"] + plan, in: folder).status == 0)
    let plans = try ["d", "NEW"].map {
      try Data(contentsOf: folder.appendingPathComponent("\($0)/plan.json"))
    }
    #expect(plans[0] == plans[1], "the command makes the same plan")
  }

  @Test("damaged or foreign results are refused or redone; a shard has its plan's limits")
  func spoiled() throws {
    let folder = try Self.planned(shards: 1)
    #expect(try Self.run(["run", "--index", "all"], folder).status == 0)
    let result = folder.appendingPathComponent("d/results/shard-0.json")
    let good = try Data(contentsOf: result)
    let foreign = try Self.planned(["--seed", "3", "--cases", "16", "--laws", "none"], shards: 1)
    #expect(try Self.run(["run", "--index", "0"], foreign).status == 0)
    let other = try Data(
      contentsOf: foreign.appendingPathComponent("d/results/shard-0.json"))
    for bad in [good.prefix(good.count / 2), other] {
      try bad.write(to: result)
      #expect(try Self.run(["merge"], folder).status == 75)
      #expect(try Self.run(["run", "--index", "0"], folder).status == 0)
      #expect(try Data(contentsOf: result) == good)
    }
    for words in [["run", "--index", "0", "--case-timeout", "1s"], ["status", "--index", "0"]] {
      let run = try Self.run(words, folder)
      #expect(run.status == 64 && run.error.contains("has no --"), "\(run.error)")
    }
    for index in ["1", "", "0-", "0-1", "x", "-1"] {
      #expect(try Self.run(["run", "--index=\(index)"], folder).status == 64, "\(index)")
    }
    let plan = folder.appendingPathComponent("d/plan.json")
    try Data(contentsOf: plan).dropLast(9).write(to: plan)
    #expect(try Self.run(["run", "--index", "0"], folder).status == 65)
  }

  @Test("a part of a campaign has no verdict: 75, also with findings")
  func partial() throws {
    let folder = try Self.planned()
    #expect(try Self.run(["run", "--index", "0"], folder).status == 0)
    let part = try Self.run(["merge", "--partial", "--json"], folder)
    #expect(part.status == 75 && part.error.contains("1 of 2 shards missing: 1"), "\(part.error)")
    #expect(try part.json()["cases"]?.int == 48)
    #expect(try Self.run(["run", "--index", "1"], folder).status == 0)
    #expect(try Self.run(["merge", "--partial"], folder).status == 1)
  }
}
