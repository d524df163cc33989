// SPDX-License-Identifier: MIT

import Choices
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

/// Runs campaigns whose workers are killed from outside.
@Suite("Command line: killed workers", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct KilledWorkersTests {
  private static func command(_ jobs: Int, _ strategies: String) -> [String] {
    [
      "fuzz", "--seed", "7", "--cases", "48", "--jobs", "\(jobs)", "--laws", "none", "--json",
      "--no-minimize", "--strategies", strategies, "--out", "o",
    ]
  }

  private static func result(_ run: ToolRun) throws -> [JSONValue.Member] {
    try #require(try run.json().members).filter { $0.key != "casesPerSecond" }
  }

  /// The maximum of kills, which is below the number at which the tool gives up.
  private static let killsMax = 18

  /// Kills workers of the tool at random until it has ended or the maximum is reached.
  private static func end(
    _ count: Int, of tool: RunningTool, pauseMax: UInt64, signals: [Int32], seed: UInt64
  ) -> Int {
    var random = SplitMix64(seed: seed)
    var ended = 0
    while ended < count, Processes.isAlive(tool.identifier) {
      usleep(UInt32(1_000 + random.next() % pauseMax))
      let workers = Processes.children(of: tool.identifier).filter {
        Processes.words(of: $0).last == "worker"
      }
      guard !workers.isEmpty else { continue }
      let victim = workers[Int(random.next() % UInt64(workers.count))]
      if kill(victim, signals[Int(random.next() % UInt64(signals.count))]) == 0 { ended += 1 }
    }
    return ended
  }

  @Test(
    "kills in quick succession change no result: healthy strategies pass, a crash is found",
    .exhaustive, .linuxOnly("finds workers in /proc"),
    arguments: ["simplex,naive", "simplex,unruly.trap"])
  func kills(strategies: String) throws {
    let unbroken = try ToolRun(Self.command(2, strategies), in: try TemporaryFolder.make())
    #expect([0, 1].contains(unbroken.status), "\(unbroken.error)")
    for seed in [11, 12] as [UInt64] {
      let tool = try RunningTool(Self.command(2, strategies), in: try TemporaryFolder.make())
      let ended = Self.end(
        Self.killsMax, of: tool, pauseMax: 20_000, signals: [SIGKILL, SIGKILL, SIGTERM], seed: seed
      )
      let run = try tool.finish()
      #expect(ended > 0, "seed \(seed)")
      #expect(run.status == unbroken.status, "seed \(seed), \(ended) kills: \(run.error)")
      #expect(try Self.result(run) == Self.result(unbroken), "seed \(seed), \(ended) kills")
    }
  }

  @Test("a crash is found with the same result for any number of jobs")
  func crash() throws {
    let runs = try [1, 3].map {
      try ToolRun(Self.command($0, "simplex,unruly.trap"), in: try TemporaryFolder.make())
    }
    #expect(runs[0].status == 1)
    #expect(try Self.result(runs[0]) == Self.result(runs[1]))
    #expect(!runs[0].error.contains("did not show again"), "no end is without a reason")
  }

  /// Returns a campaign that runs long enough to write its progress in any build, and its result.
  private static func longCampaign() throws -> (command: [String], unbroken: ToolRun) {
    var count = 640
    while true {
      let command = [
        "fuzz", "--seed", "2", "--cases", "\(count)", "--jobs", "2", "--laws", "none", "--json",
        "--out", "o",
      ]
      let start = ContinuousClock.now
      let unbroken = try ToolRun(command, in: try TemporaryFolder.make())
      if ContinuousClock.now - start > .seconds(3) { return (command, unbroken) }
      count *= 4
    }
  }

  @Test(
    "if all workers are killed, the tool reports it, ends with 75, and the same command resumes",
    .exhaustive, .linuxOnly("finds workers in /proc"))
  func givingUp() throws {
    let folder = try TemporaryFolder.make()
    let (command, unbroken) = try Self.longCampaign()
    let tool = try RunningTool(command, in: folder)
    let progress = folder.appendingPathComponent("o/campaign.progress").path
    while !FileManager.default.fileExists(atPath: progress), Processes.isAlive(tool.identifier) {
      usleep(20_000)
    }
    while Processes.isAlive(tool.identifier) {
      for child in Processes.children(of: tool.identifier) { kill(child, SIGKILL) }
      usleep(200)
    }
    let run = try tool.finish()
    #expect(run.status == 75, "\(run.error)")
    #expect(run.error.contains("workers are ended from outside: 20 in a row"), "\(run.error)")
    #expect(!run.error.contains("no worker finished"))
    #expect(FileManager.default.fileExists(atPath: progress))
    let later = try ToolRun(command, in: folder)
    #expect(later.error.contains("resuming after"), "\(later.error)")
    #expect(later.status == unbroken.status)
    #expect(try Self.result(later) == Self.result(unbroken))
  }
}
