// SPDX-License-Identifier: MIT

import Choices
import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: killed campaigns", .serialized, .waitsForProcesses)
struct KillTests {
  private static let command = [
    "fuzz", "--seed", "2", "--cases", "96", "--jobs", "2", "--laws", "none", "--json", "--out", "o",
    "--strategies", "simplex,simplex.failedPhaseIgnored",
  ]

  /// Returns the result without the members that depend on time.
  private static func result(_ run: ToolRun) throws -> [JSONValue.Member] {
    try #require(try run.json().members).filter { $0.key != "casesPerSecond" }
  }

  private static let killCount = TestLength.choose(quick: 3, full: 5, long: 50)

  @Test("after kills at random moments, the same command gives the result of an uninterrupted run")
  func kills() throws {
    let seed: UInt64 = 17
    let command = Self.command
    var random = SplitMix64(seed: seed)
    let start = ContinuousClock.now
    let unbroken = try ToolRun(command, in: try TemporaryFolder.make())
    // The duration of the campaign on this machine, in microseconds: kills come before its end.
    let span = max(1, UInt64((ContinuousClock.now - start) / .microseconds(1)))
    #expect(unbroken.status == 1, "\(unbroken.error)")
    var folder = try TemporaryFolder.make()
    var kills = 0
    var ends = 0
    while kills < Self.killCount || ends == 0 {
      let tool = try RunningTool(command, in: folder)
      // After this many kills in one folder the campaign may finish.
      if kills < Self.killCount {
        usleep(UInt32(random.next() % min(2_500_000, span)))
        tool.send(signal: SIGKILL)
      }
      let run = try tool.finish()
      if run.status == -1 {
        kills += 1
        continue
      }
      ends += 1
      #expect(run.status == 1, "\(run.error)")
      #expect(try Self.result(run) == Self.result(unbroken), "seed \(seed), after \(kills) kills")
      let left = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("o").path)
      #expect(left.sorted() == ["campaign.json", "findings"])
      folder = try TemporaryFolder.make()
      if ends > Self.killCount { break }
    }
    #expect(kills > 0, "seed \(seed)")
  }

  @Test("another command in the folder of an unfinished campaign is refused, --fresh starts again")
  func otherCommand() throws {
    let folder = try TemporaryFolder.make()
    let tool = try RunningTool(["fuzz", "--time", "10m", "--out", "o"], in: folder)
    while try !tool.errorSoFar().contains("seed 1") { usleep(20_000) }
    let second = try ToolRun(["fuzz", "--cases", "1", "--out", "o"], in: folder)
    #expect(second.status == 75, "\(second.error)")
    tool.send(signal: SIGTERM)
    #expect(try tool.finish().error.contains("run the same command to resume"))
    let other = try ToolRun(["fuzz", "--cases", "1", "--out", "o"], in: folder)
    #expect(other.status == 64)
    #expect(other.error.contains("unfinished campaign of another command"), "\(other.error)")
    #expect(other.error.contains("fuzz --time 10m --out o"))
    let fresh = try ToolRun(["fuzz", "--cases", "1", "--out", "o", "--fresh"], in: folder)
    #expect(fresh.status == 0, "\(fresh.error)")
  }

  @Test("a file that no campaign wrote is left alone")
  func foreignFile() throws {
    let folder = try TemporaryFolder.make()
    let progress = folder.appendingPathComponent("o/campaign.progress")
    try FileManager.default.createDirectory(
      at: progress.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: progress)
    let run = try ToolRun(["fuzz", "--cases", "9", "--out", "o"], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("campaign.progress: "), "\(run.error)")
    #expect(try Data(contentsOf: progress) == Data("x".utf8))
  }

  @Test("a full disk ends with 74 and no incomplete file, and the campaign resumes later")
  func fullDisk() throws {
    let folder = try TemporaryFolder.make()
    let command = Self.command + ["--in-process"]
    let limited = Process()
    limited.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The limit of half a kilobyte per file is too small for a finding.
    limited.arguments =
      ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", try ToolRun.executable().path] + command
    limited.currentDirectoryURL = folder
    limited.standardOutput = FileHandle.nullDevice
    let pipe = Pipe()
    limited.standardError = pipe
    try limited.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    limited.waitUntilExit()
    #expect(limited.terminationReason == .exit && limited.terminationStatus == 74)
    #expect(text.contains("cannot write: File too large"), "\(text)")
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for name in left ?? [] {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue, "\(name) is left")
    }
    let later = try ToolRun(command, in: folder)
    #expect(later.status == 1, "\(later.error)")
  }
}
